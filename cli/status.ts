import type { Command } from 'commander';
import type { Status } from '../bots/operations/status.ts';
import { counted } from '../core/text/counted.ts';
import { minute, print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('status')
    .description('How it stands: workers, the queue, questions on their way, failures, sources and the encoder.')
    .option('--json', 'print it as JSON')
    .action((options: { json?: boolean }) =>
      withParley(async ({ stores, settings }) => {
        const { readStatus } = await import('../bots/operations/status.ts');
        const status = await readStatus(stores, settings);
        if (options.json) return printJson(status);
        print(...linesOf(status));
      }),
    );
};

const linesOf = (status: Status): string[] => [
  workersLine(status),
  ...status.away.map(
    ({ platform, host, pid, since, reason }) =>
      `Out of reach: ${platform} since ${minute(since)}, from ${host} (${pid}), which tries again by itself: ${reason}`,
  ),
  ...status.fewConnections.map(
    ({ host, pid, open, most }) =>
      `Few connections: Postgres gives ${host} (${pid}) ${open} of ${most}, so its questions take turns (docs/operations.md)`,
  ),
  ...queueLines(status),
  ...status.outbox.map(
    ({ platform, waiting, oldest }) =>
      `Outbox: ${counted(waiting, 'question')} of ${platform} without a posted answer${oldest ? `, the oldest since ${minute(oldest)}` : ''}`,
  ),
  ...status.stuck.map(stuckLine),
  ...status.failures.map(
    ({ code, count, last }) => `Failed in the last day: ${count} with ${code}, the last at ${minute(last)}`,
  ),
  ...status.sources.map(sourceLine),
  encoderLine(status.encoder),
];

const stuckLine = ({ id, askedAt, waitsForAsker }: Status['stuck'][0]): string =>
  waitsForAsker
    ? `Left: turn ${id} of ${minute(askedAt)} lost its process, and goes on when its page is opened or its program asks again`
    : `Stuck: turn ${id} runs since ${minute(askedAt)}`;

const workersLine = ({ workers }: Status): string => {
  const alive = workers.filter((worker) => worker.alive);
  const silent = workers.length - alive.length;
  const names = alive.map(({ host, pid }) => `${host} (${pid})`).join(', ');
  const gone = silent > 0 ? `; ${counted(silent, 'worker')} fell silent in the last day` : '';
  return `Workers: ${alive.length === 0 ? 'none, so each process answers by itself' : names}${gone}`;
};

const queueLines = ({ queue, dead }: Status): string[] => {
  if (queue.length === 0) return ['Queue: empty'];
  return [
    ...queue.map(
      ({ kind, waiting, running, dead: gone, oldestSeconds }) =>
        `Queue, ${kind}: ${waiting} waiting${oldestSeconds ? ` (the first for ${oldestSeconds} s)` : ''}, ${running} running, ${gone} failed for good`,
    ),
    ...dead.map(
      ({ id, kind, key, attempts, error, failedAt }) =>
        `  ${id}: ${kind} ${key}, ${counted(attempts, 'attempt')}, ${minute(failedAt)}: ${error}`,
    ),
    ...(dead.length > 0 ? ['  `parley jobs retry ID` tries one again.'] : []),
  ];
};

const sourceLine = ({ id, documents, syncedAt, failedAt, failed }: Status['sources'][0]): string => {
  const state = failedAt ? `, could not be synced at ${minute(failedAt)}` : '';
  const pages = failed > 0 ? `, ${counted(failed, 'page')} failed` : '';
  return `Source ${id}: ${counted(documents, 'page')}, synced ${syncedAt ? minute(syncedAt) : 'never'}${state}${pages}`;
};

const encoderLine = ({ wanted, indexed, passages, vectors, state }: Status['encoder']): string => {
  if (state === 'none') return 'Encoder: none; search goes by words and links';
  if (state === 'reindex')
    return `Encoder: the index was made with ${indexed ?? 'none'}; run \`parley reindex\` for ${wanted}`;
  return `Encoder: ${wanted}, ${vectors} of ${counted(passages, 'passage')} encoded`;
};
