import { commandList, commandsInALine } from '../chat/actions/commands.ts';

/** The OAuth scopes of the bot token with their purposes, which `parley doctor` shows for missing ones. */
export const botScopes: Readonly<Record<string, string>> = {
  'app_mentions:read': 'hear when it is mentioned',
  'assistant:write': 'show what it is doing and suggest questions',
  'channels:history': 'read the threads that it answers in, and channels that are made a source',
  'channels:read': 'know which channels are public',
  'chat:write': 'answer',
  commands: 'offer /ask and /parley',
  'files:read': 'read files that come with a question',
  'groups:history': 'read threads in private channels that it was invited to, and those that are made a source',
  'groups:read': 'know who is in a private channel',
  'im:history': 'read direct messages to it',
  'im:read': 'know its direct messages',
  'im:write': 'write to a person when a channel is closed to it',
  'mpim:history': 'read group messages that it was invited to',
  'mpim:read': 'know who is in a group message',
  'reactions:read': 'count thumbs on its answers',
  'usergroups:read': 'know who is in the user groups that the access rules name',
  'users:read': 'tell members from guests and strangers',
  'users:read.email': 'know people by the e-mail addresses that the access rules name',
};

/** Events that Parley subscribes to. */
const botEvents = [
  'agent_session_stopped',
  'app_home_opened',
  'app_mention',
  'app_uninstalled',
  'channel_shared',
  'channel_unshared',
  'member_joined_channel',
  'member_left_channel',
  'message.channels',
  'message.groups',
  'message.im',
  'message.mpim',
  'reaction_added',
  'tokens_revoked',
  'user_change',
] as const;

export const shortcuts = { askAbout: 'parley_ask_about' } as const;

export interface ManifestOptions {
  name?: string;
  /** Parley's public base URL (`https://parley.example.org`); without it, the app uses Socket Mode. */
  publicUrl?: string;
}

/**
 * The app's manifest for Slack's "From a manifest" (docs.slack.dev/reference/app-manifest), with everything that Parley needs.
 * Uses `agent_view`, which replaces the legacy `assistant_view`.
 */
export const slackManifest = ({ name = 'Parley', publicUrl }: ManifestOptions = {}) => {
  const base = publicUrl?.replace(/\/+$/, '');
  const requestUrl = base && `${base}/slack/events`;
  return {
    display_information: {
      name,
      description: 'Answers from your team’s own pages, with sources',
      background_color: '#1f3a4d',
    },
    features: {
      agent_view: {
        agent_description:
          'Ask about anything in your team’s pages and tables. Every answer cites its sources; what is not there, it says it does not know.',
      },
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: name, always_online: true },
      slash_commands: [
        {
          command: '/ask',
          description: 'Ask for your eyes only, your private pages included',
          usage_hint: 'your question',
          should_escape: true,
          ...(requestUrl && { url: requestUrl }),
        },
        {
          command: '/parley',
          description: commandsInALine,
          usage_hint: commandList.map(({ typed }) => typed).join(' | '),
          should_escape: false,
          ...(requestUrl && { url: requestUrl }),
        },
      ],
      shortcuts: [
        {
          name: 'Ask about this',
          type: 'message',
          callback_id: shortcuts.askAbout,
          description: 'Ask Parley about this message, for your eyes only',
        },
      ],
    },
    oauth_config: {
      scopes: { bot: Object.keys(botScopes) },
      ...(base && { redirect_urls: [`${base}/slack/oauth_redirect`] }),
    },
    settings: {
      event_subscriptions: { bot_events: [...botEvents], ...(requestUrl && { request_url: requestUrl }) },
      interactivity: { is_enabled: true, ...(requestUrl && { request_url: requestUrl }) },
      org_deploy_enabled: false,
      socket_mode_enabled: base === undefined,
      token_rotation_enabled: false,
    },
  };
};
