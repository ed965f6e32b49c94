import { parentPort } from 'node:worker_threads';
import { asParleyError } from '../../core/errors.ts';
import { previewFile } from './row.ts';

// One file at a time; what goes wrong is an answer like any other, so that the worker lives on.
parentPort?.on('message', async (file: string) => {
  try {
    parentPort?.postMessage({ row: await previewFile(file) });
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    parentPort?.postMessage({ failure: { input: file, code, message, remedy } });
  }
});
