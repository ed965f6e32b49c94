import {
  DiscordAPIError,
  Events,
  GatewayDispatchEvents,
  type GatewayMessageDeleteBulkDispatchData,
  type GatewayMessageDeleteDispatchData,
  type Message,
  type PartialMessage,
  Routes,
} from 'discord.js';
import { isStoreFailure } from '../../../core/errors.ts';
import { once } from '../../chat/delivery/once.ts';
import { greetingText } from '../../chat/reply/welcome.ts';
import { createCatchUp } from '../catch-up.ts';
import { askedText, readMessage } from '../incoming-message.ts';
import { body, text } from '../layout.ts';
import { createReadMarks, DIRECT } from '../read-marks.ts';
import { codeOf, UNKNOWN_MESSAGE } from '../surface.ts';
import { questionKey } from '../target.ts';
import { type ListenerContext, logFailure } from './context.ts';

/** Pauses between attempts to handle what Discord told; after them what is away is waited for. */
const PAUSES_MS = [200, 1000, 4000];
const WAIT_MS = 15_000;
/** Attempts while Discord itself is away: ten minutes. After them the next process reads the message. */
const MAX_ATTEMPTS = 40;
/** How old an edit may be when Discord tells of it, with what clocks differ. */
const EDIT_MS = 3_600_000;
/** How often the read marks are stored. */
const KEEP_MS = 5000;

/** True for a store that is away, and for Discord where it gave no answer; a refusal stands. */
const mayHeal = (error: unknown, failures: number): boolean =>
  isStoreFailure(error) || (!(error instanceof DiscordAPIError) && failures < MAX_ATTEMPTS);

/**
 * True if the author has changed the message now. Discord also tells of an update when a message is pinned or a preview comes,
 * however old the message is; then nobody asks anew.
 */
const wasJustEdited = ({ editedTimestamp }: Message, now: number): boolean =>
  editedTimestamp !== null && now - editedTimestamp < EDIT_MS;

/**
 * Listens to new, edited and deleted messages.
 * @returns `catchUp`, which reads the messages that were missed while no process was connected, and `close`
 */
export const listenToMessages = (context: ListenerContext) => {
  const { client, deliveries, outbox, stores, settings, suggest, clock, log } = context;
  const botId = client.user.id;
  const seen = createReadMarks(stores.keyValues);
  const closing = new AbortController();

  const greet = async (message: Message, kind: 'greeting' | 'off'): Promise<void> => {
    if (!(await once(stores.conversations, `discord-greeting:${message.id}`))) return;
    await client.rest.post(Routes.channelMessages(message.channelId), {
      body: {
        ...body([text(await greetingText(stores, settings, kind, suggest))]),
        message_reference: { message_id: message.id, fail_if_not_exists: false },
      },
    });
  };

  const look = async (message: Message): Promise<void> => {
    const read = await readMessage({ stores, outbox, botId }, message);
    if (read.kind === 'nothing') return;
    if (read.kind !== 'question') return greet(message, read.kind);
    const { question } = read;
    if (question.target.guildId === undefined) await catchUp.knowDirect(message.channelId, question.askerId);
    if (await deliveries.accept(question)) void deliveries.run(question.key);
  };

  /** Handles what Discord told, which it does once: tries again after a failure, and waits for what is away. */
  const insist = async (what: { message: string }, handle: (failures: number) => Promise<void>): Promise<void> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await handle(failures);
      } catch (error) {
        const pause = PAUSES_MS[failures] ?? (mayHeal(error, failures) ? WAIT_MS : undefined);
        if (pause === undefined || closing.signal.aborted) throw error;
        log.warn({ err: error, ...what }, 'what Discord told could not be dealt with yet');
        await clock.sleep(pause, closing.signal);
      }
    }
  };

  /** Handles a new or edited message. If that fails, the next process reads the message again. */
  const handleMessage = async (
    message: Message | PartialMessage,
    handle: (message: Message) => Promise<void>,
  ): Promise<void> => {
    const dealtWith = seen.received(message.guildId ?? DIRECT, message.id);
    await insist({ message: message.id }, async (failures) => {
      try {
        // It may have been edited or deleted since the last try.
        await handle(failures > 0 || message.partial ? await message.fetch() : message);
      } catch (error) {
        if (codeOf(error) !== UNKNOWN_MESSAGE) throw error;
      }
    });
    dealtWith();
  };
  const receive = (message: Message) => handleMessage(message, look);
  const catchUp = createCatchUp({ client, keyValues: stores.keyValues, seen, clock, log, receive });

  client.on(Events.MessageCreate, logFailure(log, 'a message', receive));
  client.on(
    Events.MessageUpdate,
    logFailure(log, 'an edit', async (_, message) => {
      await handleMessage(message, async (current) => {
        if (current.author.bot) return;
        const key = questionKey(current.guildId ?? undefined, current.channelId, current.id);
        const said = await askedText(stores, current, botId);
        if (said && (await outbox.find(key))) await deliveries.revise(key, said);
        else if (wasJustEdited(current, clock.now())) await look(current);
      });
    }),
  );
  // From the gateway itself: discord.js says nothing of deletions in channels that it has not seen since it started, as direct
  // messages and archived threads. What a moderator or a ban deletes at once comes as one event.
  const withdraw = async (deleted: GatewayMessageDeleteBulkDispatchData): Promise<void> => {
    const { ids, channel_id: channelId, guild_id: guildId } = deleted;
    for (const id of ids) await insist({ message: id }, () => deliveries.withdraw(questionKey(guildId, channelId, id)));
  };
  const onDeletion = logFailure(log, 'a deletion', withdraw);
  client.ws.on(GatewayDispatchEvents.MessageDeleteBulk, onDeletion);
  client.ws.on(GatewayDispatchEvents.MessageDelete, ({ id, ...where }: GatewayMessageDeleteDispatchData) =>
    onDeletion({ ids: [id], ...where }),
  );

  const beat = setInterval(() => {
    seen.keep().catch((error: unknown) => log.warn({ err: error }, 'it could not be kept what was seen'));
  }, KEEP_MS);
  beat.unref();

  /** Reads the missed messages of all servers and direct messages. */
  const readMissed = async (): Promise<void> => {
    const read = await catchUp.read([...client.guilds.cache.values()], { directMessages: true });
    await seen.keep();
    if (read > 0) log.info({ read }, 'read what was said while Parley was away');
  };
  // A shard that could not RESUME has a new session, so its missed messages are read, as after a restart.
  client.on(
    Events.ShardReady,
    logFailure(log, 'what was missed', async (shard) => {
      const guilds = [...client.guilds.cache.values()].filter(({ shardId }) => shardId === shard);
      await catchUp.read(guilds, { directMessages: shard === 0 });
    }),
  );

  return {
    readMissed,
    async close(): Promise<void> {
      clearInterval(beat);
      closing.abort(new Error('Parley is going down'));
      catchUp.close();
      await seen.keep();
    },
  };
};
