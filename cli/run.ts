import { Command, CommanderError } from 'commander';
import { loadEnvFile } from '../core/env-file.ts';
import { asParleyError, type ErrorCode } from '../core/errors.ts';
import { editDistance } from '../core/text/edit-distance.ts';
import type { CommandModule } from './command.ts';
import { withGuidePaths } from './guide-paths.ts';
import { printError } from './output.ts';

/** Every command, in the order that `--help` lists them. */
const commands: Record<string, () => Promise<CommandModule>> = {
  start: () => import('./start.ts'),
  ask: () => import('./ask.ts'),
  search: () => import('./search.ts'),
  ingest: () => import('./ingest.ts'),
  connect: () => import('./connect.ts'),
  extract: () => import('./extract.ts'),
  sync: () => import('./sync.ts'),
  sources: () => import('./sources.ts'),
  forget: () => import('./forget.ts'),
  names: () => import('./names.ts'),
  eval: () => import('./eval.ts'),
  access: () => import('./access.ts'),
  tokens: () => import('./tokens.ts'),
  webhooks: () => import('./webhooks.ts'),
  mcp: () => import('./mcp.ts'),
  cases: () => import('./cases.ts'),
  feedback: () => import('./feedback.ts'),
  migrate: () => import('./migrate.ts'),
  reindex: () => import('./reindex.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  'sign-in-link': () => import('./sign-in-link.ts'),
  status: () => import('./status.ts'),
  jobs: () => import('./jobs.ts'),
  doctor: () => import('./doctor.ts'),
  simulate: () => import('./simulate.ts'),
  'slack-manifest': () => import('./slack-manifest.ts'),
};

const isCommand = (word: string): boolean => Object.hasOwn(commands, word);

/** Error codes of wrong usage or settings, for exit code 2. All other errors exit with 1. */
const usageCodes: ReadonlySet<ErrorCode> = new Set([
  'BAD_USAGE',
  'BAD_SETTING',
  'UNKNOWN_STRATEGY',
  'UNKNOWN_SCOPE',
  'UNKNOWN_SOURCE',
  'TOKEN_BEYOND_MAKER',
]);

/** Maximum edit distance of a misspelt command from the one that it may mean. */
const MAX_EDIT_DISTANCE = 2;

/** The words of a command line that are neither options nor the data folder. */
const wordsOf = (argv: readonly string[]): string[] =>
  argv.filter((word, at) => !word.startsWith('-') && argv[at - 1] !== '--data');

/** `help tokens create` as `tokens create --help`, which every command knows. */
const helpAsOption = (argv: readonly string[]): readonly string[] =>
  argv[0] === 'help' ? [...wordsOf(argv).filter((word) => word !== 'help'), '--help'] : argv;

/**
 * Runs one command line.
 * @param given the arguments after `parley`
 * @returns the exit code: 0 done, 1 failed or gate not met, 2 bad usage
 */
export const run = async (given: readonly string[]): Promise<number> => {
  const argv = helpAsOption(given);
  const program = new Command('parley');
  try {
    loadEnvFile();
    program
      .description("Answers a team's questions from its own pages and tables, with citations.")
      .option('--data <dir>', 'the data folder (or PARLEY_DATA; ./data by default)')
      .version((await import('../package.json', { with: { type: 'json' } })).default.version)
      .enablePositionalOptions(false)
      .showHelpAfterError(false)
      .configureOutput({ writeErr: () => {} })
      .exitOverride();
    const [typed] = wordsOf(argv);
    if (typed && !isCommand(typed)) {
      const [nearest] = Object.keys(commands)
        .map((name) => ({ name, distance: editDistance(typed, name) }))
        .filter(({ name, distance }) => distance <= MAX_EDIT_DISTANCE && distance < name.length - 1)
        .sort((a, b) => a.distance - b.distance);
      const hint = nearest ? ` Did you mean ${nearest.name}?` : '';
      printError(`There is no command ${typed}.${hint} Commands are ${Object.keys(commands).join(', ')}.`);
      return 2;
    }
    const wanted = typed && isCommand(typed) ? [typed] : Object.keys(commands);
    for (const name of wanted) (await commands[name]?.())?.register(program);
    for (const command of program.commands) {
      command.exitOverride().configureOutput({ writeErr: () => {} });
      command.option('--data <dir>', 'the data folder (or PARLEY_DATA; ./data by default)');
      for (const child of command.commands) child.exitOverride().configureOutput({ writeErr: () => {} });
    }
    program.hook('preAction', (_, action) => {
      const data = action.optsWithGlobals<{ data?: string }>().data;
      if (data) process.env.PARLEY_DATA = data;
    });
    if (!typed && argv.length === 0) {
      process.stdout.write(program.helpInformation());
      return 0;
    }
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      const group = program.commands.find((command) => command.name() === wordsOf(argv)[0]);
      // Commander would print a group's help where one of its commands is missing.
      if (error.code === 'commander.help' && group) {
        const commandsOfGroup = group.commands.map((command) => command.name()).join(', ');
        printError(`${group.name()} takes a command: ${commandsOfGroup}. See parley ${group.name()} --help.`);
        return 2;
      }
      printError(
        `${error.message.replace(/^error: /, '').replace(/\.?$/, '.')} See ${['parley', ...argv.slice(0, 1).filter(isCommand)].join(' ')} --help.`,
      );
      return 2;
    }
    const failure = asParleyError(error);
    printError(`${failure.messageForOperators} ${withGuidePaths(failure.remedy)}`);
    if (process.env.PARLEY_LOG === 'debug') console.error(error);
    return usageCodes.has(failure.code) ? 2 : 1;
  }
};
