import { Events, type Guild, Routes } from 'discord.js';
import { welcome } from '../../chat/reply/welcome.ts';
import { body, text } from '../layout.ts';
import { type ListenerContext, logFailure } from './context.ts';
import { HELP } from './interactions.ts';

/** Posts one greeting in each server that Parley is added to, in the system channel or another text channel. */
export const greetServers = ({ client, stores, settings, suggest, log }: ListenerContext): void => {
  const greet = async (guild: Guild) => {
    if (!(await stores.keyValues.add('discord-welcomed', guild.id, {}))) return;
    const place =
      guild.systemChannel ??
      guild.channels.cache.find(
        (channel) =>
          channel.isTextBased() &&
          !channel.isThread() &&
          channel.permissionsFor(client.user.id)?.has('SendMessages') === true,
      );
    if (!place) return;
    const shown = await welcome(stores, settings, suggest);
    const lines = [
      `**Hello, I am ${client.user.displayName}.** ${shown.greeting}`,
      ...(shown.next ? [`**Next step:** ${shown.next}`] : []),
      HELP,
      `${shown.promptsAre}:`,
      ...shown.prompts.slice(0, 2).map(({ message }) => `> ${message}`),
    ];
    await client.rest.post(Routes.channelMessages(place.id), { body: body([text(lines.join('\n'))]) });
  };
  client.on(Events.GuildCreate, logFailure(log, 'a new server', greet));
};
