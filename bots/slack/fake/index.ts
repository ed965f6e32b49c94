import { openServer } from './server.ts';
import type { Delivery } from './socket.ts';
import type { FakeChannel, FakeMessage, FakeUser, Json } from './world.ts';

export interface SlackFakeOptions {
  /** The fake's clock in epoch milliseconds; a test can advance it so that a stream or trigger expires. */
  now?: () => number;
  /** How long an envelope waits for its acknowledgement; 3,000 ms on the real platform. */
  ackWithinMs?: number;
}

/**
 * A fake of Slack that enforces the platform's rules, which `rules.ts` lists with their documentation: the Web API over HTTP,
 * Socket Mode over WebSocket, and the actions of people. A call that Slack would refuse is refused with Slack's error code.
 *
 * @example
 * const slack = await createSlackFake();
 * slack.install('T1', 'xoxb-1', ['chat:write']);
 * const ts = await slack.say({ channel: 'C1', user: 'U1', text: '<@UBOTT1> how many holidays?' });
 */
export const createSlackFake = async ({ now = Date.now, ackWithinMs = 3000 }: SlackFakeOptions = {}) => {
  const server = await openServer({ now, ackWithinMs });
  const { world, deliveries } = server;

  /** Delivers an event. @param eventId null for a delivery without an event id */
  const event = (team: string, body: Json, eventId: string | null = world.next('Ev')) =>
    deliveries.deliver({
      type: 'events_api',
      payload: {
        token: 'legacy',
        team_id: team,
        api_app_id: 'A0PARLEY',
        type: 'event_callback',
        ...(eventId !== null && { event_id: eventId }),
        event_time: Math.floor(now() / 1000),
        event: body,
        authorizations: [
          { enterprise_id: null, team_id: team, user_id: `UBOT${team}`, is_bot: true, is_enterprise_install: false },
        ],
      },
    });
  const teamOf = (channel: string) => {
    const found = world.channels.get(channel);
    if (!found) throw new Error(`the fake has no channel ${channel}`);
    return found.team;
  };
  const trigger = (user: string) => {
    const id = world.next('trigger.');
    world.triggers.set(id, { at: now(), used: false, user });
    return id;
  };
  const responseUrl = (channel: string, user: string, ts?: string) => {
    const id = world.next('r');
    world.responseUrls.set(id, { channel, user, uses: 0, at: now(), team: teamOf(channel), ...(ts && { ts }) });
    return `${server.origin}/response/${id}`;
  };
  const channelType = (channel: FakeChannel) => ({ im: 'im', private: 'group', public: 'channel' })[channel.kind];
  const interactive = (team: string, payload: Json) =>
    deliveries.deliver({
      type: 'interactive',
      payload: { team: { id: team, domain: 'example' }, api_app_id: 'A0PARLEY', token: 'legacy', ...payload },
    });

  return {
    ...server,
    event,

    /** Installs the app in a workspace, with its bot user. */
    install(team: string, token: string, scopes: readonly string[]) {
      world.users.set(`UBOT${team}`, { id: `UBOT${team}`, team, name: 'parley', isBot: true });
      world.installations.set(token, { team, botUser: `UBOT${team}`, botId: `B${team}`, scopes: new Set(scopes) });
    },
    addUser(user: FakeUser) {
      world.users.set(user.id, user);
    },
    addChannel(
      channel: Partial<FakeChannel> & { id: string; team: string; people: readonly string[]; withBot?: boolean },
    ) {
      const { people, withBot = true, ...given } = channel;
      const members = new Set([...people, ...(withBot ? [`UBOT${channel.team}`] : [])]);
      world.channels.set(channel.id, {
        name: channel.id.toLowerCase(),
        kind: 'public',
        archived: false,
        shared: false,
        ...given,
        members,
      });
    },
    addFile(file: { id: string; name: string; mimetype: string; bytes: Buffer | string; externalUrl?: string }) {
      world.files.set(file.id, { ...file, bytes: Buffer.from(file.bytes) });
    },

    /** Posts a person's message, and delivers the events that Slack sends: `app_mention` and `message`, with different ids. */
    async say({
      channel,
      user,
      text,
      threadTs,
      files,
      times = 1,
      withoutIds = false,
    }: {
      channel: string;
      user: string;
      text: string;
      threadTs?: string;
      files?: string[];
      times?: number;
      /** Sends deliveries without event ids, so that only the message itself identifies a repeated one. */
      withoutIds?: boolean;
    }): Promise<{ ts: string; deliveries: Delivery[] }> {
      const place = world.channels.get(channel);
      if (!place) throw new Error(`the fake has no channel ${channel}`);
      const message = world.put({ ts: world.ts(), channel, user, text, threadTs, files, reactions: new Map() });
      const body = {
        ...world.messageJson(message),
        channel,
        channel_type: channelType(place),
        event_ts: message.ts,
        team: place.team,
        user_team: world.users.get(user)?.team,
        client_msg_id: world.next('client-'),
        ...(files && { subtype: 'file_share' }),
      };
      const mentions = text.includes(`<@UBOT${place.team}>`) && place.kind !== 'im';
      const ids = withoutIds ? [null, null] : [world.next('Ev'), world.next('Ev')];
      const sent: Promise<Delivery>[] = [];
      for (let i = 0; i < times; i += 1) {
        if (mentions) sent.push(event(place.team, { ...body, type: 'app_mention' }, ids[0]));
        if (place.members.has(`UBOT${place.team}`)) sent.push(event(place.team, body, ids[1]));
      }
      return { ts: message.ts, deliveries: await Promise.all(sent) };
    },
    async edit(channel: string, ts: string, text: string) {
      const message = world.messages.get(world.key(channel, ts)) as FakeMessage;
      const previous = world.messageJson(message);
      message.text = text;
      message.edited = true;
      return event(teamOf(channel), {
        type: 'message',
        subtype: 'message_changed',
        channel,
        channel_type: channelType(world.channels.get(channel) as FakeChannel),
        message: { ...world.messageJson(message), team: teamOf(channel) },
        previous_message: previous,
        ts: world.ts(),
        event_ts: ts,
      });
    },
    /** Deletes a person's message. If it has replies, a placeholder stays in its place, and Slack tells of a change. */
    async remove(channel: string, ts: string) {
      const message = world.messages.get(world.key(channel, ts)) as FakeMessage;
      const previous = world.messageJson(message);
      if (world.thread(channel, ts).some((reply) => reply.ts !== ts)) {
        Object.assign(message, {
          subtype: 'tombstone',
          user: 'USLACKBOT',
          text: 'This message was deleted.',
          files: undefined,
        });
        return event(teamOf(channel), {
          type: 'message',
          subtype: 'message_changed',
          hidden: true,
          channel,
          channel_type: channelType(world.channels.get(channel) as FakeChannel),
          message: { ...world.messageJson(message), ...world.threadJson(message), hidden: true },
          previous_message: previous,
          ts: world.ts(),
          event_ts: world.ts(),
        });
      }
      world.messages.delete(world.key(channel, ts));
      return event(teamOf(channel), {
        type: 'message',
        subtype: 'message_deleted',
        channel,
        deleted_ts: ts,
        previous_message: previous,
        ts: world.ts(),
      });
    },
    async react(channel: string, ts: string, user: string, reaction: string) {
      const message = world.messages.get(world.key(channel, ts)) as FakeMessage;
      message.reactions.set(reaction, new Set([...(message.reactions.get(reaction) ?? []), user]));
      return event(teamOf(channel), {
        type: 'reaction_added',
        user,
        reaction,
        item_user: message.user,
        item: { type: 'message', channel, ts },
        event_ts: world.ts(),
      });
    },
    async command({ command, text, channel, user }: { command: string; text: string; channel: string; user: string }) {
      return deliveries.deliver({
        type: 'slash_commands',
        payload: {
          command,
          text,
          channel_id: channel,
          user_id: user,
          team_id: teamOf(channel),
          channel_name: channel,
          user_name: user,
          trigger_id: trigger(user),
          response_url: responseUrl(channel, user),
          api_app_id: 'A0PARLEY',
          token: 'legacy',
        },
      });
    },
    async shortcut({
      callbackId,
      channel,
      ts,
      user,
    }: {
      callbackId: string;
      channel: string;
      ts: string;
      user: string;
    }) {
      const message = world.messages.get(world.key(channel, ts)) as FakeMessage;
      return interactive(teamOf(channel), {
        type: 'message_action',
        callback_id: callbackId,
        trigger_id: trigger(user),
        message_ts: ts,
        user: { id: user, team_id: teamOf(channel) },
        channel: { id: channel, name: channel },
        message: world.messageJson(message),
        response_url: responseUrl(channel, user),
      });
    },
    /** Presses a button of a message, also of an ephemeral one. @param press `action`: the button element of the blocks */
    async click({ channel, ts, user, action }: { channel: string; ts: string; user: string; action: Json }) {
      const message = world.messages.get(world.key(channel, ts)) as FakeMessage;
      if (message.ephemeralTo && message.ephemeralTo !== user)
        throw new Error('only its addressee sees an ephemeral message');
      return interactive(teamOf(channel), {
        type: 'block_actions',
        trigger_id: trigger(user),
        user: { id: user, team_id: teamOf(channel) },
        channel: { id: channel, name: channel },
        container: {
          type: 'message',
          message_ts: ts,
          channel_id: channel,
          is_ephemeral: message.ephemeralTo !== undefined,
          ...(message.threadTs && { thread_ts: message.threadTs }),
        },
        message: world.messageJson(message),
        response_url: responseUrl(channel, user, ts),
        actions: [{ block_id: 'b', action_ts: world.ts(), ...action }],
      });
    },
    async submit({ view, user, values }: { view: Json & { id: string }; user: string; values: Json }) {
      const stored = world.views.get(view.id) as unknown as Json & { team_id: string };
      return interactive(stored.team_id, {
        type: 'view_submission',
        trigger_id: trigger(user),
        user: { id: user, team_id: stored.team_id },
        view: { ...stored, state: { values } },
      });
    },
    async openHome(team: string, user: string, tab: 'home' | 'messages', channel: string) {
      return event(team, { type: 'app_home_opened', user, channel, tab, event_ts: world.ts() });
    },
    /** Presses the stop button that Slack shows while the app is working. */
    async stop(channel: string, threadTs: string, user: string) {
      const streaming = world.thread(channel, threadTs).filter((message) => message.stream?.state === 'running');
      for (const message of streaming) if (message.stream) message.stream.state = 'user-stopped';
      return event(teamOf(channel), {
        type: 'agent_session_stopped',
        channel,
        thread_ts: threadTs,
        user,
        streaming_message_ts: streaming.map((message) => message.ts),
        event_ts: world.ts(),
      });
    },
    /** The app's messages in a thread that everybody sees. */
    replies(channel: string, rootTs: string): FakeMessage[] {
      return world.thread(channel, rootTs).filter((message) => message.botId !== undefined);
    },
    ephemeral(user: string): FakeMessage[] {
      return [...world.messages.values()].filter((message) => message.ephemeralTo === user);
    },
  };
};
export type SlackFake = Awaited<ReturnType<typeof createSlackFake>>;
