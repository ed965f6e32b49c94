import { parentPort, workerData } from 'node:worker_threads';
import { asParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { openParley } from '../open.ts';
import type { Parley } from '../parley.ts';
import type { ThreadReply, ThreadRequest } from './threaded-agent.ts';

// A thread that answers questions with an agent and stores of its own, until it is terminated. Stores that cannot be opened
// fail the question, and are tried again at the next one.
let opened: Promise<Parley> | undefined;
const open = (): Promise<Parley> => {
  opened ??= openParley({ settings: workerData as Settings });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
};
// At once, so that the first question does not wait for it.
void open();
const running = new Map<number, AbortController>();
const reply = (message: ThreadReply) => parentPort?.postMessage(message);

parentPort?.on('message', async (request: ThreadRequest) => {
  const { id } = request;
  if (!('question' in request)) return running.get(id)?.abort();
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const { agent } = await open();
    const answer = await agent.answer({ ...request.question, signal: controller.signal }, (event) =>
      reply({ id, event }),
    );
    reply({ id, answer });
  } catch (error) {
    const { code, message, remedy, details } = asParleyError(error);
    const cause = error instanceof Error ? error.stack : String(error);
    reply({ id, error: { code, message, remedy, details: { ...details }, cause } });
  } finally {
    running.delete(id);
  }
});
