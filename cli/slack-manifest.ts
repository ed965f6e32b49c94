import type { Command } from 'commander';
import { printJson } from './output.ts';

export const register = (program: Command): void => {
  program
    .command('slack-manifest')
    .description('Prints the Slack app, to paste at https://api.slack.com/apps under "From a manifest".')
    .option('--name <name>', 'what the bot is called', 'Parley')
    .option('--url <url>', 'where Slack reaches Parley over HTTPS; without it the app uses Socket Mode')
    .action(async ({ name, url }: { name: string; url?: string }) => {
      const { slackManifest } = await import('../bots/slack/manifest.ts');
      printJson(slackManifest({ name, ...(url && { publicUrl: url }) }));
    });
};
