import type { Command } from 'commander';

/**
 * A command is one file `cli/NAME.ts` that exports `register`. `main.ts` imports only the file of the command that was
 * typed, so that `ask` never pays for what `start` needs; heavy imports belong inside the action for the same reason.
 */
export interface CommandModule {
  register(program: Command): void;
}
