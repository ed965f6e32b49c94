import { ChromaClient, ChromaNotFoundError } from 'chromadb';
import { ParleyError } from '../../core/errors.ts';
import type { Call } from './collection.ts';
import { callServer } from './server-error.ts';

/** A Chroma server: its client, and calls to it that are repeated and told in Parley's words. */
export interface ChromaServer {
  client: ChromaClient;
  call: Call;
  /** Asks whether it is there, a Chroma, and lets Parley in. @returns its name and version */
  reach(): Promise<string>;
}

/**
 * Nothing is sent before the first call, which finds out whether a Chroma is there at all: what another server answers to
 * Chroma's paths could mean anything.
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

  const look = async () => {
    const beat = await callServer(host, () => client.heartbeat()).catch((error: unknown) => {
      if (error instanceof ParleyError) throw error;
      throw notChroma(host, error);
    });
    if (typeof beat !== 'number') throw notChroma(host, undefined);
  };
  let found: Promise<void> | undefined;
  const reached = () => {
    found ??= look().catch((error) => {
      found = undefined;
      throw error;
    });
    return found;
  };

  return {
    client,
    call: async (work) => {
      await reached();
      return callServer(host, work);
    },
    async reach() {
      await look();
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
