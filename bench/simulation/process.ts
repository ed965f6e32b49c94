import { type AgentEvent, type AgentQuestion, createAgent } from '../../agent/index.ts';
import { type ChatHandle, createChat } from '../../bots/chat/chat.ts';
import type { Deliveries } from '../../bots/chat/delivery/deliveries.ts';
import { createOutbox } from '../../bots/chat/delivery/outbox.ts';
import type { DailyLimits } from '../../bots/conversation/allowance.ts';
import { createConversations } from '../../bots/conversation/conversations.ts';
import type { Conversations } from '../../bots/conversation/events.ts';
import { defaultLimits } from '../../bots/conversation/waiting-line.ts';
import { listenToMessages } from '../../bots/discord/listeners/messages.ts';
import { createDiscordPlatform } from '../../bots/discord/platform.ts';
import { type DiscordTarget, discordTarget, placeOnly as placeInDiscord } from '../../bots/discord/target.ts';
import { readBotSettings } from '../../bots/settings.ts';
import { createCalls } from '../../bots/slack/calls.ts';
import { createPeople } from '../../bots/slack/people.ts';
import { createSlackPlatform } from '../../bots/slack/platform.ts';
import { createReceive } from '../../bots/slack/receive.ts';
import { placeOnly as placeInSlack, type SlackTarget, slackTarget } from '../../bots/slack/target.ts';
import type { Workspace, Workspaces } from '../../bots/slack/workspaces.ts';
import { createLiveTurns, type LiveTurns } from '../../bots/web/live-turns.ts';
import { systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { createRetriever } from '../../retrieval/index.ts';
import { createAccess } from '../../runtime/access/access.ts';
import { DEFAULT_POLICY } from '../../runtime/access/policy.ts';
import { createCases } from '../../runtime/cases/cases.ts';
import { createDistantAgent } from '../../runtime/jobs/distant-agent.ts';
import { questionHandler } from '../../runtime/jobs/questions.ts';
import { runJobs } from '../../runtime/jobs/run-jobs.ts';
import type { ConversationStore, Stores } from '../../stores/index.ts';
import { openProcessStores, type StoreFiles } from './open-stores.ts';
import { createGateway, type DiscordGateway } from './platforms/discord-gateway.ts';
import { discordPeople } from './platforms/discord-people.ts';
import type { FakeDiscord } from './platforms/fake-discord.ts';
import { BOT, type FakeSlack } from './platforms/fake-slack.ts';
import { tellAllModel } from './tell-all-model.ts';
import type { Owner } from './virtual-time.ts';
import type { Wire } from './wire.ts';
import { TEAM } from './world.ts';

/** What a process is started with. */
export interface ProcessOptions {
  owner: Owner;
  wire: Wire;
  files: StoreFiles;
  slack: FakeSlack;
  discord: FakeDiscord;
  daily: DailyLimits;
  /** False: no model is set, and answers quote. */
  model: boolean;
  /** Questions are handed over as jobs, which this process does too. */
  jobs: boolean;
  /** Discord's messages are heard by the product's own listeners, and read from the channels where they were missed. */
  once: boolean;
  log: Log;
  /** Hears every question to the agent with what it is asked with, and every prompt. */
  heard: {
    question(question: AgentQuestion): void;
    prompt(prompt: string): void;
    /** A message of Discord's was heard or read. */
    message(id: string): void;
    /** A question of Discord's, by its key, was accepted, or its edit or deletion dealt with. */
    dealtWith(key: string): void;
  };
  /** The conversations of the store, watched. */
  watched(store: ConversationStore): ConversationStore;
  /** Is called when a platform's call was carried out. */
  posted(): void;
}

/** One running Parley, as `cli/start.ts` puts it together, in all of its platforms. */
export interface Parleys {
  readonly owner: Owner;
  readonly wire: Wire;
  readonly stores: Stores;
  readonly live: LiveTurns;
  readonly conversations: Conversations;
  readonly slack: { deliveries: Deliveries<SlackTarget>; receive: ReturnType<typeof createReceive> };
  readonly discord: { deliveries: Deliveries<DiscordTarget>; gateway?: DiscordGateway };
  /** Goes down as after SIGTERM. */
  stop(): Promise<void>;
  /** Ends its connections. */
  cut(): void;
}

const settings = readBotSettings({});
const noFiles = { fetch: () => Promise.reject(new Error('the simulation has no files')) };

/** Starts a process of the story: the real Parley over stores, platforms and a model that are reached by wire. */
export const startProcess = async (options: ProcessOptions): Promise<Parleys> => {
  const { owner, wire, files, daily, log, heard } = options;
  const { stores, resumePending, cut } = openProcessStores(files, wire, options.watched);
  await resumePending().catch((error: unknown) => log.warn({ err: error }, 'a change cannot be completed yet'));
  const agent = createAgent({
    ...(options.model && { models: tellAllModel(wire, heard.prompt) }),
    retriever: createRetriever({ stores, log }),
    stores,
    log,
  });
  const asked = {
    ...agent,
    answer(question: AgentQuestion, onEvent?: (event: AgentEvent) => void) {
      heard.question(question);
      const strategy = question.strategy ?? (options.model ? 'vanilla' : undefined);
      return agent.answer({ ...question, strategy }, onEvent);
    },
  };
  const closing = new AbortController();
  const worker = options.jobs
    ? runJobs({ queue: stores.jobs, handlers: [questionHandler({ agent: asked, stores, atOnce: 4 })], log })
    : undefined;
  const conversations = createConversations({
    agent: worker ? createDistantAgent({ agent: asked, stores, log }) : asked,
    store: stores.conversations,
    cases: createCases(stores),
    log,
    closing: closing.signal,
    limits: { ...defaultLimits, waitingPerPerson: 50 },
    daily,
  });
  const parley = { stores, agent: asked };
  const chat = { parley, conversations, settings, log };
  const slack = openSlack(options, chat);
  const discord = openDiscord(options, chat);
  await Promise.all([slack.deliveries.sweep(), discord.deliveries.sweep()].map((swept) => swept.catch(() => {})));
  // After that: what is said before it is told of has to be read.
  discord.readMissed?.();
  const live = createLiveTurns(conversations, log);
  return {
    owner,
    wire,
    stores,
    live,
    conversations,
    slack,
    discord,
    cut,
    async stop() {
      closing.abort();
      await Promise.all([slack.handle.close(), discord.handle.close(), worker?.close()]);
      cut();
    },
  };
};

type Chat = Parameters<typeof createChat>[0];

const openSlack = ({ wire, slack, posted, log }: ProcessOptions, chat: Chat) => {
  const { stores } = chat.parley;
  const { keyValues } = stores;
  const access = createAccess({ platform: 'slack', policy: DEFAULT_POLICY, stores });
  const client = slack.client(wire, posted);
  const calls = createCalls({ clock: systemClock, log });
  const people = createPeople({ team: TEAM, client, calls, access, log, clock: systemClock });
  const workspace: Workspace = { team: TEAM, token: 'xoxb-1', botUser: BOT, botId: `B${TEAM}`, client, calls, people };
  const workspaces: Workspaces = { of: async () => workspace, drop() {}, peopleOf: async () => people };
  const outbox = createOutbox(keyValues, { platform: 'slack', target: slackTarget, placeOnly: placeInSlack, log });
  const platform = createSlackPlatform({
    workspaces,
    access,
    outbox,
    stores,
    settings,
    guarded: noFiles,
    clock: systemClock,
    log,
  });
  const { deliveries, handle } = createChat(chat, {
    platform,
    outbox,
    maxOptions: 100,
    mention: (person) => person,
    notAdmin: '',
  });
  const receive = createReceive({
    workspaces,
    deliveries,
    stores,
    settings,
    suggest: async () => ({ questions: [], sample: false }),
    pass: async () => {},
  });
  return { deliveries, receive, handle: handle(async () => {}) as ChatHandle<SlackTarget> };
};

const openDiscord = ({ wire, discord, posted, log, once, heard }: ProcessOptions, chat: Chat) => {
  const { stores } = chat.parley;
  const { keyValues } = stores;
  const access = createAccess({ platform: 'discord', policy: DEFAULT_POLICY, stores });
  const client = discord.client(wire, posted);
  const people = discordPeople(access);
  const outbox = createOutbox(keyValues, {
    platform: 'discord',
    target: discordTarget,
    placeOnly: placeInDiscord,
    log,
  });
  const platform = createDiscordPlatform({
    client,
    tokens: client.rest,
    people,
    access,
    outbox,
    stores,
    settings,
    guarded: noFiles,
    clock: systemClock,
    log,
  });
  const { deliveries, handle, actions, ratings } = createChat(chat, {
    platform,
    outbox,
    maxOptions: 25,
    mention: (person) => person,
    notAdmin: '',
  });
  if (!once) return { deliveries, handle: handle(async () => {}) as ChatHandle<DiscordTarget> };
  const gateway = createGateway(discord.world, client, heard.message);
  const watched = watchDeliveries(deliveries, heard.dealtWith);
  const suggest = async () => ({ questions: [], sample: false });
  const messages = listenToMessages({
    client: gateway.client,
    tokens: client.rest,
    people,
    deliveries: watched,
    outbox,
    actions,
    ratings,
    stores,
    settings,
    suggest,
    clock: systemClock,
    log,
  });
  const readMissed = () =>
    void messages.readMissed().catch((error: unknown) => log.warn({ err: error }, 'missed messages could not be read'));
  const closed = handle(async () => {
    gateway.client.removeAllListeners();
    await messages.close();
  });
  return { deliveries, gateway, readMissed, handle: closed as ChatHandle<DiscordTarget> };
};

/** Says of which questions the listeners could pass on what they heard. */
const watchDeliveries = <Target>(
  deliveries: Deliveries<Target>,
  dealtWith: (key: string) => void,
): Deliveries<Target> => ({
  ...deliveries,
  get running() {
    return deliveries.running;
  },
  accept: async (question) => {
    const isNew = await deliveries.accept(question);
    dealtWith(question.key);
    return isNew;
  },
  revise: async (key, text) => {
    await deliveries.revise(key, text);
    dealtWith(key);
  },
  withdraw: async (key) => {
    await deliveries.withdraw(key);
    dealtWith(key);
  },
});
