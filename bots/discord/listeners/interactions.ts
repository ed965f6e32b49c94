import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  Events,
  type ModalSubmitInteraction,
} from 'discord.js';
import { commandsInALine, findCommand } from '../../chat/actions/commands.ts';
import type { FormOutcome } from '../../chat/actions/interaction.ts';
import { once } from '../../chat/delivery/once.ts';
import type { Confirmation, Form } from '../../chat/forms.ts';
import { errorText } from '../../chat/reply/error-text.ts';
import { texts } from '../../chat/reply/texts.ts';
import { ASK_ABOUT } from '../commands.ts';
import { valuesOf } from '../modals.ts';
import {
  createFormData,
  interactionOf,
  type ListenerContext,
  logFailure,
  type PersonInteraction,
  whisper,
} from './context.ts';
import { askPrivately } from './private-questions.ts';

export const HELP = `Ask with \`/ask\`, a mention or a direct message; press *Apps > Ask about this* on a message. \`/parley\` has what else there is: ${commandsInALine}.`;

/** Action names in buttons of messages that earlier versions posted, with their current names. */
const OLD_NAMES: Readonly<Record<string, string>> = { why: 'reasoning', reply: 'answer', erase: 'forget' };

/**
 * Connects Discord's buttons, forms and commands to the shared actions. Each interaction is acknowledged first, since Discord
 * waits three seconds only.
 */
export const listenToInteractions = (context: ListenerContext): void => {
  const { client, deliveries, actions, stores, log } = context;
  const formData = createFormData(stores);
  const privately = askPrivately(context);

  const command = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const asked = findCommand(interaction.options.getString('what', true));
    // A DM belongs to no server.
    if (!asked || (!interaction.guildId && !asked.worksAnywhere)) return whisper(interaction, HELP);
    await actions.commands[asked.name](interactionOf(context, interaction));
  };

  /** Shows the outcome of a form, or replaces the buttons of a confirmation with it. */
  const show = async (interaction: ModalSubmitInteraction | ButtonInteraction, outcome: FormOutcome): Promise<void> => {
    if (outcome.kind === 'confirm') return interactionOf(context, interaction).confirm(outcome.confirmation);
    const text = outcome.kind === 'invalid' ? `${outcome.text} Nothing was changed.` : outcome.text;
    if (interaction.isButton()) await interaction.update({ content: text, components: [] });
    else await whisper(interaction, text);
    if (outcome.kind === 'done') await outcome.after();
  };

  const press = async (interaction: ButtonInteraction, name: string, value: string): Promise<void> => {
    if (name === 'stop') {
      await interaction.deferUpdate();
      return deliveries.stop(value);
    }
    if (name === 'cancel') {
      await formData.read(value, { once: true });
      return void (await interaction.update({ content: texts.cancelled, components: [] }));
    }
    const confirmed = actions.confirmations[name as Confirmation['name']];
    if (!confirmed) {
      const run = actions.buttons[name];
      return run ? run(interactionOf(context, interaction), value) : whisper(interaction, texts.unknownButton);
    }
    const data = await formData.read(value, { once: true });
    if (data === undefined) return whisper(interaction, texts.doneBefore);
    await show(interaction, await confirmed(interactionOf(context, interaction), data));
  };

  const submit = async (interaction: ModalSubmitInteraction, name: string, value: string): Promise<void> => {
    const data = (await formData.read(value)) ?? '';
    if (name === 'ask') return privately.submit(interaction, data);
    const form = actions.forms[name as Form['name']];
    if (!form) return whisper(interaction, texts.unknownButton);
    const outcome = await form(interactionOf(context, interaction), data, valuesOf(interaction));
    if (outcome) await show(interaction, outcome);
  };

  const handle = async (interaction: PersonInteraction): Promise<void> => {
    if (interaction.isChatInputCommand())
      return interaction.commandName === 'ask' ? privately.ask(interaction) : command(interaction);
    if (interaction.isMessageContextMenuCommand())
      return interaction.commandName === ASK_ABOUT ? privately.askAbout(interaction) : undefined;
    const at = interaction.customId.indexOf(':');
    const id = interaction.customId.slice(0, at);
    const name = OLD_NAMES[id] ?? id;
    const value = interaction.customId.slice(at + 1);
    return interaction.isButton() ? press(interaction, name, value) : submit(interaction, name, value);
  };

  client.on(
    Events.InteractionCreate,
    logFailure(log, 'an interaction', async (interaction) => {
      // Every process of this bot gets the interaction; only one handles it.
      if (!(await once(stores.conversations, `discord-interaction:${interaction.id}`))) return;
      const isOurs =
        interaction.isChatInputCommand() ||
        interaction.isMessageContextMenuCommand() ||
        interaction.isButton() ||
        interaction.isModalSubmit();
      if (!isOurs) return;
      try {
        await handle(interaction);
      } catch (error) {
        await whisper(interaction, errorText(error, log)).catch((cause: unknown) =>
          log.warn({ err: cause }, 'a person could not be told of a failure'),
        );
      }
    }),
  );
};
