import { ChromaClient, ChromaNotFoundError } from 'chromadb';
import { ParleyError } from '../../core/errors.ts';
import type { Call } from './known-collection.ts';
import { callServer } from './server-error.ts';

/** A Chroma server: its client, and `call`, which adds retries and throws Parley's errors. */
export interface ChromaServer {
  client: ChromaClient;
  call: Call;
  /** Checks that the server answers, is a Chroma server and accepts the credentials. @returns its name and version */
  reach(): Promise<string>;
}

/**
 * Connects at the first call, which first checks that the server is a Chroma server: another server's answers to Chroma's
 * paths could mean anything.
 * @param url CHROMA_URL; a user and password in it are sent as basic authentication
 */
export const chromaServer = (url: string): ChromaServer => {
  const { protocol, hostname, port, username, password, host } = new URL(url);
  const ssl = protocol === 'https:';
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const client = new ChromaClient({
    host: hostname,
    port: port ? Number(port) : ssl ? 443 : 8000,
    ssl,
    ...(username && { headers: { authorization: `Basic ${Buffer.from(account).toString('base64')}` } }),
  });

  const checkServer = async () => {
    const beat = await callServer(host, () => client.heartbeat()).catch((error: unknown) => {
      if (error instanceof ParleyError) throw error;
      throw notChroma(host, error);
    });
    if (typeof beat !== 'number') throw notChroma(host, undefined);
  };
  let checked: Promise<void> | undefined;
  const ensureChecked = () => {
    checked ??= checkServer().catch((error) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };

  return {
    client,
    call: async (work) => {
      await ensureChecked();
      return callServer(host, work);
    },
    async reach() {
      await checkServer();
      return `Chroma ${await callServer(host, () => client.version())}`;
    },
  };
};

const notChroma = (host: string, cause: unknown) =>
  new ParleyError('STORE_UNAVAILABLE', {
    message: `The server that answers is not a Chroma server of version 1${cause instanceof ChromaNotFoundError ? ' (it does not know /api/v2/heartbeat)' : ''}.`,
    remedy: 'Set CHROMA_URL to the address of a Chroma 1.x server, or unset it.',
    cause,
    details: { server: host },
  });
