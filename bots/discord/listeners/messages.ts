import { Events, type Message, Routes } from 'discord.js';
import { once } from '../../chat/once.ts';
import { greetingText } from '../../chat/welcome.ts';
import { createCatchUp } from '../catch-up.ts';
import { plainText, readMessage } from '../incoming-message.ts';
import { body, text } from '../layout.ts';
import { createReadMarks, DIRECT } from '../read-marks.ts';
import { questionKey } from '../target.ts';
import { type ListenerContext, logFailure } from './context.ts';

/** Pauses between attempts to store a message. */
const PAUSES_MS = [200, 1000, 4000];
/** How often the read marks are stored. */
const KEEP_MS = 5000;

/**
 * Listens to new, edited and deleted messages.
 * @returns `catchUp`, which reads the messages that were missed while no process was connected, and `close`
 */
export const listenToMessages = (context: ListenerContext) => {
  const { client, deliveries, outbox, stores, settings, suggest, clock, log } = context;
  const botId = client.user.id;
  const seen = createReadMarks(stores.keyValues);

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

  /** Handles a message, with retries while the store is busy. If all fail, the next process reads the message again. */
  const receive = async (message: Message): Promise<void> => {
    const dealtWith = seen.received(message.guildId ?? DIRECT, message.id);
    for (const pause of PAUSES_MS) {
      try {
        await look(message);
        return dealtWith();
      } catch (error) {
        log.warn({ err: error, message: message.id }, 'a message could not be looked at yet');
        await clock.sleep(pause);
      }
    }
    await look(message);
    dealtWith();
  };
  const catchUp = createCatchUp({ client, keyValues: stores.keyValues, seen, clock, log, receive });

  client.on(Events.MessageCreate, logFailure(log, 'a message', receive));
  client.on(
    Events.MessageUpdate,
    logFailure(log, 'an edit', async (_, message) => {
      const current = message.partial ? await message.fetch() : message;
      if (current.author.bot) return;
      const key = questionKey(current.guildId ?? undefined, current.channelId, current.id);
      const said = plainText(current, botId);
      if (said && (await outbox.find(key))) await deliveries.revise(key, said);
      else await receive(current);
    }),
  );
  client.on(
    Events.MessageDelete,
    logFailure(log, 'a deletion', (message) =>
      deliveries.withdraw(questionKey(message.guildId ?? undefined, message.channelId, message.id)),
    ),
  );

  const beat = setInterval(() => {
    seen.keep().catch((error: unknown) => log.warn({ err: error }, 'it could not be kept what was seen'));
  }, KEEP_MS);
  beat.unref();

  /** Reads the missed messages of all servers and direct messages. */
  const readMissed = async (): Promise<void> => {
    let read = await catchUp.directMessages();
    for (const guild of client.guilds.cache.values()) read += await catchUp.guild(guild);
    await seen.keep();
    if (read > 0) log.info({ read }, 'read what was said while Parley was away');
  };
  // A shard that could not RESUME has a new session, so its missed messages are read, as after a restart.
  client.on(
    Events.ShardReady,
    logFailure(log, 'what was missed', async (shard) => {
      for (const guild of client.guilds.cache.values()) if (guild.shardId === shard) await catchUp.guild(guild);
      if (shard === 0) await catchUp.directMessages();
    }),
  );

  return {
    readMissed,
    async close(): Promise<void> {
      clearInterval(beat);
      catchUp.close();
      await seen.keep();
    },
  };
};
