const docs = (path: string) => `https://discord.com/developers/docs/${path}`;

/**
 * All rules that the fake enforces, with Discord's JSON error code, HTTP status, message and documentation.
 */
export const rules = {
  unauthorized: { code: 0, status: 401, message: '401: Unauthorized', documented: docs('reference#authentication') },
  unknownChannel: {
    code: 10003,
    status: 404,
    message: 'Unknown Channel',
    documented: docs('topics/opcodes-and-status-codes#json'),
  },
  unknownMessage: {
    code: 10008,
    status: 404,
    message: 'Unknown Message',
    documented: docs('topics/opcodes-and-status-codes#json'),
  },
  unknownUser: {
    code: 10013,
    status: 404,
    message: 'Unknown User',
    documented: docs('topics/opcodes-and-status-codes#json'),
  },
  unknownMember: {
    code: 10007,
    status: 404,
    message: 'Unknown Member',
    documented: docs('topics/opcodes-and-status-codes#json'),
  },
  unknownWebhook: {
    code: 10015,
    status: 404,
    message: 'Unknown Webhook',
    documented: docs('topics/opcodes-and-status-codes#json'),
  },
  /** The interaction response came later than 3 seconds. */
  unknownInteraction: {
    code: 10062,
    status: 404,
    message: 'Unknown interaction',
    documented: docs('interactions/receiving-and-responding#interaction-callback'),
  },
  acknowledged: {
    code: 40060,
    status: 400,
    message: 'Interaction has already been acknowledged.',
    documented: docs('interactions/receiving-and-responding#interaction-callback'),
  },
  /** The interaction's token is older than 15 minutes. */
  invalidWebhookToken: {
    code: 50027,
    status: 401,
    message: 'Invalid Webhook Token',
    documented: docs('interactions/receiving-and-responding#followup-messages'),
  },
  /** A rule of the server holds back the message's words. */
  blockedByAutoMod: {
    code: 200000,
    status: 400,
    message: 'Message was blocked by automatic moderation',
    documented: docs('topics/opcodes-and-status-codes#json'),
  },
  missingAccess: { code: 50001, status: 403, message: 'Missing Access', documented: docs('topics/permissions') },
  missingPermissions: {
    code: 50013,
    status: 403,
    message: 'Missing Permissions',
    documented: docs('topics/permissions'),
  },
  notTheAuthor: {
    code: 50005,
    status: 403,
    message: 'Cannot edit a message authored by another user',
    documented: docs('resources/message#edit-message'),
  },
  emptyMessage: {
    code: 50006,
    status: 400,
    message: 'Cannot send an empty message',
    documented: docs('resources/message#create-message'),
  },
  cannotMessageUser: {
    code: 50007,
    status: 403,
    message: 'Cannot send messages to this user',
    documented: docs('resources/user#create-dm'),
  },
  archived: {
    code: 50083,
    status: 400,
    message: 'Thread is archived',
    documented: docs('topics/threads#active--archived-threads'),
  },
  /** Threads belong to text and announcement channels; the chat of a voice channel has none. */
  wrongChannelType: {
    code: 50024,
    status: 400,
    message: 'Cannot execute action on this channel type',
    documented: docs('resources/channel#start-thread-from-message'),
  },
  threadExists: {
    code: 160004,
    status: 400,
    message: 'A thread has already been created for this message',
    documented: docs('resources/channel#start-thread-from-message'),
  },
  /** Lengths and shapes: 2,000 characters of content; Components V2 with 40 components and 4,000 characters. */
  invalidForm: { code: 50035, status: 400, message: 'Invalid Form Body', documented: docs('components/reference') },
  rateLimited: { code: 0, status: 429, message: 'You are being rate limited.', documented: docs('topics/rate-limits') },
  unknownRoute: { code: 0, status: 404, message: '404: Not Found', documented: docs('reference') },
} as const;
export type Rule = keyof typeof rules;

/** Gateway close codes that the fake sends (docs: topics/opcodes-and-status-codes#gateway). */
export const closes = {
  unknownError: 4000,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  sessionTimedOut: 4009,
  disallowedIntents: 4014,
} as const;

/** A call that Discord would refuse. */
export class DiscordRefusal extends Error {
  readonly rule: Rule;
  readonly errors: Record<string, unknown> | undefined;

  constructor(rule: Rule, field?: string, why?: string) {
    super(`${rules[rule].message} ${field ?? ''} ${why ?? ''} (${rules[rule].documented})`);
    this.rule = rule;
    this.errors = field === undefined ? undefined : nest(field.split('.'), why ?? 'invalid');
  }
}

const nest = (path: string[], why: string): Record<string, unknown> =>
  path.length === 0
    ? { _errors: [{ code: 'BASE_TYPE_BAD', message: why }] }
    : { [path[0] as string]: nest(path.slice(1), why) };
