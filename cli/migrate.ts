import type { Command } from 'commander';
import { ParleyError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { DigestedKind } from '../stores/index.ts';
import { print, printJson, progressLine } from './output.ts';

const places = ['embedded', 'servers'] as const;
type Place = (typeof places)[number];

export const register = (program: Command): void => {
  program
    .command('migrate')
    .description(
      'Moves everything between the data file and the servers that the settings name, and proves both sides equal.',
    )
    .requiredOption('--from <place>', 'embedded or servers', place)
    .requiredOption('--to <place>', 'embedded or servers', place)
    .option('--json', 'print what was moved as JSON')
    .addHelpText(
      'after',
      '\nStop Parley meanwhile. Interrupted, the same command goes on where it was. Nothing is removed from where it was.',
    )
    .action(async (options: { from: Place; to: Place; json?: boolean }) => {
      const rows = await runMigration(options.from, options.to);
      if (options.json) printJson({ from: options.from, to: options.to, moved: rows });
      else
        for (const { kind, from, to, equal } of rows)
          print(
            `${equal ? 'equal ' : 'DIFFER'}  ${kind.padEnd(13)} ${from.count} | ${to.count}   sha256 ${from.sha256.slice(0, 12)} | ${to.sha256.slice(0, 12)}`,
          );
      const different = rows.filter(({ equal }) => !equal).map(({ kind }) => kind);
      if (different.length === 0) return;
      throw new ParleyError('STORE_UNAVAILABLE', {
        message: `The two sides hold different ${different.join(', ')}.`,
        remedy:
          'Something wrote to one of them meanwhile, or the target held more before: stop Parley and run the same again, or set PARLEY_NAMESPACE to a new name.',
      });
    });
};

const place = (value: string): Place => {
  if ((places as readonly string[]).includes(value)) return value as Place;
  throw new ParleyError('BAD_USAGE', {
    message: `There is no place ${value}.`,
    remedy: `Places are ${places.join(' and ')}.`,
  });
};

const runMigration = async (from: Place, to: Place) => {
  const [{ readSettings }, { migrate }, { analysePassage }, { join }] = await Promise.all([
    import('../core/settings.ts'),
    import('../stores/index.ts'),
    import('../retrieval/ranking/analyse-passage.ts'),
    import('node:path'),
  ]);
  const settings = readSettings();
  const kinds = kindsOnServers(settings);
  if (from === to)
    throw new ParleyError('BAD_USAGE', {
      message: 'Both places are the same.',
      remedy: 'Take --from embedded --to servers, or the other way.',
    });
  if (kinds.length === 0)
    throw new ParleyError('BAD_SETTING', {
      message: 'The settings name no server.',
      remedy: 'Set some of POSTGRES_URL, CHROMA_URL and NEO4J_URL; see .env.example.',
    });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const line = progressLine();
  const side = { embedded: { PARLEY_DATA: settings.PARLEY_DATA }, servers: settings };
  try {
    return await migrate(side[from], side[to], {
      kinds,
      progressFile: join(settings.PARLEY_DATA, `migration-to-${to}.json`),
      analyse: analysePassage,
      signal: stop.signal,
      onProgress: ({ kind, done }) => line.show(`${kind}: ${done} moved`),
    });
  } finally {
    line.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
};

/** What the servers that are set hold; the rest stays in the data file whichever way. */
const kindsOnServers = (settings: Settings): DigestedKind[] => [
  ...(settings.POSTGRES_URL
    ? (['sources', 'documents', 'words', 'conversations', 'turns', 'feedback', 'events', 'keyValues'] as const)
    : []),
  ...(settings.CHROMA_URL ? (['vectors'] as const) : []),
  ...(settings.NEO4J_URL ? (['knowledge'] as const) : []),
];
