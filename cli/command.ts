import type { Command } from 'commander';

/**
 * A command is one file `cli/NAME.ts` that exports `register`. `run.ts` imports only the file of the command that was
 * typed, so that `ask` does not load what `start` needs. Heavy imports belong inside the action for the same reason.
 */
export interface CommandModule {
  register(program: Command): void;
}
