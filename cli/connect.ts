import type { Command } from 'commander';
import { asParleyError, isParleyError, ParleyError } from '../core/errors.ts';
import { counted } from '../core/text/counted.ts';
import type { Api } from '../ingest/sources/api.ts';
import type { ApiConnector, ApiPlace } from '../ingest/sources/api-connector.ts';
import type { Parley } from '../runtime/parley.ts';
import { ingestProgress, printFailures, printReport } from './ingest-output.ts';
import { collect } from './options.ts';
import { print } from './output.ts';
import { withParley } from './with-parley.ts';

interface ConnectOptions {
  yes?: boolean;
  source?: string;
  scope?: string[];
}

export const register = (program: Command): void => {
  program
    .command('connect')
    .description(
      'Sets up a place with an API (docs/connectors/): what to create, a check of each right, a dry run, then reads.',
    )
    .argument(
      '[input]',
      'a connector (confluence) for its steps, or a place (confluence:https://…) to check and read it',
    )
    .option('--yes', 'read it after the checks; without, nothing is written')
    .option('--source <name>', 'the name of the source')
    .option('--scope <scope>', 'who may see what the place itself does not tell; repeatable', collect)
    .action((input: string | undefined, options: ConnectOptions) =>
      withParley((parley, signal) => connect(parley, input, options, signal), { encodes: options.yes === true }),
    );
};

const connect = async (
  parley: Parley,
  input: string | undefined,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<void> => {
  const { findConnectors } = await import('../ingest/sources/load-connectors.ts');
  const connectors = findConnectors(parley.settings.PARLEY_CONNECTORS);
  if (input === undefined) {
    for (const name of connectors.names) {
      const { title, example } = await connectors.load(name);
      print(`${name.padEnd(14)}${title}: parley connect ${example}`);
    }
    return;
  }
  if (!input.includes(':')) return printSteps(await connectors.load(input));
  const found = await connectors.locate(input);
  if (!found)
    throw new ParleyError('BAD_USAGE', {
      message: `${input} names no connector.`,
      remedy: `Connectors are ${connectors.names.join(', ')}.`,
    });
  const { connector, place } = found;
  const { api, isSignedIn, close } = await openPlace(parley, connector, place, signal);
  try {
    if (!isSignedIn) {
      print(`There are no credentials for ${hostOf(place)}. Add to the file that PARLEY_CREDENTIALS names:`);
      print(
        '',
        `  ${credentialsEntry(connector, place)}`,
        '',
        `parley connect ${connector.name} says how to make them.`,
        '',
      );
    }
    if (!(await checkRights(connector, place, api))) {
      process.exitCode = 1;
      return;
    }
    await dryRun(connector, place, api, options, signal);
  } finally {
    await close();
  }
  if (!options.yes) {
    print('', `Nothing was written. To read it: parley connect ${input} --yes`);
    return;
  }
  const progress = ingestProgress();
  const report = await parley
    .ingest([input], { source: options.source, scopes: options.scope, signal, onProgress: progress.show })
    .finally(progress.clear);
  printReport(report);
  printFailures(report);
};

const printSteps = ({ title, example, setup, locate }: ApiConnector): void => {
  const place = locate(example.replace(/^[\w-]+:/, '').split(',')[0] ?? '');
  print(`${title}`, '', ...setup.steps.map((step, at) => `${at + 1}. ${step}`));
  print('', 'Write what signs in into the file that PARLEY_CREDENTIALS names:', '');
  if (place) print(`  ${credentialsEntry({ setup }, place)}`);
  print('', 'It needs these rights:');
  for (const { right, why, where } of setup.rights) print(`- ${right}: ${why}. Where: ${where}.`);
  print('', `Then: parley connect ${example}`);
};

/** The key of a place in the credentials file: its host, or its whole origin if it does not use HTTPS. */
const hostOf = ({ base }: ApiPlace): string => {
  const { protocol, origin, host } = new URL(base);
  return protocol === 'https:' ? host : `"${origin}"`;
};

/** The entry of the credentials file for a place. */
const credentialsEntry = ({ setup }: Pick<ApiConnector, 'setup'>, place: ApiPlace): string =>
  setup.credentials(place).replace(`${new URL(place.base).host}:`, () => `${hostOf(place)}:`);

/** Opens the API of a place with the credentials of the settings. */
const openPlace = async ({ settings }: Parley, connector: ApiConnector, place: ApiPlace, signal: AbortSignal) => {
  const [{ readCredentials }, { openGuardedFetcher }, { openApi }] = await Promise.all([
    import('../ingest/fetch/credentials.ts'),
    import('../runtime/guarded-fetcher.ts'),
    import('../ingest/sources/load-connectors.ts'),
  ]);
  const fetcher = openGuardedFetcher(settings);
  const credentials = readCredentials(settings.PARLEY_CREDENTIALS);
  return {
    api: openApi({ fetcher, credentials }, connector, place, signal),
    isSignedIn: credentials(place.base) !== undefined,
    close: () => fetcher.close(),
  };
};

/** Checks each right with one call and prints the result. @returns whether all rights are present */
const checkRights = async (connector: ApiConnector, place: ApiPlace, api: Api): Promise<boolean> => {
  let passed = true;
  for (const { right, why, where, check } of connector.setup.rights) {
    try {
      print(`ok       ${right} (${await check(place, api)})`);
    } catch (error) {
      if (isParleyError(error, 'CANCELLED')) throw error;
      passed = false;
      const { message, remedy } = asParleyError(error);
      print(`missing  ${right}: ${message}`, `         It is needed ${why}. Where to get it: ${where}. ${remedy}`);
    }
  }
  return passed;
};

/** Lists the place without reading texts, and prints the number of pages and who would see them. */
const dryRun = async (
  connector: ApiConnector,
  place: ApiPlace,
  api: Api,
  { scope = [] }: ConnectOptions,
  signal: AbortSignal,
): Promise<void> => {
  const found = {
    pages: 0,
    everyone: 0,
    restricted: 0,
    closed: 0,
    notTold: 0,
    failed: 0,
    groups: 0,
    people: 0,
    hidden: 0,
  };
  const context = { api, rules: {}, known: new Map(), dryRun: true, remember() {}, defer() {}, signal };
  const { readWithGroups } = await import('../ingest/sources/tell-groups.ts');
  for await (const item of readWithGroups(connector, place, context)) {
    if (item.kind === 'group') {
      found.groups++;
      found.people += item.people.length;
      found.hidden += item.hidden ?? 0;
    } else if (item.kind === 'failure') found.failed++;
    else if (item.kind === 'page') {
      found.pages++;
      if (item.audience === 'unknown') found.closed++;
      else if (item.audience === 'not-told') found.notTold++;
      else if (item.audience.length > 0 && item.audience.every(({ everyone }) => everyone)) found.everyone++;
      else if (item.audience.length > 1) found.restricted++;
    }
  }
  print(
    '',
    `It would read ${counted(found.pages, 'page')}, ${found.restricted} of them restricted beyond their place.`,
  );
  print(
    `Its rules name ${counted(found.groups, 'group')}; ${counted(found.people, 'member')} can be told by e-mail address.`,
  );
  if (found.everyone > 0) print(`${counted(found.everyone, 'page')} would be seen by everyone.`);
  if (found.hidden > 0)
    print(`${counted(found.hidden, 'member')} with a hidden address would see nothing by these groups.`);
  if (found.closed > 0) print(`${found.closed} would be seen by nobody: who may see them cannot be read.`);
  if (found.notTold > 0)
    print(
      `${connector.title} does not tell who may see its pages. They would be seen by ${scope.join(', ') || 'nobody: name who may with --scope, such as --scope private'}.`,
    );
  if (found.failed > 0) print(`${counted(found.failed, 'part')} could not be listed.`);
};
