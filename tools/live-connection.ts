import type { StructuredToolInterface } from '@langchain/core/tools';
import { asParleyError } from '../core/errors.ts';
import { missingPackage } from '../core/optional-packages.ts';
import { watchCalls } from './calls-under-way.ts';
import { LiveToolError, wordsOfResult } from './live-result.ts';

/** How a server is reached: by its address, or by starting it. */
export interface ServerAddress {
  url?: string;
  headers?: Record<string, string>;
  command?: string;
  args: string[];
  env?: Record<string, string>;
}

/** A connection to one MCP server. */
export interface LiveConnection {
  /** The server's tools as it describes them; the list follows when the server says that it has others. */
  readonly tools: readonly Pick<StructuredToolInterface, 'name' | 'description' | 'schema'>[];
  /**
   * Calls a tool and returns the words of its result.
   * @throws LiveToolError for what the tool itself reports; else what the protocol or the connection throws
   */
  call(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<string>;
  /** Closes the connection once the calls that are under way have ended. */
  retire(): void;
  /** Closes it at once. */
  close(): Promise<void>;
}

/**
 * Connects to one server through LangChain's adapters and lists its tools.
 * @throws PACKAGE_MISSING where the adapters are not installed; else what the connection throws
 */
export const connectToServer = async (name: string, server: ServerAddress): Promise<LiveConnection> => {
  const { loadMcpTools, MultiServerMCPClient } = await import('@langchain/mcp-adapters').catch((error: unknown) => {
    throw missingPackage(error) ? asParleyError(error) : error;
  });
  let tools: LiveConnection['tools'] = [];
  /** Keeps the old list if the server does not give the new one. */
  const listAgain = async (): Promise<void> => {
    try {
      const remote = await client.getClient(name);
      if (remote) tools = await loadMcpTools(name, remote, { throwOnLoadError: true });
    } catch {
      // The connection may be gone; the next call finds out and connects again.
    }
  };
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
    onToolsListChanged: () => void listAgain(),
  });
  try {
    tools = await client.getTools();
    // The adapters' own tools mix texts with the result's metadata, so the result is read here.
    const remote = await client.getClient(name);
    if (!remote) throw new Error('it closed the connection');
    const calls = watchCalls(remote, (error) => isLost(error) && !isTimeout(error));
    let retired = false;
    const close = () => client.close();
    const closeWhenIdle = () => {
      if (retired && calls.count === 0) close().catch(() => {});
    };
    return {
      get tools() {
        return tools;
      },
      close,
      async call(tool, args, signal) {
        try {
          return wordsOfResult(
            await calls.run(remote.callTool({ name: tool, arguments: args }, undefined, { signal })),
          );
        } finally {
          closeWhenIdle();
        }
      },
      retire() {
        retired = true;
        closeWhenIdle();
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
};

/** Codes of the MCP SDK for a connection that is closed and for a request without an answer. */
const CLOSED = -32_000;
const TIMED_OUT = -32_001;

/**
 * True for a call that never reached its tool, because the server died or restarted since the last one: the SDK refuses to
 * send over a closed connection, and a server answers 404 (or 400, as early SDKs did) to a session that it does not know.
 * It may be made again over a new connection.
 */
export const isUnsent = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error.message === 'Not connected' || code === 404 || code === 400;
};

const isTimeout = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === TIMED_OUT;

/**
 * True for an error after which the connection is not used again. A tool's own error, arguments that the server refuses and
 * a result of the wrong form say nothing about the connection.
 */
export const isLost = (error: unknown): boolean => {
  if (error instanceof LiveToolError || !(error instanceof Error) || /ZodError$/.test(error.name)) return false;
  const { code } = error as { code?: unknown };
  const isProtocolError = error.name === 'McpError' && typeof code === 'number';
  return !isProtocolError || code === CLOSED || code === TIMED_OUT;
};
