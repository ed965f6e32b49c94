import type { PlatformName } from '../core/platform-names.ts';
import type { Finding } from '../runtime/doctor/index.ts';
import type { BotSettings } from './settings.ts';
import { openOidc } from './web/people/oidc.ts';

const off = (what: string): Finding[] => [{ what, state: 'off', detail: `not set: docs/${what}.md says how` }];

/**
 * The checks of `parley doctor` for each chat platform and for sign-in at the web page. Their packages are optional, so they are
 * imported only when they are configured.
 */
export const chatChecks = {
  'sign-in': async (settings: BotSettings): Promise<Finding[]> => {
    const oidc = openOidc(settings);
    if (!oidc) return [];
    try {
      await oidc.keysUrl();
    } catch {
      return [
        {
          what: 'sign-in',
          state: 'broken',
          detail: `The provider at ${settings.OIDC_ISSUER} does not answer as one of OpenID Connect: nobody can sign in.`,
          remedy: 'Check OIDC_ISSUER: under it, /.well-known/openid-configuration must be reachable from here.',
        },
      ];
    }
    return [{ what: 'sign-in', state: 'ok', detail: `the provider at ${settings.OIDC_ISSUER} answers` }];
  },
  slack: async (settings: BotSettings): Promise<Finding[]> => {
    const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID } = settings;
    if (![SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID].some(Boolean)) return off('slack');
    return (await import('./slack/check.ts')).checkSlack(settings);
  },
  discord: async (settings: BotSettings): Promise<Finding[]> => {
    if (!settings.DISCORD_TOKEN) return off('discord');
    return (await import('./discord/check.ts')).checkDiscord({ ...settings, DISCORD_TOKEN: settings.DISCORD_TOKEN });
  },
} satisfies Record<PlatformName | 'sign-in', (settings: BotSettings) => Promise<Finding[]>>;
