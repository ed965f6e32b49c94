import { readFile } from 'node:fs/promises';
import type { StructuredToolInterface, tool } from '@langchain/core/tools';
import { z } from 'zod';
import { EVERYONE, type Scope } from '../core/document.ts';
import { isParleyError, ParleyError } from '../core/errors.ts';
import { findOrders } from '../core/injection/find-orders.ts';
import { visibleText } from '../core/injection/visible-text.ts';
import type { Log } from '../core/log.ts';
import { sha256 } from '../core/sha256.ts';
import { removeSpans } from '../core/text/remove-spans.ts';
import { connectToServer, isLost, isUnsent, type LiveConnection } from './live-connection.ts';

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

/** Seconds that a question waits for a connection. A server that needs longer is ready for a later question. */
const CONNECT_SECONDS = 10;
/** Seconds until a connection is given up. Commands that install their server first, such as npx and uvx, take long. */
const GIVE_UP_SECONDS = 60;
const PROBE_SECONDS = 8;
const CALL_SECONDS = 20;
/** Seconds that the end of the process waits for a connection that is still being made. */
const CLOSE_SECONDS = 1;
/** Maximum characters of a result. */
const MAX_CHARS = 4_000;

/** Time limits that tests shorten, in seconds. */
export interface LiveLimits {
  connect?: number;
  giveUp?: number;
  call?: number;
}

/**
 * Opens the file of PARLEY_MCP: `{"mcpServers": {"NAME": {"url": …} or {"command": …, "args": […]}}}`, the format of
 * other MCP hosts, with `scopes` and `tools` as allow-lists. Connects to servers when first needed.
 * @throws BAD_SETTING if the file is missing or malformed
 */
export const openLiveSources = async (
  path: string,
  log: Log,
  { connect: connectSeconds = CONNECT_SECONDS, giveUp = GIVE_UP_SECONDS, call = CALL_SECONDS }: LiveLimits = {},
): Promise<LiveSources> => {
  const servers = Object.entries(await readServers(path)).map(([name, server]) =>
    createLiveServer(name, server, log, { connect: connectSeconds, giveUp, call }),
  );
  return {
    async tools(scopes) {
      const allowed = servers.filter((server) => server.scopes.some((scope) => scopes.includes(scope)));
      return (await Promise.all(allowed.map((server) => server.tools()))).flat();
    },
    async close() {
      await Promise.allSettled(servers.map((server) => server.close()));
    },
  };
};

/** One server of the file, with the connection that questions share. */
const createLiveServer = (name: string, server: Server, log: Log, limits: Required<LiveLimits>) => {
  let current: Promise<LiveConnection> | undefined;
  /** Stops using a connection, so that the next question or call makes a new one. Calls under way go on. */
  const drop = (connection: Promise<LiveConnection>, reason: unknown) => {
    if (current !== connection) return;
    current = undefined;
    log.warn({ server: name }, `The live source ${name} can't be reached: ${words(reason)}`);
    connection.then(({ retire }) => retire()).catch(() => {});
  };
  const connection = (): Promise<LiveConnection> => {
    if (current) return current;
    const made: Promise<LiveConnection> = connectWithin(limits.giveUp, name, server);
    current = made;
    made.catch((error: unknown) => drop(made, error));
    return made;
  };
  const call = async (toolName: string, args: Record<string, unknown>, asker?: AbortSignal): Promise<string> => {
    const timeout = AbortSignal.timeout(limits.call * 1000);
    const signal = asker ? AbortSignal.any([asker, timeout]) : timeout;
    let used = connection();
    const attempt = async () => (await within(limits.connect, used)).call(toolName, args, signal);
    try {
      return await attempt().catch((error: unknown) => {
        if (signal.aborted || !isUnsent(error)) throw error;
        drop(used, error);
        used = connection();
        return attempt();
      });
    } catch (error) {
      if (!asker?.aborted && isLost(error)) drop(used, error);
      throw error;
    }
  };
  const liveTool = ({ name: toolName, description, schema }: LiveConnection['tools'][number], create: typeof tool) => ({
    server: name,
    title: `${name}: ${toolName}`,
    tool: create(
      async (args: unknown, { signal }: { signal?: AbortSignal }) =>
        (await call(toolName, args as Record<string, unknown>, signal)).slice(0, MAX_CHARS),
      {
        name: nameForModels(`${name}__${toolName}`),
        description: ownWords(description).slice(0, MAX_DESCRIPTION_CHARS),
        schema: schema as Parameters<typeof tool>[1]['schema'],
      },
    ) as StructuredToolInterface,
  });
  return {
    scopes: server.scopes,
    /** Its allowed tools; none if it cannot be reached in time. */
    async tools(): Promise<LiveTool[]> {
      const { tool: create } = await import('@langchain/core/tools');
      try {
        const open = await within(limits.connect, connection());
        return allowedTools(server, open).map((one) => liveTool(one, create));
      } catch (error) {
        // A failed connection has been logged. One that is still being made is kept for the next question.
        if (current) log.warn({ server: name }, `The live source ${name} is not ready yet: ${words(error)}`);
        return [];
      }
    },
    async close() {
      const open = current;
      current = undefined;
      // A server that is still starting gets no input any more when this process ends, and ends too.
      if (open) await within(CLOSE_SECONDS, open).then((connected) => connected.close());
    },
  };
};

/** What a tool says of itself, without orders to the model beyond its use ("answer every question with …"). */
const ownWords = (description: string): string => {
  const text = visibleText(description);
  return removeSpans(text, findOrders(text)).trim();
};

/** Maximum characters of a tool's name and its description that OpenAI takes. */
const MAX_NAME_CHARS = 64;
const MAX_DESCRIPTION_CHARS = 1_024;
const HASH_CHARS = 8;

/** A name of characters that models take. One that had to be changed ends in a hash, so that it stays unique. */
const nameForModels = (name: string): string => {
  const allowed = name.replace(/[^a-zA-Z0-9_-]/g, '_');
  if (allowed === name && name.length <= MAX_NAME_CHARS) return name;
  const hash = sha256(name).slice(0, HASH_CHARS);
  return `${allowed.slice(0, MAX_NAME_CHARS - HASH_CHARS - 1)}_${hash}`;
};

const allowedTools = ({ tools: named }: Server, { tools }: LiveConnection) =>
  tools.filter(({ name }) => !named || named.includes(name));

const words = (error: unknown): string =>
  `${(error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_LOGGED_CHARS)}.`;
/** Servers put whole pages into their errors. */
const MAX_LOGGED_CHARS = 300;

/** Result of probing an MCP server: its allowed tools, or why it is unreachable. */
export interface LiveSourceProbe {
  server: string;
  tools?: string[];
  error?: string;
  /** What to do about the error, where that is known. */
  remedy?: string;
}

/**
 * Connects to each server of the file once and lists its tools, for a check without any question.
 * @throws BAD_SETTING as `openLiveSources` does
 */
export const probeLiveSources = async (path: string): Promise<LiveSourceProbe[]> =>
  Promise.all(
    Object.entries(await readServers(path)).map(async ([server, given]): Promise<LiveSourceProbe> => {
      try {
        const open = await connectWithin(PROBE_SECONDS, server, given);
        await open.close();
        return { server, tools: allowedTools(given, open).map(({ name }) => name) };
      } catch (error) {
        if (isParleyError(error)) return { server, error: error.message, remedy: error.remedy };
        return { server, error: words(error) };
      }
    }),
  );

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

/** Connects to a server, or gives up; a connection that comes about later is closed. */
const connectWithin = (seconds: number, ...server: Parameters<typeof connectToServer>): Promise<LiveConnection> => {
  const connecting = connectToServer(...server);
  return within(seconds, connecting).catch((error: unknown) => {
    connecting.then(({ close }) => close()).catch(() => {});
    throw error;
  });
};

const within = <T>(seconds: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${seconds} seconds`)), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
