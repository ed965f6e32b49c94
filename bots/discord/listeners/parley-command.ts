import { MessageFlags } from 'discord.js';
import { forgetMe } from '../../chat/forget.ts';
import { openQuestions } from '../../chat/open-questions.ts';
import { askerOf, confirm, type Handlers, type ListenerParts, whisper } from './means.ts';

/** Open questions, and forget me. */
export const parleyHandlers = ({ stores }: ListenerParts): Handlers => ({
  choices: {
    forget: (interaction) =>
      interaction.reply({
        flags: MessageFlags.Ephemeral,
        content: 'This erases your questions, their answers and traces, and your feedback. It cannot be undone.',
        components: confirm('erase:me', 'Erase', 'Keep'),
      }),
    async questions(interaction) {
      const since = new Date(Date.now() - 14 * 86_400_000).toISOString();
      const open = await openQuestions(stores, { workspace: `discord:${interaction.guildId}`, since });
      const lines = open.map(
        ({ question, at }) => `• ${question.replace(/\s+/g, ' ').slice(0, 150)} (${at.slice(0, 10)})`,
      );
      return whisper(
        interaction,
        open.length > 0
          ? `Asked here in the last two weeks and found in no page:\n${lines.join('\n')}`
          : 'No open questions in the last two weeks.',
      );
    },
  },
  buttons: {
    erase: async (interaction) =>
      interaction.update({ content: await forgetMe(stores, askerOf(interaction.user.id)), components: [] }),
  },
});
