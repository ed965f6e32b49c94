import { PLATFORM_NAMES, type PlatformName } from '../core/platform-names.ts';
import type { Finding } from '../runtime/doctor/index.ts';
import { PLATFORMS } from './platforms.ts';
import type { BotSettings } from './settings.ts';
import { openOidc } from './web/people/oidc.ts';

type Check = (settings: BotSettings) => Promise<Finding[]>;

const checkOf =
  (name: PlatformName): Check =>
  async (settings) =>
    (await PLATFORMS[name].check(settings)) ?? [
      { what: name, state: 'off', detail: `not set: docs/${name}.md says how` },
    ];

/** The checks of `parley doctor` for the web page, sign-in at it, and each chat platform. */
export const chatChecks = {
  web: async (settings) => [await (await import('./web/check.ts')).checkWeb(settings)],
  'sign-in': async (settings) => {
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
  ...(Object.fromEntries(PLATFORM_NAMES.map((name) => [name, checkOf(name)])) as Record<PlatformName, Check>),
} satisfies Record<string, Check>;
