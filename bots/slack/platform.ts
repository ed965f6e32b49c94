import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Access } from '../../runtime/access/access.ts';
import type { Fetcher } from '../../runtime/guarded-fetcher.ts';
import type { Stores } from '../../stores/index.ts';
import { readAttachments } from '../chat/attachments.ts';
import { givenBySettings, readChannelSettings } from '../chat/channel-settings.ts';
import type { Delivery } from '../chat/delivery/delivery.ts';
import type { Outbox } from '../chat/delivery/outbox.ts';
import { earlierMessages, MAX_THREAD_MESSAGES } from '../chat/earlier-messages.ts';
import { createFileDownload } from '../chat/file-download.ts';
import type { ChatPlatform, Reply } from '../chat/platform.ts';
import { silenceIn } from '../chat/silence.ts';
import type { BotSettings } from '../settings.ts';
import { digestBlocks, escapeText, NO_UNFURL } from './blocks.ts';
import { asImpossible } from './calls.ts';
import { createEphemeralReply } from './ephemeral-reply.ts';
import { isSlackHost } from './file-host.ts';
import { isSaid } from './history/raw-message.ts';
import { plainText } from './incoming-message.ts';
import { messageText } from './message-text.ts';
import { createThreadReply } from './reply.ts';
import { localId, messageId, personId, type SlackTarget } from './target.ts';
import type { Workspace, Workspaces } from './workspaces.ts';

export interface SlackPlatformOptions {
  workspaces: Workspaces;
  access: Access;
  outbox: Outbox<SlackTarget>;
  stores: Pick<Stores, 'keyValues' | 'conversations'>;
  settings: Pick<BotSettings, 'SLACK_API_URL'>;
  /** Fetches files from hosts other than Slack. */
  guarded: Pick<Fetcher, 'fetch'>;
  clock: Clock;
  log: Log;
  paceMs?: number;
}

/** True when only the asker sees the answer: in a direct message or an ephemeral reply. */
const isForAsker = ({ ephemeral, channelType, channel }: SlackTarget): boolean =>
  ephemeral || channelType === 'im' || channel.startsWith('D');

/** The messages written in a thread before Parley was asked in it, as an attachment. */
const readThread = async (
  stores: SlackPlatformOptions['stores'],
  { client, calls, botUser }: Workspace,
  { team, channel, threadTs, ts }: SlackTarget,
) => {
  const { messages } = await calls.idempotent(() =>
    client.conversations.replies({ channel, ts: threadTs ?? '', limit: MAX_THREAD_MESSAGES }),
  );
  const written = (messages ?? [])
    .filter((message) => message.ts !== ts && message.user !== botUser && isSaid(message as { subtype?: string }))
    .map((message) => ({
      personId: personId(team, message.user ?? ''),
      eventId: messageId({ team, channel }, message.ts ?? ''),
      // The fraction of a second in an id is a counter.
      at: Math.floor(Number(message.ts)) * 1000,
      text: plainText(messageText(message), botUser),
    }));
  return earlierMessages(stores, written);
};

/**
 * Finds the messages from Parley in this thread that no delivery has recorded, oldest first, and the questions of the thread
 * that are about to post one, in the order in which they were asked.
 */
const findOrphans = async (
  outbox: Outbox<SlackTarget>,
  { client, calls, botUser }: Workspace,
  delivery: Delivery<SlackTarget>,
): Promise<{ orphans: string[]; waiting: Delivery<SlackTarget>[] }> => {
  const { target } = delivery;
  const { messages = [] } = await calls.idempotent(() =>
    client.conversations.replies({
      channel: target.channel,
      ts: target.threadTs ?? '',
      limit: 200,
      ...(target.ts && { oldest: target.ts }),
    }),
  );
  const inThread: Delivery<SlackTarget>[] = [];
  for await (const other of outbox.questions(`slack:${target.team}/${target.channel}/`))
    if (other.target.threadTs === target.threadTs) inThread.push(other);
  const orphans: string[] = [];
  for (const { ts, user } of messages) {
    if (user !== botUser || !ts || (target.ts && ts <= target.ts)) continue;
    const id = messageId(target, ts);
    const known = [delivery, ...inThread].some((other) => other.messages.includes(id));
    if (!known && !(await outbox.knowsMessage(id))) orphans.push(ts);
  }
  const waiting = inThread.filter((other) => other.posting).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return { orphans, waiting };
};

/**
 * Finds a message from Parley in this thread that no delivery has recorded, because the process crashed or Slack's response
 * was lost. When several deliveries wait for one, the messages are assigned in the order of their questions.
 */
const findOrphan = async (...given: Parameters<typeof findOrphans>): Promise<string | undefined> => {
  const { orphans, waiting } = await findOrphans(...given);
  const place = waiting.findIndex((other) => other.key === given[2].key);
  return orphans[Math.max(0, place)];
};

/**
 * The messages from Parley in this thread that belong to nothing, now that this question is answered.
 * @throws when a message may be one that another question of the thread has just posted
 */
const findStrays = async (...given: Parameters<typeof findOrphans>): Promise<string[]> => {
  const { orphans, waiting } = await findOrphans(...given);
  if (orphans.length > 0 && waiting.some(({ key }) => key !== given[2].key))
    throw new Error('another question of the thread is posting its answer');
  return orphans;
};

/**
 * Wraps a reply that is still being created. Its async methods wait for it, and progress shown until then is dropped.
 */
const lateReply = (made: Promise<Reply>): Reply => {
  let reply: Reply | undefined;
  made.then(
    (ready) => (reply = ready),
    () => {},
  );
  return {
    begin: async () => (await made).begin(),
    status: (text) => reply?.status(text),
    step: (card) => reply?.step(card),
    write: (text) => reply?.write(text),
    finish: async (end, stands) => (await made).finish(end, stands),
    startOver: async () => (await made).startOver(),
    removeStrays: async () => (await made).removeStrays(),
    withdraw: async () => (await made).withdraw(),
    leave: async () => reply?.leave(),
  };
};

/** Implements the chat platform interface for Slack. */
export const createSlackPlatform = ({
  workspaces,
  access,
  outbox,
  stores,
  settings,
  guarded,
  clock,
  log,
  paceMs,
}: SlackPlatformOptions): ChatPlatform<SlackTarget> => {
  const { keyValues } = stores;
  const isOwnHost = isSlackHost(settings);
  const postDirect = async (team: string, user: string, text: string, blocks?: ReturnType<typeof digestBlocks>) => {
    const { client, calls } = await workspaces.of(team);
    const { channel } = await calls.idempotent(() => client.conversations.open({ users: user }));
    const to = { channel: channel?.id ?? '', text, ...NO_UNFURL };
    await calls.idempotent(() => client.chat.postMessage({ ...to, ...(blocks && { blocks }) }));
  };
  const tellAsker = ({ target }: Delivery<SlackTarget>, text: string) => postDirect(target.team, target.user, text);

  return {
    name: 'slack',
    reply: (delivery, context) =>
      lateReply(
        workspaces.of(delivery.target.team).then((workspace) => {
          const { client, calls } = workspace;
          const orphan = () => findOrphan(outbox, workspace, delivery);
          const strays = () => findStrays(outbox, workspace, delivery);
          return delivery.target.ephemeral
            ? createEphemeralReply({ client, calls, log, delivery })
            : createThreadReply({ client, calls, clock, log, delivery, ...context, orphan, strays, paceMs });
        }),
      ),
    async prepare({ target }) {
      const workspace = await workspaces.of(target.team);
      const { people } = workspace;
      const forAsker = isForAsker(target);
      const [scopes, channelSettings, attachments, thread] = await Promise.all([
        forAsker ? people.scopesOfPerson(target.user) : people.scopesOfAudience(target.user, target.channel),
        readChannelSettings(keyValues, `slack:${target.team}/${target.channel}`),
        readAttachments(
          target.files,
          createFileDownload({ isOwnHost, authorization: `Bearer ${workspace.token}`, guarded }),
        ),
        target.joinsThread ? readThread(stores, workspace, target).catch(() => []) : [],
      ]);
      return {
        scopes,
        attachments: [...attachments, ...thread],
        inChannel: !forAsker,
        ...givenBySettings(channelSettings),
      };
    },
    async silence(delivery) {
      const { target } = delivery;
      if (isForAsker(target)) return undefined;
      const { people } = await workspaces.of(target.team);
      const channel = await people.channel(target.channel);
      return silenceIn({ access, outbox, now: () => clock.now() }, channel, delivery, () => people.asker(target.user));
    },
    tellAsker,
    async scopesOfPerson(person, { target }) {
      const [team, user = ''] = person.slice('slack:'.length).split('/');
      if (team !== target.team) return [];
      const { people } = await workspaces.of(target.team);
      const [asker, channel] = await Promise.all([people.asker(user), people.channel(target.channel)]);
      const mayRead =
        channel.kind === 'public' || asker.memberships.some(({ channelIds }) => channelIds.includes(target.channel));
      return [
        ...(await access.scopesOfPerson(asker)),
        ...(mayRead ? await access.scopesOfAudience(asker, channel) : []),
      ];
    },
    async sendDigest(digest) {
      const { personId: person, title } = digest;
      const team = person.slice('slack:'.length, person.indexOf('/'));
      await postDirect(team, localId(person), title, digestBlocks(digest));
    },
    async notify(delivery, text) {
      const { target } = delivery;
      if (target.ephemeral || !target.threadTs) return tellAsker(delivery, text);
      const { client, calls } = await workspaces.of(target.team);
      const posted = await calls
        .idempotent(() =>
          client.chat.postMessage({
            channel: target.channel,
            thread_ts: target.threadTs,
            text: `${target.channelType === 'im' ? '' : `<@${target.user}> `}${escapeText(text)}`,
            ...NO_UNFURL,
          }),
        )
        .catch((error: unknown) => {
          throw asImpossible(error);
        });
      if (posted.ts) await outbox.noteMessage(messageId(target, posted.ts), delivery);
    },
  };
};
