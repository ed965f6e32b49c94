import { startTurn } from '../../bots/api/start-turn.ts';
import type { TurnEvent } from '../../bots/conversation/events.ts';
import { questionKey, workspaceOf } from '../../bots/discord/target.ts';
import type { WebDependencies } from '../../bots/web/dependencies.ts';
import { turnEvents } from '../../bots/web/turn-events.ts';
import { EVERYONE } from '../../core/document.ts';
import { asParleyError, isStoreFailure } from '../../core/errors.ts';
import type { DiscordGateway } from './platforms/discord-gateway.ts';
import { BOT } from './platforms/fake-slack.ts';
import type { Parleys } from './process.ts';
import { conversationBegan, type Question } from './questions.ts';
import type { Simulation } from './simulation.ts';
import { anyRunning, Down, inProcess } from './slots.ts';
import { goneIn, leaksIn } from './watch.ts';
import { GUILD, TEAM, userOf } from './world.ts';

type Asked = Pick<Question, 'messageId' | 'threadId' | 'key' | 'eventId'>;

/** Pauses before an event is sent again that nobody acknowledged: Slack's, then longer, until somebody does. */
const AGAIN_MS = [3000, 10_000, 60_000];

/** A person writes; the platform holds the message from then on. @param threadId in a thread that is there */
export const write = (
  { slack, discord, time, story }: Simulation,
  { place, person, text, name }: Pick<Question, 'place' | 'person' | 'text' | 'name'>,
  threadId: string | undefined,
): Asked => {
  if (place.platform === 'slack') {
    const ts = slack.world.ts();
    const said = place.open ? `<@${BOT}> ${text}` : text;
    slack.world.put({
      ts,
      channel: place.channel,
      user: userOf(person),
      text: said,
      threadTs: threadId,
      reactions: new Map(),
    });
    const key = `slack:${TEAM}/${place.channel}/${ts}`;
    return { messageId: ts, threadId: threadId ?? ts, key, eventId: key };
  }
  if (place.platform === 'discord') {
    const id = discord.world.snowflake();
    const channelId = threadId ?? place.channel;
    discord.world.messages.set(id, {
      id,
      channelId,
      authorId: userOf(person),
      content: story.once && place.open ? `<@${discord.world.botId}> ${text}` : text,
      components: [],
      embeds: [],
      flags: 0,
      attachments: [],
      reactions: new Map(),
      edits: 0,
    });
    const key = questionKey(place.open ? GUILD : undefined, channelId, id);
    return { messageId: id, threadId: threadId ?? (place.open ? id : place.channel), key, eventId: key };
  }
  const eventId = `${person.id}:event-${name}-${time.now()}`;
  return { messageId: eventId, threadId: threadId ?? `web:thread${name}xx`, key: eventId, eventId };
};

/** The platform tells Parley of a message until it is acknowledged. */
export const deliver = async (simulation: Simulation, question: Question): Promise<unknown> => {
  const { platform, open } = question.place;
  if (platform === 'web') return visit(simulation, question);
  if (platform === 'discord' && simulation.story.once) return tellOnceAtDiscord(simulation, question, 'create');
  if (platform === 'discord') return untilAcknowledged(simulation, question, 'gateway', tellDiscord);
  // A mention is two events, and each may go to another process.
  const events = open ? ['app_mention', 'message'] : ['message'];
  await Promise.all(events.map((type) => untilAcknowledged(simulation, question, type, tellSlack(type))));
};

type Tell = (simulation: Simulation, question: Question, attempt: string) => Promise<void>;

const untilAcknowledged = async (simulation: Simulation, question: Question, event: string, tell: Tell) => {
  for (let tries = 0; !question.removed; tries += 1) {
    question.toldAt = simulation.time.steady();
    if (simulation.slots.some(({ running }) => running)) question.heardAt ??= question.toldAt;
    const told = await Promise.race([
      tell(simulation, question, `${event} ${tries}`).then(
        () => true,
        () => false,
      ),
      simulation.time.sleep(3000).then(() => false),
    ]);
    if (told) {
      question.acknowledged = true;
      return;
    }
    await simulation.time.sleep(AGAIN_MS[tries] ?? 120_000);
  }
};

const tellSlack =
  (type: string): Tell =>
  async (simulation, question, attempt) => {
    const slot = anyRunning(simulation, question.name, attempt);
    if (!slot) throw new Down('nobody listens');
    const { place, person, text, messageId, threadId } = question;
    const event = {
      type,
      channel: place.channel,
      channel_type: place.open ? 'channel' : 'im',
      user: userOf(person),
      text: place.open ? `<@${BOT}> ${text}` : text,
      ts: messageId,
      ...(threadId !== messageId && { thread_ts: threadId }),
    };
    const body = { type: 'event_callback', team_id: TEAM, event, authorizations: [{ team_id: TEAM }] };
    await new Promise<void>((resolve, reject) => {
      const ack = async () => resolve();
      inProcess(simulation, slot, ({ slack }) => slack.receive({ body, ack } as never)).then(() => resolve(), reject);
    });
  };

/** Every process has a connection of its own to the gateway, and each hears the message. */
const tellDiscord: Tell = async (simulation, question) => {
  const { place, person, text, messageId, threadId, key } = question;
  const inThread = place.open && threadId !== messageId;
  const guildId = place.open ? GUILD : undefined;
  const target = {
    ...(guildId && { guildId }),
    channelId: inThread ? threadId : place.channel,
    placeId: place.channel,
    userId: userOf(person),
    messageId,
    opensThread: place.open && !inThread,
    files: [],
    joinsThread: false,
  };
  const asked = {
    key,
    conversationId: `${workspaceOf(guildId)}/${place.open ? threadId : place.channel}`,
    askerId: person.id,
    workspace: workspaceOf(guildId),
    text,
    target,
  };
  const hear = async ({ discord: { deliveries } }: Parleys) => {
    if (await deliveries.accept(asked)) void deliveries.run(key);
  };
  await Promise.any(
    simulation.slots
      .map((slot) => inProcess(simulation, slot, hear))
      .concat(Promise.reject(new Down('nobody listens'))),
  );
};

/**
 * Discord tells every process that is connected, once; one that lost its connection hears it when it can resume. Whoever is
 * not there is told nothing.
 * @returns when a process has dealt with it; false when none has, or not within a minute
 */
export const tellOnceAtDiscord = async (
  simulation: Simulation,
  question: Question,
  event: Parameters<DiscordGateway['tell']>[0],
  message = simulation.discord.world.messages.get(question.messageId),
): Promise<boolean> => {
  if (!message) return false;
  // What a process that stood still was told of before, such as the question itself again, may be dealt with meanwhile.
  let isTold = false;
  const dealtWith = new Promise<true>((resolve) => {
    question.dealtWith = () => {
      if (isTold) resolve(true);
    };
  });
  for (const slot of simulation.slots) {
    const tell = ({ owner, discord }: Parleys) => {
      isTold = true;
      void simulation.time.as(owner, () => discord.gateway?.tell(event, message));
    };
    if (slot.gap) slot.gap.missed.push(tell);
    else if (slot.running) tell(slot.running);
  }
  return Promise.race([dealtWith, simulation.time.sleep(60_000).then(() => false)]);
};

/** A person at the web page: the page sends the question until it has a turn, and follows that until it is shown an end. */
const visit = async (simulation: Simulation, question: Question): Promise<void> => {
  const page: NonNullable<Question['page']> = { turnIds: new Set() };
  question.page = page;
  for (let tries = 0; ; tries += 1) {
    const slot = anyRunning(simulation, question.name, tries);
    try {
      if (slot) await inProcess(simulation, slot, (running) => follow(simulation, running, question));
      if (page.final) return;
    } catch (error) {
      if (!(error instanceof Down)) {
        const { code, message } = asParleyError(error);
        simulation.journal.note(`${question.name} at the page: ${code} ${message}`);
        // Refused before it was stored; the page shows why, and the person asks again or not.
        if (code === 'TOO_MANY_QUESTIONS') {
          page.final = { type: 'error', text: message, code };
          return;
        }
      }
    }
    // What was erased does not come back, however often the page asks for it.
    if (tries > 300 || simulation.erasures.some(({ questions }) => questions.includes(question.name))) return;
    await simulation.time.sleep(1000);
  }
};

const follow = async (
  simulation: Simulation,
  { owner: by, stores, live }: Parleys,
  question: Question,
): Promise<void> => {
  const { page, person, threadId, text, eventId } = question;
  const web = { live, parley: { stores } } as unknown as Pick<WebDependencies, 'live' | 'parley'>;
  const ask = {
    eventId,
    conversationId: threadId,
    platform: 'web',
    askerId: person.id,
    workspace: 'web',
    text,
    scopes: [EVERYONE],
  } as const;
  question.toldAt = simulation.time.steady();
  question.heardAt ??= question.toldAt;
  const turn = await startTurn(web, ask);
  question.acknowledged = true;
  page?.turnIds.add(turn.id);
  const shownFrom = simulation.time.steady();
  const began = conversationBegan(simulation.questions.values(), question);
  const reading = { after: undefined, address: undefined, scopes: [EVERYONE], signal: new AbortController().signal };
  for await (const { event } of turnEvents(web, turn, reading)) {
    const leaks = [
      ...leaksIn(simulation, JSON.stringify(event), [EVERYONE], began),
      ...goneIn(simulation, quotedBy(event), [EVERYONE], shownFrom),
    ];
    if (leaks.length > 0) simulation.violated('page-leak', `the page is shown ${leaks.join(', ')}: ${event.type}`);
    if (!page) return;
    if (event.type === 'answer') {
      const unstored = event.answer.notices?.some((notice) => notice.includes('could not be saved')) ?? false;
      page.final = { type: 'answer', text: event.answer.text, unstored, by };
    }
    if (event.type === 'duplicate' && event.answer) page.final = { type: 'answer', text: event.answer.text, by };
    // Going down: the question is kept, and the page comes back for it.
    if (event.type === 'error' && event.code !== 'CANCELLED')
      page.final = { type: 'error', text: event.message, code: event.code, unstored: isStoreFailure(event), by };
  }
};

/** What an answer says of pages as they are when it is shown: its quotes, which are its text where no model wrote one. */
const quotedBy = (event: TurnEvent): string =>
  event.type === 'citation'
    ? event.citation.quote
    : event.type === 'answer'
      ? JSON.stringify([event.answer.citations, event.answer.mode === 'quote' && event.answer.text])
      : '';
