import type { Command } from 'commander';
import { ParleyError } from '../core/errors.ts';
import { SERVER_SETTINGS, serversIn } from '../core/servers.ts';
import type { Settings } from '../core/settings.ts';
import type { DigestedKind } from '../stores/index.ts';
import { print, printJson, progressLine } from './output.ts';

const sides = ['embedded', 'servers'] as const;
type Side = (typeof sides)[number];

export const register = (program: Command): void => {
  program
    .command('migrate')
    .description(
      'Moves everything between the data file and the servers in the settings, and checks that both sides are equal.',
    )
    .requiredOption('--from <side>', 'embedded or servers', side)
    .requiredOption('--to <side>', 'embedded or servers', side)
    .option('--json', 'print what was moved as JSON')
    .addHelpText(
      'after',
      '\nStop Parley first. If it is interrupted, the same command continues. Nothing is removed from the side that is read.',
    )
    .action(async (options: { from: Side; to: Side; json?: boolean }) => {
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
          'Something wrote to one of them, or the target was not empty: stop Parley and run the command again, or set PARLEY_NAMESPACE to a new name.',
      });
    });
};

const side = (value: string): Side => {
  if ((sides as readonly string[]).includes(value)) return value as Side;
  throw new ParleyError('BAD_USAGE', {
    message: `There is no side ${value}.`,
    remedy: `Use ${sides.join(' or ')}.`,
  });
};

const runMigration = async (from: Side, to: Side) => {
  const [{ readSettings }, { migrate }, { analysePassage }, { join }] = await Promise.all([
    import('../core/settings.ts'),
    import('../stores/index.ts'),
    import('../retrieval/ranking/analyse-passage.ts'),
    import('node:path'),
  ]);
  const settings = readSettings();
  const kinds = await kindsOnServers(settings);
  if (from === to)
    throw new ParleyError('BAD_USAGE', {
      message: '--from and --to are the same.',
      remedy: 'Use --from embedded --to servers, or the other way.',
    });
  if (kinds.length === 0)
    throw new ParleyError('BAD_SETTING', {
      message: 'The settings name no server.',
      remedy: `Set some of ${SERVER_SETTINGS.join(', ')}; see .env.example.`,
    });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const line = progressLine();
  const stores = { embedded: { PARLEY_DATA: settings.PARLEY_DATA }, servers: settings };
  try {
    return await migrate(stores[from], stores[to], {
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

/** The kinds of data that are on servers with these settings. The others stay in the data file. */
const kindsOnServers = async (settings: Settings): Promise<DigestedKind[]> => {
  if (serversIn(settings).length === 0) return [];
  const { digestedKinds, openStores } = await import('../stores/index.ts');
  const stores = await openStores(settings);
  await stores.close();
  const onServer = (part: keyof typeof stores.places) => stores.places[part] !== 'the data file';
  return digestedKinds.filter((kind) =>
    onServer(kind === 'vectors' ? kind : kind === 'knowledge' ? 'graph' : 'records'),
  );
};
