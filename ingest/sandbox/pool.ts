import { availableParallelism } from 'node:os';
import { isParleyError } from '../../core/errors.ts';
import type { ReadRequest } from './messages.ts';
import { createParser, DEFAULT_LIMITS, type Parser, type ReadLimits, type ReadResult } from './parser.ts';
import { createOrphanGuard } from './spawn.ts';
import { processUsage } from './usage.ts';

/** Reads files in parser processes. */
export interface ParserPool {
  /** @throws what `Parser.read` throws */
  read(request: ReadRequest, bytes: Uint8Array): Promise<ReadResult>;
  /** Most processes at once. */
  readonly size: number;
  /** Process ids of those that are alive. */
  readonly pids: number[];
  /** Bytes of memory that the largest process holds now; 0 where the system does not tell. */
  readonly memory: number;
  /** Seconds of processor time that all processes have used, ended ones too. */
  readonly cpuSeconds: number;
  /** Ends all processes once they have read what they were given. */
  close(): void;
}

export interface ParserPoolOptions {
  size?: number;
  limits?: Partial<ReadLimits>;
}

/** A process without work ends after so long, since each holds about 100 MB. */
const IDLE_MS = 30_000;

/** Starts processes as files come, at most one a core, and reuses them. A process that dies takes only its file with it. */
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
  const start = (): Parser => {
    const parser = createParser(bounds, (ended) => {
      alive.delete(ended);
      endedCpuSeconds += ended.cpuSeconds;
      const at = idle.findIndex((one) => one.parser === ended);
      if (at !== -1) clearTimeout(idle.splice(at, 1)[0]?.timer);
      guard.guard(pids());
      const next = waiting.shift();
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
    return alive.size < size ? start() : new Promise((ready) => waiting.push(ready));
  };
  const release = (parser: Parser): void => {
    // Whoever waits gets the process that is started when this one is gone.
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
          // What an earlier file left behind may have ended the process: only a fresh one tells which file it was.
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
