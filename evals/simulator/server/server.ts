import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ParleyError } from '../../../core/errors.ts';
import { readKnobs } from '../reader/knobs.ts';
import { openReader, type ReaderOptions } from '../reader/reader.ts';
import { answer, type LoggedCall } from './answer.ts';
import { fail } from './respond.ts';
import { troubles } from './trouble.ts';

export interface SimulatedModelOptions extends ReaderOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** The address to listen at; this machine only by default. */
  host?: string;
}

/** Calls that `log` keeps, the latest. */
const MAX_LOGGED = 10_000;

/** A simulated model that serves. */
export interface SimulatedModel {
  /** The base URL for PARLEY_MODEL_BASE_URL and PARLEY_EMBEDDINGS_BASE_URL. */
  url: string;
  log: LoggedCall[];
  close(): Promise<void>;
}

/**
 * Serves the simulated model over the OpenAI API: `/v1/chat/completions` (streaming, tools, JSON schema, logprobs, n) and
 * `/v1/embeddings` (by hashing words).
 *
 * @example
 * const model = await startSimulatedModel({ world: { seed: 7, size: 2000 } });
 * // PARLEY_MODEL=openai:simulated PARLEY_MODEL_BASE_URL=model.url
 * await model.close();
 * @throws BAD_USAGE for a port that is taken
 */
export const startSimulatedModel = async (options: SimulatedModelOptions = {}): Promise<SimulatedModel> => {
  const { port = 0, host = '127.0.0.1' } = options;
  const reader = openReader(options);
  const knobs = readKnobs(options.knobs);
  const log: LoggedCall[] = [];
  const note = (call: LoggedCall): void => {
    if (log.length >= MAX_LOGGED) log.shift();
    log.push(call);
  };
  const trouble = troubles(options.seed ?? 1, knobs);
  const server = createServer((request, response) => {
    answer(request, response, { reader, knobs, trouble, note }).catch((error: unknown) => {
      if (!response.headersSent) fail(response, 500, 'server_error', String(error));
      else response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(host, port) : error);
    });
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/v1`,
    log,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const portTaken = (host: string, port: number) =>
  new ParleyError('BAD_USAGE', {
    message: `Something listens at ${host}:${port} already.`,
    remedy: 'Give another --port; 0 takes a free one.',
  });
