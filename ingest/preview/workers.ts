import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IngestFailure } from '../report.ts';
import type { PreviewRow } from './row.ts';

/** What became of one file. */
export type Outcome = { row: PreviewRow } | { failure: IngestFailure };

/** Seconds that one file may take; a file that takes longer is given up with its worker. */
const PATIENCE = 120;

/** Extracts files on several threads. */
export interface WorkerPool {
  run(file: string): Promise<Outcome>;
  /** Files that the pool works on or has waiting. */
  readonly pending: number;
  readonly size: number;
  close(): Promise<void>;
}

/** Starts workers as files come, at most one a core. A worker that dies takes only its file with it. */
export const createWorkerPool = (size: number = availableParallelism()): WorkerPool => {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: { file: string; done: (outcome: Outcome) => void }[] = [];
  let pending = 0;

  const start = () => {
    // The same file type as this one: TypeScript from source, JavaScript once built.
    const worker = new Worker(new URL(`./worker${extname(import.meta.filename)}`, import.meta.url));
    all.add(worker);
    return worker;
  };

  const next = () => {
    const task = waiting[0];
    if (task === undefined) return;
    const worker = idle.pop() ?? (all.size < size ? start() : undefined);
    if (worker === undefined) return;
    waiting.shift();
    const finish = (outcome: Outcome, alive: boolean) => {
      clearTimeout(timer);
      // Not removeAllListeners: that would take the thread's own listeners too, and it would never answer again.
      worker.off('message', answered).off('error', died);
      if (alive) idle.push(worker);
      else {
        all.delete(worker);
        void worker.terminate();
      }
      pending--;
      task.done(outcome);
      next();
    };
    const failed = (message: string) =>
      finish(
        {
          failure: {
            input: task.file,
            code: 'INPUT_UNREADABLE',
            message,
            remedy: 'Leave the file out, or turn it into text.',
          },
        },
        false,
      );
    const timer = setTimeout(() => failed(`The file took more than ${PATIENCE} s.`), PATIENCE * 1000);
    const answered = (outcome: Outcome) => finish(outcome, true);
    const died = (error: Error) => failed(`The file could not be read (${error.message}).`);
    worker.on('message', answered).on('error', died);
    worker.postMessage(task.file);
  };

  return {
    size,
    get pending() {
      return pending;
    },
    run: (file) =>
      new Promise((done) => {
        pending++;
        waiting.push({ file, done });
        next();
      }),
    async close() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
};
