import { availableParallelism } from 'node:os';
import { isParleyError } from '../../core/errors.ts';
import type { ReadRequest } from './messages.ts';
import { createParser, DEFAULT_LIMITS, type Parser, type ReadLimits, type ReadResult } from './parser.ts';
import { createOrphanGuard } from './spawn.ts';
import { processUsage } from './usage.ts';

/** Parser processes that read files. */
export interface ParserPool {
  /** @throws what `Parser.read` throws */
  read(request: ReadRequest, bytes: Uint8Array): Promise<ReadResult>;
  /** Maximum number of processes. */
  readonly size: number;
  /** Ids of the running processes. */
  readonly pids: number[];
  /** Bytes of memory of the largest process now; 0 if the system does not tell. */
  readonly memory: number;
  /** Seconds of processor time of all processes, including ended ones. */
  readonly cpuSeconds: number;
  /** Ends all processes after their current reads. */
  close(): void;
}

export interface ParserPoolOptions {
  size?: number;
  limits?: Partial<ReadLimits>;
}

/** An idle process ends after this time, because each uses about 100 MB. */
const IDLE_MS = 30_000;

/** Creates a pool that starts processes on demand, at most one per core, and reuses them. If one dies, only its file fails. */
export const createParserPool = ({
  size = availableParallelism(),
  limits = {},
}: ParserPoolOptions = {}): ParserPool => {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  const guard = createOrphanGuard();
  const alive = new Set<Parser>();
  const idle: { parser: Parser; timer: NodeJS.Timeout }[] = [];
  const waiting: ((parser: Parser) => void)[] = [];
  let endedCpuSeconds = 0;

  const pids = () => [...alive].flatMap(({ pid }) => pid ?? []);
  /**
   * True if as many processes as may read are there. One that is ending reads no more, and to wait for it would let a program
   * end that has nothing else to do, because an idle process does not keep it alive.
   */
  const isFull = () => [...alive].filter(({ ended }) => !ended).length >= size;
  const start = (): Parser => {
    const parser = createParser(bounds, (ended) => {
      alive.delete(ended);
      endedCpuSeconds += ended.cpuSeconds;
      const at = idle.findIndex((one) => one.parser === ended);
      if (at !== -1) clearTimeout(idle.splice(at, 1)[0]?.timer);
      guard.guard(pids());
      const next = isFull() ? undefined : waiting.shift();
      if (next) next(start());
    });
    alive.add(parser);
    guard.guard(pids());
    return parser;
  };
  const acquire = async (): Promise<Parser> => {
    for (let free = idle.pop(); free; free = idle.pop()) {
      clearTimeout(free.timer);
      if (!free.parser.ended) return free.parser;
    }
    return isFull() ? new Promise((ready) => waiting.push(ready)) : start();
  };
  const release = (parser: Parser): void => {
    // A waiting read gets the process that is started after this one has ended.
    if (parser.ended) return;
    const next = waiting.shift();
    if (next) next(parser);
    else idle.push({ parser, timer: setTimeout(() => parser.end(), IDLE_MS).unref() });
  };

  return {
    size,
    get pids() {
      return pids();
    },
    get memory() {
      return pids().reduce((largest, pid) => Math.max(largest, processUsage(pid)?.memory ?? 0), 0);
    },
    get cpuSeconds() {
      return [...alive].reduce((sum, parser) => sum + parser.cpuSeconds, endedCpuSeconds);
    },
    async read(request, bytes) {
      for (let attempt = 1; ; attempt++) {
        const parser = await acquire();
        const fresh = parser.reads === 0;
        try {
          return await parser.read(request, bytes);
        } catch (error) {
          // An earlier file may have caused the end of the process. Only a new process shows which file it was.
          const unclear = isParleyError(error, 'PARSER_DIED') || isParleyError(error, 'PARSER_MEMORY');
          if (!unclear || fresh || attempt > 2) throw error;
        } finally {
          release(parser);
        }
      }
    },
    close() {
      for (const { parser, timer } of idle.splice(0)) {
        clearTimeout(timer);
        parser.end();
      }
    },
  };
};
