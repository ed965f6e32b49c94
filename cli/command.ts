import type { Command } from 'commander';

/**
 * A command is a file `cli/NAME.ts` that exports `register`. `run.ts` imports only the file of the given command, so that `ask`
 * does not load the imports of `start`. For the same reason, put heavy imports into the action.
 */
export interface CommandModule {
  register(program: Command): void;
}
