import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { type FileOfQuestion, readAttachments } from '../chat/attachments.ts';
import { givenBySettings, readChannelSettings } from '../chat/channel-settings.ts';
import { digestTitle } from '../chat/digest/index.ts';
import type { ChatPlatform, Delivery } from '../chat/platform.ts';
import { type ChatChannel, scopesOf } from '../chat/scopes.ts';
import { digestBlocks } from './digest-view.ts';
import { createEphemeralReply } from './ephemeral-reply.ts';
import { plainText } from './incoming-message.ts';
import { createThreadReply } from './reply.ts';
import { messageId, type SlackTarget } from './target.ts';
import type { Workspace, Workspaces } from './workspaces.ts';

/** What is said before Parley is asked into a thread: the last messages, and not too much of them. */
const THREAD_MESSAGES = 30;

export interface SlackPlatformOptions {
  workspaces: Workspaces;
  keyValues: KeyValueStore;
  clock: Clock;
  log: Log;
  paceMs?: number;
}

/** A DM needs no look-up: nobody reads along. */
const directPlace = ({ team, channel }: SlackTarget): ChatChannel => ({
  workspaceId: team,
  channelId: channel,
  kind: 'direct',
  shared: false,
  guests: false,
});

/** Slack, as the answering of questions needs it. */
export const createSlackPlatform = ({
  workspaces,
  keyValues,
  clock,
  log,
  paceMs,
}: SlackPlatformOptions): ChatPlatform<SlackTarget> => {
  const download =
    (token: string) =>
    async ({ url, type }: FileOfQuestion): Promise<Uint8Array> => {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(15_000),
      });
      // Without the scope files:read Slack answers with its sign-in page and status 200.
      const html = (response.headers.get('content-type') ?? '').includes('text/html');
      if (!response.ok || (html && !/html/i.test(type)))
        throw new Error(`the file was answered with ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    };

  const threadSoFar = async ({ client, calls, botUser }: Workspace, { channel, threadTs, ts }: SlackTarget) => {
    const { messages } = await calls.sure(() =>
      client.conversations.replies({ channel, ts: threadTs ?? '', limit: THREAD_MESSAGES }),
    );
    const text = (messages ?? [])
      .filter((message) => message.ts !== ts && message.text && message.user !== botUser)
      .map((message) => plainText(message.text ?? '', botUser))
      .join('\n\n');
    return text ? [{ name: 'what was said in this thread before', text: text.slice(0, 12_000) }] : [];
  };

  /**
   * A message of Parley's in this thread that no delivery knows: left by a process that died, or by a call whose answer got
   * lost. Deliveries that wait for theirs take them in the order in which they were asked.
   */
  const orphan = async (
    { client, calls, botUser }: Workspace,
    delivery: Delivery<SlackTarget>,
  ): Promise<string | undefined> => {
    const { target } = delivery;
    const { messages } = await calls.sure(() =>
      client.conversations.replies({
        channel: target.channel,
        ts: target.threadTs ?? '',
        limit: 200,
        ...(target.ts && { oldest: target.ts }),
      }),
    );
    const open = await keyValues.list<Delivery<SlackTarget>>('slack-open', {
      prefix: `slack:${target.team}/${target.channel}/`,
      limit: 200,
    });
    const here = open.map(({ value }) => value).filter((other) => other.target.threadTs === target.threadTs);
    const mine = (messages ?? []).filter(
      (message) => message.user === botUser && message.ts && (!target.ts || message.ts > target.ts),
    );
    const unknown: string[] = [];
    for (const { ts } of mine) {
      const id = messageId(target, ts as string);
      const known =
        delivery.messages.includes(id) ||
        here.some((other) => other.messages.includes(id)) ||
        (await keyValues.get('slack-message', id)) !== undefined ||
        (await keyValues.get('slack-notice', id)) !== undefined;
      if (!known) unknown.push(ts as string);
    }
    const waiting = here.filter((other) => other.posting).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    return unknown[
      Math.max(
        0,
        waiting.findIndex((other) => other.key === delivery.key),
      )
    ];
  };

  /** Deliveries wait for their workspace in the reply's first call, so that a reply can be made at once. */
  const late = (delivery: Delivery<SlackTarget>, means: { save: () => Promise<void>; giveUp: () => void }) => {
    const ready = workspaces.of(delivery.target.team).then((workspace) => {
      const { client, calls } = workspace;
      return delivery.target.alone
        ? createEphemeralReply({ client, calls, log, delivery })
        : createThreadReply({
            client,
            calls,
            clock,
            log,
            delivery,
            ...means,
            orphan: () => orphan(workspace, delivery),
            paceMs,
          });
    });
    let reply: Awaited<typeof ready> | undefined;
    ready.then(
      (made) => (reply = made),
      () => {},
    );
    return { ready, now: () => reply };
  };

  const direct = async (delivery: Delivery<SlackTarget>, text: string) => {
    const { client, calls } = await workspaces.of(delivery.target.team);
    const { channel } = await calls.sure(() => client.conversations.open({ users: delivery.target.user }));
    await calls.sure(() =>
      client.chat.postMessage({ channel: channel?.id ?? '', text, unfurl_links: false, unfurl_media: false }),
    );
  };

  return {
    name: 'slack',
    reply(delivery, means) {
      const { ready, now } = late(delivery, means);
      return {
        begin: async () => (await ready).begin(),
        status: (text) => now()?.status(text),
        step: (card) => now()?.step(card),
        write: (text) => now()?.write(text),
        finish: async (final) => (await ready).finish(final),
        withdraw: async () => (await ready).withdraw(),
        leave: async () => now()?.leave(),
      };
    },
    async prepare({ target }) {
      const workspace = await workspaces.of(target.team);
      const [asker, place, settings, attachments, earlier] = await Promise.all([
        workspace.people.asker(target.user),
        target.channelType === 'im' ? directPlace(target) : workspace.people.place(target.channel),
        readChannelSettings(keyValues, `slack:${target.team}/${target.channel}`),
        readAttachments(target.files, download(workspace.token)),
        target.joinsThread ? threadSoFar(workspace, target).catch(() => []) : [],
      ]);
      const alone = target.alone || place.kind === 'direct';
      return {
        scopes: scopesOf(asker, place, { alone }),
        attachments: [...attachments, ...earlier],
        inChannel: !alone,
        ...givenBySettings(settings),
      };
    },
    tell: direct,
    async sees(person, { target }) {
      const [team, user = ''] = person.slice('slack:'.length).split('/');
      if (team !== target.team) return [];
      const { people } = await workspaces.of(target.team);
      const [asker, place] = await Promise.all([people.asker(user), people.place(target.channel)]);
      const there =
        place.kind === 'public' || asker.memberships.some(({ channelIds }) => channelIds.includes(target.channel));
      return [...scopesOf(asker, place, { alone: true }), ...(there ? scopesOf(asker, place) : [])];
    },
    async digest(digest) {
      const [team = '', user = ''] = digest.owner.person.slice('slack:'.length).split('/');
      const { client, calls } = await workspaces.of(team);
      const { channel } = await calls.sure(() => client.conversations.open({ users: user }));
      const text = digestTitle(digest);
      await calls.sure(() =>
        client.chat.postMessage({
          channel: channel?.id ?? '',
          text,
          blocks: digestBlocks(digest),
          unfurl_links: false,
          unfurl_media: false,
        }),
      );
    },
    async notify(delivery, text) {
      const { target } = delivery;
      if (target.alone || !target.threadTs) return direct(delivery, text);
      const { client, calls } = await workspaces.of(target.team);
      const posted = await calls.sure(() =>
        client.chat.postMessage({
          channel: target.channel,
          thread_ts: target.threadTs,
          unfurl_links: false,
          unfurl_media: false,
          text: target.channelType === 'im' ? text : `<@${target.user}> ${text}`,
        }),
      );
      if (posted.ts)
        await keyValues.put('slack-notice', messageId(target, posted.ts), {}, { personId: delivery.askerId });
    },
  };
};
