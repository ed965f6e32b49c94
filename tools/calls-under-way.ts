import type { MultiServerMCPClient } from '@langchain/mcp-adapters';

/** A client of the MCP SDK. */
type McpClient = NonNullable<Awaited<ReturnType<MultiServerMCPClient['getClient']>>>;

/** Milliseconds between looks at the process of a server over stdio while a call runs. */
const LOOK_MS = 1_000;
/** Milliseconds that a server has to show that it is still there, once something speaks against it. */
const PING_MS = 2_000;

/** What the transports of the SDK report when a stream of answers breaks. */
const BROKEN_STREAM = /^SSE (?:stream disconnected|error)\b/;

/**
 * Watches a server while its tools run. The SDK goes on waiting for the answer of a server over HTTP that died or restarted, and
 * of one over stdio whose process ended while another process holds its output. Here such a call fails as soon as that shows:
 * a transport error or the end of the process, and a ping that the server does not answer.
 * @param isGone true for an error of the ping that only a server throws that is no longer there
 */
export const watchCalls = (server: McpClient, isGone: (error: unknown) => boolean) => {
  const underWay = new Set<(reason: Error) => void>();
  let looking: NodeJS.Timeout | undefined;
  /** A ping that cannot be sent is a transport error too. */
  let checking = false;
  const transport = () => server.transport as { pid?: number | null; sessionId?: string } | undefined;

  const failAll = (calls: Iterable<(reason: Error) => void>, cause: unknown) => {
    for (const fail of calls) fail(new Error('it went away in the middle of the call', { cause }));
  };
  const check = async (cause: unknown, mayBeBusy: boolean) => {
    const calls = [...underWay];
    if (calls.length === 0 || checking) return;
    checking = true;
    const silence = await server.ping({ timeout: PING_MS }).then(
      () => undefined,
      (error: unknown) => error ?? cause,
    );
    checking = false;
    if (silence !== undefined && (!mayBeBusy || isGone(silence))) failAll(calls, cause);
  };
  server.onerror = (error) => {
    // Without a session nothing can be resumed: the answers to come were to come on that stream.
    const isHttp = transport()?.pid === undefined;
    if (isHttp && !transport()?.sessionId && BROKEN_STREAM.test(error.message)) failAll(underWay, error);
    else void check(error, true);
  };
  const lookAtProcess = () => {
    const pid = transport()?.pid;
    if (pid && !isRunning(pid)) void check(new Error('its process ended'), false);
  };
  return {
    get count() {
      return underWay.size;
    },
    /** The outcome of a call, or its failure once the server is gone. */
    async run<T>(call: Promise<T>): Promise<T> {
      const { promise: gone, reject } = Promise.withResolvers<never>();
      underWay.add(reject);
      looking ??= setInterval(lookAtProcess, LOOK_MS).unref();
      try {
        return await Promise.race([call, gone]);
      } finally {
        underWay.delete(reject);
        if (underWay.size === 0) {
          clearInterval(looking);
          looking = undefined;
        }
      }
    },
  };
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
