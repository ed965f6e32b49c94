const method = (name: string) => `https://docs.slack.dev/reference/methods/${name}#errors`;
const block = (name: string) => `https://docs.slack.dev/reference/block-kit/blocks/${name}`;

/** All rules that the fake enforces, by Slack's error code, with the condition that each checks and its documentation. */
export const rules = {
  not_authed: { guards: 'a call carries a token', documented: method('auth.test') },
  invalid_auth: { guards: 'the token is one that was issued and not revoked', documented: method('auth.test') },
  missing_scope: { guards: "the token has the method's scope", documented: 'https://docs.slack.dev/reference/scopes' },
  unknown_method: { guards: 'the method exists', documented: 'https://docs.slack.dev/apis/web-api' },
  invalid_arguments: { guards: 'required arguments are there', documented: method('chat.postMessage') },
  channel_not_found: { guards: 'the channel exists and the bot can see it', documented: method('chat.postMessage') },
  not_in_channel: {
    guards: 'the bot is a member where the method needs it',
    documented: method('conversations.history'),
  },
  is_archived: { guards: 'nothing is posted to an archived channel', documented: method('chat.postMessage') },
  no_text: { guards: 'a message has text or blocks', documented: method('chat.postMessage') },
  msg_too_long: {
    guards: 'text lengths: of an update 4,000 characters, of a stream the sum of its pieces',
    documented: method('chat.update'),
  },
  invalid_blocks: { guards: 'Block Kit shapes and lengths', documented: 'https://docs.slack.dev/reference/block-kit' },
  invalid_chunks: {
    guards: 'streaming chunks are of a known shape, task texts within 256 characters',
    documented: method('chat.appendStream'),
  },
  msg_blocks_too_long: {
    guards: 'markdown blocks hold 12,000 characters together, and all texts of a message about 13,200',
    documented: block('markdown-block'),
  },
  message_not_found: { guards: 'the message is there', documented: method('chat.update') },
  cant_update_message: { guards: 'only its author updates a message', documented: method('chat.update') },
  cant_delete_message: { guards: 'only its author deletes a message', documented: method('chat.delete') },
  streaming_state_conflict: { guards: 'a message is not edited while it streams', documented: method('chat.update') },
  message_not_in_streaming_state: {
    guards: 'only a running stream takes pieces; Slack ends one after about five minutes',
    documented: method('chat.appendStream'),
  },
  message_not_owned_by_app: { guards: 'an app streams into its own messages', documented: method('chat.appendStream') },
  missing_recipient_team_id: {
    guards: 'a stream outside a DM names its recipient',
    documented: method('chat.startStream'),
  },
  missing_recipient_user_id: {
    guards: 'a stream outside a DM names its recipient',
    documented: method('chat.startStream'),
  },
  invalid_thread_ts: { guards: 'a stream or reply belongs to a thread', documented: method('chat.startStream') },
  thread_not_found: { guards: 'the thread is there', documented: method('conversations.replies') },
  user_not_in_channel: { guards: 'an ephemeral message goes to a member', documented: method('chat.postEphemeral') },
  user_not_found: { guards: 'the person exists', documented: method('users.info') },
  no_such_subteam: { guards: 'the user group exists', documented: method('usergroups.users.list') },
  already_reacted: { guards: 'one reaction a name and person', documented: method('reactions.add') },
  no_reaction: { guards: 'only what is there is taken away', documented: method('reactions.remove') },
  invalid_name: { guards: 'an emoji name', documented: method('reactions.add') },
  expired_trigger_id: { guards: 'a trigger opens a view within 3 seconds', documented: method('views.open') },
  exchanged_trigger_id: { guards: 'a trigger is used once', documented: method('views.open') },
  invalid_trigger_id: { guards: 'a trigger was issued', documented: method('views.open') },
  view_too_large: { guards: 'a view is within 250 kB and 100 blocks', documented: method('views.open') },
  not_found: { guards: 'the view to update is there', documented: method('views.update') },
  file_not_found: { guards: 'the file is there', documented: method('files.info') },
  too_many_prompts: {
    guards: 'at most four suggested prompts',
    documented: method('assistant.threads.setSuggestedPrompts'),
  },
  invalid_status: { guards: 'a session status is one of four', documented: method('agents.sessions.setStatus') },
  invalid_code: { guards: 'an OAuth code is used once', documented: method('oauth.v2.access') },
  bad_client_secret: { guards: 'the client is who it says', documented: method('oauth.v2.access') },
  invalid_manifest: { guards: 'a manifest follows its schema', documented: method('apps.manifest.validate') },
  ratelimited: { guards: 'calls wait for retry-after', documented: 'https://docs.slack.dev/apis/web-api/rate-limits' },
  expired_url: {
    guards: 'a response_url serves five times in 30 minutes',
    documented: 'https://docs.slack.dev/interactivity/handling-user-interaction',
  },
} as const;
export type Rule = keyof typeof rules;

/** Thrown for a call that Slack would refuse, with its error code. */
export class SlackRefusal extends Error {
  readonly code: Rule;
  readonly more: Record<string, unknown>;

  constructor(code: Rule, more: Record<string, unknown> = {}) {
    super(`${code}: ${rules[code].guards} (${rules[code].documented}) ${JSON.stringify(more)}`);
    this.code = code;
    this.more = more;
  }
}

/** Thrown for a call beyond a rate limit: status 429 with `retry-after` in seconds. */
export class SlackLimit extends Error {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super(`ratelimited: ${rules.ratelimited.guards} (${rules.ratelimited.documented})`);
    this.retryAfter = retryAfter;
  }
}
