import { asParleyError, isParleyError, ParleyError } from '../../core/errors.ts';
import { damaged } from '../formats/errors.ts';
import { readerOf } from '../formats/index.ts';
import { createFrameReader, encodeFrame } from './frames.ts';
import { pageReplies, type ReadRequest, type Reply } from './messages.ts';

// The program of a parser process: reads one file at a time from standard input and answers on standard output.
// `spawn.ts` starts it without network, file writes or child processes. It ends with its input, so it outlives no parent.

const write = process.stdout.write.bind(process.stdout);
// What a library prints must not stand between two answers; nor may code that a file took over end other processes.
process.stdout.write = () => true;
process.stderr.write = () => true;
process.kill = () => true;

let reading = false;
/** Something failed outside the awaited read: the process ends after its answer, since nobody knows what state it is in. */
let tainted = false;

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const send = (reply: Reply): void => {
  for (const piece of encodeFrame(reply)) write(piece);
};

const sendFailure = (error: unknown): void => {
  const { code, message, remedy } = asParleyError(error);
  send({ kind: 'failure', code, message, remedy, cpu: cpuSeconds() });
};

const answer = async ({ format, context }: ReadRequest, bytes: Uint8Array): Promise<void> => {
  reading = true;
  // With nothing left to wait for, the loop runs empty although the read is not done: `beforeExit` answers then.
  process.stdin.unref();
  try {
    const page = await readerOf(format)(bytes, context);
    const { maxCharacters } = context;
    const wanted =
      maxCharacters === undefined
        ? page
        : { ...page, markdown: page.markdown.slice(0, maxCharacters), text: '', tables: [], links: [] };
    for (const reply of pageReplies(wanted, cpuSeconds)) send(reply);
  } catch (error) {
    sendFailure(isParleyError(error) ? error : damaged(format.name, error));
  }
  reading = false;
  if (tainted) process.exit();
  process.stdin.ref();
};

process.on('beforeExit', () => {
  if (reading)
    sendFailure(
      new ParleyError('INPUT_UNREADABLE', {
        message: 'The file is damaged: its parser stopped in the middle.',
        remedy: 'Open it in its own program, save it anew and ingest it again.',
      }),
    );
  process.exit();
});
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, () => {
    tainted = true;
    if (!reading) process.exit();
  });

process.stdin.on(
  'data',
  createFrameReader((json, bytes) => void answer(JSON.parse(json) as ReadRequest, bytes)),
);
process.stdin.on('end', () => process.exit());
