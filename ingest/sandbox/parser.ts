import { type ErrorCode, ParleyError } from '../../core/errors.ts';
import type { ExtractedPage } from '../extract/page.ts';
import { createFrameReader, encodeFrame } from './frames.ts';
import { createPageReceiver, type ReadRequest, type Reply } from './messages.ts';
import { spawnParser } from './spawn.ts';
import { processUsage } from './usage.ts';

/** Limits of one read. */
export interface ReadLimits {
  /** Seconds of processor time, and more for larger files. */
  cpuSeconds: number;
  cpuSecondsPerMegabyte: number;
  maxCpuSeconds: number;
  /** Bytes of memory of the process. */
  memoryBytes: number;
  /** Bytes of the page that comes back. */
  outputBytes: number;
}

/** Ordinary files need far less: 1 MB takes less than 2 s, and the largest files (50 MB) less than 60 s. */
export const DEFAULT_LIMITS: ReadLimits = {
  cpuSeconds: 4,
  cpuSecondsPerMegabyte: 10,
  maxCpuSeconds: 120,
  memoryBytes: 1_000_000_000,
  outputBytes: 256_000_000,
};

/** Additional processor time for text recognition. A large picture takes a minute. */
const RECOGNITION_SECONDS = 240;

/**
 * Wall-clock limit of a read, as a multiple of its limit of processor time. Where the processor time can be measured (Linux), the
 * clock only ends a process that waits forever, so that a busy machine fails no file. Elsewhere the clock is the only limit.
 */
const CLOCK_PER_CPU_MEASURED = 16;
const CLOCK_PER_CPU_UNMEASURED = 4;
/** Milliseconds between two checks of a read's processor time and memory. */
const WATCH_MS = 200;

/** A page with the cost of reading it. The `details` of a failure contain `cpuSeconds` too. */
export interface ReadResult {
  page: ExtractedPage;
  /** Processor time. */
  cpuSeconds: number;
}

/** One parser process. Reads one file at a time. */
export interface Parser {
  /**
   * @throws the reader's errors, PARSER_TIMEOUT, PARSER_MEMORY, PARSER_DIED, OUTPUT_TOO_LARGE. After the last four, the process
   *   has ended
   */
  read(request: ReadRequest, bytes: Uint8Array): Promise<ReadResult>;
  readonly pid: number | undefined;
  /** True if it reads no more files. */
  readonly ended: boolean;
  /** Number of files that it has read. */
  readonly reads: number;
  /** Seconds of processor time that it has used, as of its last answer. */
  readonly cpuSeconds: number;
  end(): void;
}

/** A stream that can stop keeping this process alive. */
interface Countable {
  ref?(): void;
  unref?(): void;
}

/**
 * Starts a parser process. While it is idle, it does not keep this process alive.
 * @param onExit called once, after it has ended
 */
export const createParser = (limits: ReadLimits, onExit: (parser: Parser) => void): Parser => {
  const child = spawnParser();
  const handles: Countable[] = [child, child.stdin as Countable, child.stdout as Countable, child.stderr as Countable];
  let lastWords = '';
  let job: Job | undefined;
  let reads = 0;
  let cpuSeconds = 0;
  let ended = false;
  let isGone = false;

  const settle = (): Job | undefined => {
    const done = job;
    job = undefined;
    if (done) clearInterval(done.watch);
    for (const handle of handles) handle.unref?.();
    return done;
  };
  /** Counts a read. @param cpu processor time of the process so far @returns the processor time of this read */
  const count = (cpu: number): number => {
    const used = cpu - cpuSeconds;
    reads++;
    cpuSeconds = cpu;
    return used;
  };
  /** Fails the read and ends the process. */
  const abandon = (code: ErrorCode, message: string, remedy: string, details: Record<string, unknown> = {}) => {
    ended = true;
    child.kill('SIGKILL');
    settle()?.reject(new ParleyError(code, { message, remedy, details }));
  };

  child.stdout.on(
    'data',
    createFrameReader((json) => {
      if (!job) return;
      job.received += json.length;
      if (job.received > limits.outputBytes) {
        abandon(
          'OUTPUT_TOO_LARGE',
          `The file holds more than ${Math.round(limits.outputBytes / 1e6)} MB of text.`,
          'Split it.',
        );
        return;
      }
      const reply = JSON.parse(json) as Reply;
      if (reply.kind === 'failure') {
        const { code, message, remedy } = reply;
        const details = { cpuSeconds: count(reply.cpu) };
        settle()?.reject(new ParleyError(code, { message, remedy, details }));
        return;
      }
      const page = job.receiver.receive(reply);
      if (page === undefined || reply.kind !== 'page') return;
      const used = count(reply.cpu);
      settle()?.resolve({ page, cpuSeconds: used });
    }),
  );
  child.stderr.on('data', (text: Buffer) => {
    lastWords = (lastWords + text.toString()).slice(-4000);
  });
  child.stdin.on('error', () => {});
  child.on('error', (error) => {
    lastWords += error.message;
    gone();
  });
  child.on('close', gone);
  settle();

  function gone(): void {
    if (isGone) return;
    isGone = true;
    ended = true;
    const outOfMemory = /out of memory|allocation fail/i.test(lastWords);
    settle()?.reject(
      outOfMemory
        ? tooMuchMemory()
        : new ParleyError('PARSER_DIED', {
            message: 'The program that read the file ended in the middle.',
            remedy: 'Save the file anew in its own program, or as PDF or text, and ingest that.',
            details: { lastWords },
          }),
    );
    onExit(parser);
  }

  const parser: Parser = {
    get pid() {
      return child.pid;
    },
    get ended() {
      return ended;
    },
    get reads() {
      return reads;
    },
    get cpuSeconds() {
      return cpuSeconds;
    },
    read: (request, bytes) =>
      new Promise((resolve, reject) => {
        for (const handle of handles) handle.ref?.();
        const allowed =
          Math.min(limits.maxCpuSeconds, limits.cpuSeconds + (limits.cpuSecondsPerMegabyte * bytes.length) / 1e6) +
          (request.context.ocr ? RECOGNITION_SECONDS : 0);
        const started = performance.now();
        let before: number | undefined;
        const check = () => {
          const usage = child.pid === undefined ? undefined : processUsage(child.pid);
          before ??= usage?.cpu;
          const cpu = (usage?.cpu ?? 0) - (before ?? 0);
          const allowedOnClock = allowed * (usage ? CLOCK_PER_CPU_MEASURED : CLOCK_PER_CPU_UNMEASURED);
          if (cpu > allowed || performance.now() - started > allowedOnClock * 1000)
            abandon(
              'PARSER_TIMEOUT',
              `Reading the file took more than ${Math.ceil(allowed)} s.`,
              'Split it, or save it in a simpler format, and ingest that.',
              { cpuSeconds: cpu },
            );
          else if (usage && usage.memory > limits.memoryBytes) {
            const error = tooMuchMemory();
            abandon(error.code, error.message, error.remedy);
          }
        };
        job = { resolve, reject, received: 0, receiver: createPageReceiver(), watch: setInterval(check, WATCH_MS) };
        for (const piece of encodeFrame(request, bytes)) child.stdin.write(piece);
      }),
    end() {
      ended = true;
      child.stdin.end();
    },
  };
  return parser;
};

interface Job {
  resolve(result: ReadResult): void;
  reject(error: ParleyError): void;
  received: number;
  receiver: ReturnType<typeof createPageReceiver>;
  watch: NodeJS.Timeout;
}

const tooMuchMemory = (): ParleyError =>
  new ParleyError('PARSER_MEMORY', {
    message: 'Reading the file needs more memory than a file may take.',
    remedy: 'Split it, or save it in a simpler format, and ingest that.',
  });
