import { SlackLimit, SlackRefusal } from './rules.ts';

export type Json = Record<string, unknown>;

export interface FakeUser {
  id: string;
  team: string;
  name: string;
  isAdmin?: boolean;
  /** A single-channel guest (`ultra`) or a multi-channel guest (`multi`). */
  guest?: 'multi' | 'ultra';
  isBot?: boolean;
  email?: string;
  /** In an Enterprise organisation: the workspaces that the person is a member of. */
  teams?: string[];
}

export interface FakeChannel {
  id: string;
  team: string;
  name: string;
  kind: 'public' | 'private' | 'im';
  members: Set<string>;
  archived: boolean;
  /** True for a Slack Connect channel, which has members of other organisations. */
  shared: boolean;
  /** True when it is shared with other workspaces of the same Enterprise organisation. */
  orgShared?: boolean;
}

export interface FakeTask {
  id: string;
  title: string;
  status: string;
  details?: string;
  output?: string;
  sources?: unknown[];
}

export interface FakeMessage {
  ts: string;
  channel: string;
  user: string;
  botId?: string;
  text: string;
  blocks?: Json[];
  /** What an app posted in the older form. */
  attachments?: Json[];
  threadTs?: string;
  files?: string[];
  metadata?: Json;
  /** Set for notices such as `channel_join`, which no person wrote. */
  subtype?: string;
  /** Ids of the people who reacted, by emoji name. */
  reactions: Map<string, Set<string>>;
  edited?: boolean;
  /** Set for a streamed message; `state` also says how the stream ended. */
  stream?: {
    startedAt: number;
    state: 'running' | 'stopped' | 'expired' | 'user-stopped';
    tasks: Map<string, FakeTask>;
    plan?: string;
  };
  /** Id of the only person who sees it. */
  ephemeralTo?: string;
  unfurls?: boolean;
}

export interface FakeFile {
  id: string;
  name: string;
  mimetype: string;
  bytes: Buffer;
  /** The URL of a remote file at its own host (docs.slack.dev/messaging/working-with-files#remote). */
  externalUrl?: string;
}

export interface FakeInstallation {
  team: string;
  botUser: string;
  botId: string;
  scopes: Set<string>;
  revoked?: boolean;
}

/** A Slack stream ends about five minutes after its start (vercel/chat issue 607; platforms.md). */
const STREAM_SECONDS = 300;

/** The fake's state (workspaces, people, channels, messages) in plain maps that tests can read. */
export class SlackWorld {
  readonly now: () => number;
  readonly users = new Map<string, FakeUser>();
  readonly channels = new Map<string, FakeChannel>();
  readonly messages = new Map<string, FakeMessage>();
  readonly files = new Map<string, FakeFile>();
  /** By bot token. */
  readonly installations = new Map<string, FakeInstallation>();
  readonly statuses: { channel: string; threadTs: string; status: string; loadingMessages?: string[] }[] = [];
  readonly sessions = new Map<string, { status: string; title?: string }>();
  readonly prompts = new Map<string, { title: string; message: string }[]>();
  readonly homes = new Map<string, Json>();
  readonly views = new Map<string, Json & { id: string; hash: string }>();
  readonly openViews: { user: string; view: Json & { id: string } }[] = [];
  readonly triggers = new Map<string, { at: number; used: boolean; user: string }>();
  readonly responseUrls = new Map<
    string,
    { channel: string; user: string; uses: number; at: number; ts?: string; team: string }
  >();
  /** Members of user groups, by the group's id. */
  readonly userGroups = new Map<string, string[]>();
  readonly oauthCodes = new Map<string, { team: string; scopes: string[] }>();
  /** True to limit `conversations.history` and `.replies` as for an app from outside the Marketplace: 15 messages a minute. */
  limitsHistory = false;
  readonly historyReadAt = new Map<string, number>();
  /** Maximum calls per minute by method, according to its documented tier; other methods are not limited. */
  readonly rates = new Map<string, number>();
  readonly #called = new Map<string, number[]>();
  #sequence = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Counts a call towards its method's rate limit. @throws SlackLimit */
  countCall(method: string): void {
    const rate = this.rates.get(method);
    if (rate === undefined) return;
    const recent = (this.#called.get(method) ?? []).filter((at) => this.now() - at < 60_000);
    const first = recent[0];
    if (first !== undefined && recent.length >= rate)
      throw new SlackLimit(Math.ceil((60_000 - (this.now() - first)) / 1000));
    this.#called.set(method, [...recent, this.now()]);
  }

  next(prefix: string): string {
    this.#sequence += 1;
    return `${prefix}${String(this.#sequence).padStart(6, '0')}`;
  }

  /** Creates a timestamp id: seconds and a six-digit counter, unique and increasing. */
  ts(): string {
    this.#sequence += 1;
    return `${Math.floor(this.now() / 1000)}.${String(this.#sequence).padStart(6, '0')}`;
  }

  key(channel: string, ts: string): string {
    return `${channel}/${ts}`;
  }

  message(channel: string, ts: string): FakeMessage | undefined {
    const message = this.messages.get(this.key(channel, ts));
    if (message?.stream?.state === 'running' && this.now() - message.stream.startedAt >= STREAM_SECONDS * 1000)
      message.stream.state = 'expired';
    return message;
  }

  put(message: FakeMessage): FakeMessage {
    this.messages.set(this.key(message.channel, message.ts), message);
    return message;
  }

  /** The channel with this id. @throws SlackRefusal when the installation's bot cannot see it */
  channel(id: unknown, installation: FakeInstallation): FakeChannel {
    const channel = this.channels.get(String(id)) ?? this.im(String(id), installation);
    const visible =
      channel &&
      (channel.team === installation.team || channel.shared) &&
      (channel.kind === 'public' || channel.members.has(installation.botUser));
    if (!channel || !visible) throw new SlackRefusal('channel_not_found');
    return channel;
  }

  /** The DM with a person, since `chat.postMessage` accepts a person's id as a channel. */
  im(user: string, installation: FakeInstallation): FakeChannel | undefined {
    if (!this.users.has(user)) return undefined;
    return [...this.channels.values()].find(
      (channel) => channel.kind === 'im' && channel.members.has(user) && channel.members.has(installation.botUser),
    );
  }

  /** A channel to which the bot may post. @throws SlackRefusal when it is invisible, archived, or not joined */
  postable(id: unknown, installation: FakeInstallation): FakeChannel {
    const channel = this.channel(id, installation);
    if (channel.archived) throw new SlackRefusal('is_archived');
    if (!channel.members.has(installation.botUser) && !installation.scopes.has('chat:write.public'))
      throw new SlackRefusal('not_in_channel');
    return channel;
  }

  thread(channel: string, rootTs: string): FakeMessage[] {
    return [...this.messages.values()].filter(
      (message) =>
        message.channel === channel && (message.ts === rootTs || message.threadTs === rootTs) && !message.ephemeralTo,
    );
  }

  userJson(user: FakeUser): Json {
    return {
      id: user.id,
      team_id: user.team,
      name: user.name,
      real_name: user.name,
      deleted: false,
      is_admin: user.isAdmin === true,
      is_owner: false,
      is_bot: user.isBot === true,
      is_restricted: user.guest !== undefined,
      is_ultra_restricted: user.guest === 'ultra',
      profile: { display_name: user.name, ...(user.email && { email: user.email }) },
      ...(user.teams && { enterprise_user: { teams: user.teams } }),
    };
  }

  channelJson(channel: FakeChannel): Json {
    return {
      id: channel.id,
      name: channel.name,
      is_channel: channel.kind === 'public',
      is_group: channel.kind === 'private',
      is_im: channel.kind === 'im',
      is_private: channel.kind !== 'public',
      is_archived: channel.archived,
      is_ext_shared: channel.shared,
      is_org_shared: channel.orgShared === true,
      is_shared: channel.shared || channel.orgShared === true,
      context_team_id: channel.team,
    };
  }

  /** The fields with which a thread's first message describes the thread. */
  threadJson(root: FakeMessage): Json {
    const replies = this.thread(root.channel, root.ts).filter(({ ts }) => ts !== root.ts);
    const last = replies.at(-1);
    return last
      ? {
          thread_ts: root.ts,
          reply_count: replies.length,
          latest_reply: last.ts,
          reply_users: replies.map((m) => m.user),
        }
      : {};
  }

  messageJson(message: FakeMessage): Json {
    return {
      type: 'message',
      ...(message.subtype && { subtype: message.subtype }),
      ts: message.ts,
      user: message.user,
      text: message.text,
      ...(message.botId && { bot_id: message.botId, app_id: 'A0PARLEY' }),
      ...(message.threadTs && { thread_ts: message.threadTs }),
      ...(message.blocks && { blocks: message.blocks }),
      ...(message.attachments && { attachments: message.attachments }),
      ...(message.metadata && { metadata: message.metadata }),
      ...(message.edited && { edited: { ts: message.ts, user: message.user } }),
      ...(message.files && { files: message.files.map((id) => this.fileJson(id)) }),
      ...(message.reactions.size > 0 && {
        reactions: [...message.reactions].map(([name, users]) => ({ name, users: [...users], count: users.size })),
      }),
    };
  }

  /** For tests: `redirects` of file downloads, and `claimedSizes` that differ from the real sizes. */
  readonly redirects = new Map<string, string>();
  readonly claimedSizes = new Map<string, number>();

  /** Set by the server once its address is known. */
  fileUrl: (id: string) => string = (id) => id;

  fileJson(id: string): Json {
    const file = this.files.get(id);
    if (!file) throw new SlackRefusal('file_not_found');
    if (file.externalUrl)
      return {
        id: file.id,
        name: file.name,
        mimetype: file.mimetype,
        size: 0,
        mode: 'external',
        is_external: true,
        external_type: 'app',
        url_private: file.externalUrl,
      };
    return {
      id: file.id,
      name: file.name,
      mimetype: file.mimetype,
      size: this.claimedSizes.get(id) ?? file.bytes.length,
      url_private: this.fileUrl(file.id),
      url_private_download: this.fileUrl(file.id),
    };
  }
}
