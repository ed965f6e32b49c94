import { readFile } from 'node:fs/promises';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { z } from 'zod';
import { EVERYONE, type Scope } from '../core/document.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/** A tool of an MCP server that questions may call. */
export interface LiveTool {
  server: string;
  /** `SERVER: TOOL`, for people. */
  title: string;
  /**
   * A tool with a name that is unique over all servers and valid for models. Returns text, and throws what its server
   * throws.
   */
  tool: StructuredToolInterface;
}

/** The MCP servers of the PARLEY_MCP file. */
export interface LiveSources {
  /** Tools of the servers that any of these scopes may call. An unreachable server is skipped and logged. */
  tools(scopes: readonly Scope[]): Promise<LiveTool[]>;
  close(): Promise<void>;
}

const serverSchema = z
  .object({
    url: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    command: z.string().optional(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).optional(),
    /** Scopes that may call it; everyone by default. */
    scopes: z.array(z.string()).default([EVERYONE]),
    /** Names of the tools that may be called; all by default. */
    tools: z.array(z.string()).optional(),
  })
  .refine(({ url, command }) => (url === undefined) !== (command === undefined), {
    message: 'needs either a url or a command',
  });
const fileSchema = z.object({ mcpServers: z.record(z.string(), serverSchema) });
type Servers = z.infer<typeof fileSchema>['mcpServers'];
type Server = z.infer<typeof serverSchema>;

/** Timeouts in seconds: for connecting, for connecting in a probe, and for one call. */
const CONNECT_SECONDS = 10;
const PROBE_SECONDS = 8;
const CALL_SECONDS = 20;
/** Maximum characters of a result. */
const MAX_CHARS = 4_000;

/**
 * Opens the file of PARLEY_MCP: `{"mcpServers": {"NAME": {"url": …} or {"command": …, "args": […]}}}`, the format of
 * other MCP hosts, with `scopes` and `tools` as allow-lists. Connects to servers when first needed.
 * @throws BAD_SETTING if the file is missing or malformed
 */
export const openLiveSources = async (path: string, log: Log): Promise<LiveSources> => {
  const servers = new Map(Object.entries(await readServers(path)));
  const connections = new Map<string, Promise<Connection>>();
  /** Removes a failed connection, so that the next question reconnects. */
  const drop = (name: string, connection: Promise<Connection> | undefined, error: unknown) => {
    if (connections.get(name) !== connection) return;
    connections.delete(name);
    log.warn({ server: name }, `The live source ${name} can't be reached: ${asParleyError(error).message}`);
    connection?.then(({ close }) => close()).catch(() => {});
  };
  const toolsOf = async (name: string, server: Server): Promise<LiveTool[]> => {
    const known = connections.get(name);
    const connection: Promise<Connection> =
      known ?? connect(name, server, (error) => drop(name, connections.get(name), error));
    connections.set(name, connection);
    try {
      return (await connection).tools;
    } catch (error) {
      drop(name, connection, error);
      return [];
    }
  };
  return {
    async tools(scopes) {
      const allowed = [...servers].filter(([, server]) => server.scopes.some((scope) => scopes.includes(scope)));
      return (await Promise.all(allowed.map(([name, server]) => toolsOf(name, server)))).flat();
    },
    async close() {
      await Promise.allSettled([...connections.values()].map(async (server) => (await server).close()));
      connections.clear();
    },
  };
};

/** Result of probing an MCP server: its allowed tools, or why it is unreachable. */
export interface LiveSourceProbe {
  server: string;
  tools?: string[];
  error?: string;
}

/**
 * Connects to each server of the file once and lists its tools, for a check without any question.
 * @throws BAD_SETTING as `openLiveSources` does
 */
export const probeLiveSources = async (path: string): Promise<LiveSourceProbe[]> =>
  Promise.all(
    Object.entries(await readServers(path)).map(async ([server, given]): Promise<LiveSourceProbe> => {
      try {
        const { tools, close } = await connect(server, given, () => {}, PROBE_SECONDS);
        await close();
        return { server, tools: tools.map(({ title }) => title.slice(server.length + 2)) };
      } catch (error) {
        return { server, error: asParleyError(error).message };
      }
    }),
  );

interface Connection {
  tools: LiveTool[];
  close(): Promise<void>;
}

const readServers = async (path: string): Promise<Servers> => {
  const refuse = (why: string, cause: unknown) =>
    new ParleyError('BAD_SETTING', {
      message: `PARLEY_MCP names ${path}, which ${why}.`,
      remedy: 'It takes {"mcpServers": {"NAME": {"url": "https://…/mcp"}}}; see docs/live-sources.md.',
      cause,
    });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw refuse('cannot be read', error);
  }
  try {
    return fileSchema.parse(JSON.parse(text)).mcpServers;
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replace(/\s+/g, ' ') : 'is not JSON';
    throw refuse(error instanceof z.ZodError ? `is wrong: ${why}` : why, error);
  }
};

/**
 * Connects to one server through LangChain's adapters and lists its allowed tools.
 * @param onLost called if a call fails because the server died or lost the session, and not because of the tool
 */
const connect = async (
  name: string,
  server: Server,
  onLost: (error: unknown) => void,
  seconds = CONNECT_SECONDS,
): Promise<Connection> => {
  const [{ MultiServerMCPClient }, { tool }] = await Promise.all([
    import('@langchain/mcp-adapters'),
    import('@langchain/core/tools'),
  ]);
  const client = new MultiServerMCPClient({
    mcpServers: {
      [name]: server.url
        ? { transport: 'http' as const, url: server.url, headers: server.headers }
        : {
            transport: 'stdio' as const,
            command: server.command ?? '',
            args: server.args,
            env: server.env,
            stderr: 'ignore' as const,
          },
    },
    throwOnLoadError: true,
    useStandardContentBlocks: false,
  });
  const tools = await within(seconds, client.getTools()).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const allowed = tools.filter((tool) => !server.tools || server.tools.includes(tool.name));
  return {
    close: () => client.close(),
    tools: allowed.map(
      (remote): LiveTool => ({
        server: name,
        title: `${name}: ${remote.name}`,
        tool: tool(
          async (args: unknown, { signal }: { signal?: AbortSignal }) => {
            const timeout = AbortSignal.timeout(CALL_SECONDS * 1000);
            const bound = signal ? AbortSignal.any([signal, timeout]) : timeout;
            try {
              const said: unknown = await remote.invoke(args as Record<string, unknown>, { signal: bound });
              return (typeof said === 'string' ? said : JSON.stringify(said)).slice(0, MAX_CHARS);
            } catch (error) {
              if (!signal?.aborted && !isToolError(error)) onLost(error);
              throw error;
            }
          },
          {
            name: `${name}__${remote.name}`.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64),
            description: remote.description,
            schema: remote.schema,
          },
        ),
      }),
    ),
  };
};

const within = <T>(seconds: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${seconds} seconds`)), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** True for an error that the tool itself reports (`isError` in its result); the connection still works. */
const isToolError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ToolException' && / returned an error: /.test(error.message);
