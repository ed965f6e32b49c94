import { Events, type Message, Routes } from 'discord.js';
import { words } from '../../chat/given-answer.ts';
import { once } from '../../chat/once.ts';
import { welcome } from '../../chat/welcome.ts';
import { plainText, readMessage } from '../intake.ts';
import { body, text } from '../layout.ts';
import { keyOf } from '../target.ts';
import { guarded } from './guarded.ts';
import type { ListenerParts } from './means.ts';

/** Messages that ask, and what becomes of those that asked: edited, deleted. */
export const listenToMessages = ({ client, deliveries, stores, settings, log }: ListenerParts): void => {
  const botId = client.user.id;

  const receive = async (message: Message): Promise<void> => {
    const read = await readMessage({ stores, deliveries, botId }, message);
    if (read.kind === 'question') {
      if (await deliveries.take(read.question)) void deliveries.run(read.question.key);
    } else if (read.kind !== 'nothing' && (await once(stores.conversations, `discord-greeting:${message.id}`))) {
      const shown = await welcome(stores, settings);
      const said =
        read.kind === 'off'
          ? words.switchedOff
          : [shown.greeting, shown.next ?? '', `For example: ${shown.prompts[0]?.message ?? ''}`]
              .filter(Boolean)
              .join('\n');
      await client.rest.post(Routes.channelMessages(message.channelId), {
        body: { ...body([text(said)]), message_reference: { message_id: message.id, fail_if_not_exists: false } },
      });
    }
  };

  client.on(Events.MessageCreate, guarded(log, 'a message', receive));
  client.on(
    Events.MessageUpdate,
    guarded(log, 'an edit', async (_, message) => {
      const current = message.partial ? await message.fetch() : message;
      if (current.author.bot) return;
      const key = keyOf(current.guildId ?? undefined, current.channelId, current.id);
      const said = plainText(current, botId);
      if (said && (await deliveries.find(key))) await deliveries.revise(key, said);
      else await receive(current);
    }),
  );
  client.on(
    Events.MessageDelete,
    guarded(log, 'a deletion', (message) =>
      deliveries.withdraw(keyOf(message.guildId ?? undefined, message.channelId, message.id)),
    ),
  );
};
