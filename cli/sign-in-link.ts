import type { Command } from 'commander';
import { print } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('sign-in-link')
    .description('Makes a link that signs its holder in as admin at the web page, once, within a day.')
    .action(() =>
      withParley(async ({ settings, stores }) => {
        const { signInLink } = await import('../bots/web/start.ts');
        const { webAddress } = await import('../runtime/web-address.ts');
        print(`${await webAddress(stores.keyValues, settings)}${await signInLink(stores)}`);
      }),
    );
};
