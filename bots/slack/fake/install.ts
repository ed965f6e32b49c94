import { type Method, required } from './call.ts';
import { SlackRefusal } from './rules.ts';
import type { Json } from './world.ts';

/** The fake's OAuth client, and its app-level token for Socket Mode. */
export const FAKE_CLIENT = {
  id: '1.2',
  secret: 'fake-client-secret',
  signingSecret: 'fake-signing-secret',
  appToken: 'xapp-fake',
};

const manifestErrors = (manifest: Json): string[] => {
  const display = manifest.display_information as Json | undefined;
  const features = manifest.features as Json | undefined;
  const settings = manifest.settings as Json | undefined;
  const agent = features?.agent_view as Json | undefined;
  const commands = (features?.slash_commands as Json[] | undefined) ?? [];
  const shortcuts = (features?.shortcuts as Json[] | undefined) ?? [];
  return [
    ...(String(display?.name ?? '').length < 1 || String(display?.name).length > 35
      ? ['display_information.name: 1 to 35']
      : []),
    ...(String(display?.description ?? '').length > 140 ? ['display_information.description: at most 140'] : []),
    ...(features?.assistant_view && agent ? ['features: agent_view and assistant_view exclude each other'] : []),
    ...(agent && !agent.agent_description ? ['features.agent_view.agent_description is required'] : []),
    ...(String(agent?.agent_description ?? '').length > 300
      ? ['features.agent_view.agent_description: at most 300']
      : []),
    ...commands.flatMap((command) => [
      ...(!/^\/[a-z0-9_-]{1,31}$/.test(String(command.command)) ? [`slash command ${String(command.command)}`] : []),
      ...(String(command.description ?? '').length > 2000 || !command.description ? ['slash command description'] : []),
    ]),
    ...shortcuts.flatMap((shortcut) =>
      String(shortcut.name ?? '').length > 24 || !['message', 'global'].includes(String(shortcut.type))
        ? ['shortcut']
        : [],
    ),
    ...(settings?.socket_mode_enabled !== true && !(settings?.event_subscriptions as Json | undefined)?.request_url
      ? ['settings.event_subscriptions.request_url is required without Socket Mode']
      : []),
  ];
};

/** The methods `auth.test`, `oauth.v2.access` and `apps.*`. */
export const installMethods: Record<string, Method> = {
  'auth.test': {
    run({ world, installation }) {
      return {
        url: 'https://example.slack.com/',
        team: installation.team,
        team_id: installation.team,
        user: world.users.get(installation.botUser)?.name,
        user_id: installation.botUser,
        bot_id: installation.botId,
        is_enterprise_install: false,
      };
    },
  },
  'auth.revoke': {
    run({ installation }) {
      installation.revoked = true;
      return { revoked: true };
    },
  },
  'apps.manifest.validate': {
    run({ args }) {
      const errors = manifestErrors(JSON.parse(required(args, 'manifest')) as Json);
      if (errors.length > 0) throw new SlackRefusal('invalid_manifest', { errors });
      return {};
    },
  },
};

/** The errors of a manifest, as `apps.manifest.validate` would report them. */
export const validateManifest = manifestErrors;
