import { type ChatInputCommandInteraction, Events, type Interaction } from 'discord.js';
import { errorText } from '../../chat/error-text.ts';
import { once } from '../../chat/once.ts';
import { ASK_ABOUT } from '../commands.ts';
import { answerHandlers } from './answers.ts';
import { askAloneHandlers } from './ask-alone.ts';
import { digestHandlers } from './digest.ts';
import { feedbackHandlers } from './feedback.ts';
import { greetServers } from './greet-server.ts';
import { guarded } from './guarded.ts';
import { HELP } from './help.ts';
import { type Handlers, type ListenerParts, NOT_MANAGER, type Pressed, whisper } from './means.ts';
import { listenToMessages } from './messages.ts';
import { parleyHandlers } from './parley-command.ts';
import { settingsHandlers } from './settings.ts';

/** Of `/parley`, what everybody may choose; the rest is for those who manage the server. */
const FOR_ALL = new Set(['forget']);

/** Joins people's actions to what Parley does. An interaction is acknowledged in its first step: it has three seconds. */
export const listen = (parts: ListenerParts): ReturnType<typeof listenToMessages> => {
  const { client, people, stores, log } = parts;
  const alone = askAloneHandlers(parts);
  const all = [
    alone.handlers,
    answerHandlers(parts),
    feedbackHandlers(parts),
    settingsHandlers(parts),
    digestHandlers(parts),
  ];
  const { buttons, forms, choices } = merge([...all, parleyHandlers(parts)]);

  const parley = async (interaction: ChatInputCommandInteraction): Promise<unknown> => {
    const what = interaction.options.getString('what', true);
    const choice = choices[what];
    if (choice && FOR_ALL.has(what)) return choice(interaction);
    if (!choice || !interaction.guildId) return whisper(interaction, HELP);
    return (await people.manages(interaction.guildId, interaction.user.id))
      ? choice(interaction)
      : whisper(interaction, NOT_MANAGER);
  };

  const act = async (interaction: Interaction): Promise<unknown> => {
    if (interaction.isChatInputCommand())
      return interaction.commandName === 'ask' ? alone.ask(interaction) : parley(interaction);
    if (interaction.isMessageContextMenuCommand() && interaction.commandName === ASK_ABOUT)
      return alone.askAbout(interaction);
    if (!interaction.isButton() && !interaction.isModalSubmit()) return undefined;
    const at = interaction.customId.indexOf(':');
    const [name, value] = [interaction.customId.slice(0, at), interaction.customId.slice(at + 1)];
    return interaction.isButton() ? buttons[name]?.(interaction, value) : forms[name]?.(interaction, value);
  };

  client.on(
    Events.InteractionCreate,
    guarded(log, 'an interaction', async (interaction) => {
      // Every process of this bot hears of it, and one acts.
      if (!(await once(stores.conversations, `discord-interaction:${interaction.id}`))) return;
      try {
        await act(interaction);
      } catch (error) {
        const said = errorText(error, log);
        if (interaction.isRepliable())
          await whisper(interaction as Pressed, said).catch((cause: unknown) =>
            log.warn({ err: cause }, 'a person could not be told of a failure'),
          );
      }
    }),
  );
  greetServers(parts);
  return listenToMessages(parts);
};

const merge = (all: readonly Handlers[]): Required<Handlers> => ({
  buttons: Object.assign({}, ...all.map(({ buttons }) => buttons)),
  forms: Object.assign({}, ...all.map(({ forms }) => forms)),
  choices: Object.assign({}, ...all.map(({ choices }) => choices)),
});
