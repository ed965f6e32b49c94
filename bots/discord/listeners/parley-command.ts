import { MessageFlags } from 'discord.js';
import { questionLine } from '../../chat/digest/index.ts';
import { forgetMe } from '../../chat/forget.ts';
import { openQuestions } from '../../chat/open-questions.ts';
import { askerOf, confirm, type Handlers, type ListenerParts, whisper } from './means.ts';

/** Open questions, and forget me. */
export const parleyHandlers = ({ stores, maySee }: ListenerParts): Handlers => ({
  choices: {
    forget: (interaction) =>
      interaction.reply({
        flags: MessageFlags.Ephemeral,
        content: 'This erases your questions, their answers and traces, and your feedback. It cannot be undone.',
        components: confirm('erase:me', 'Erase', 'Keep'),
      }),
    async questions(interaction) {
      const since = new Date(Date.now() - 14 * 86_400_000).toISOString();
      const open = await openQuestions(stores, {
        workspace: `discord:${interaction.guildId}`,
        since,
        maySee: (question) => maySee(askerOf(interaction.user.id), question),
      });
      const lines = open.map((one) => `• ${questionLine(one).question.slice(0, 150)} (${questionLine(one).note})`);
      return whisper(
        interaction,
        open.length > 0
          ? `Left open here in the last two weeks:\n${lines.join('\n')}`
          : 'No open questions in the last two weeks.',
      );
    },
  },
  buttons: {
    erase: async (interaction) =>
      interaction.update({ content: await forgetMe(stores, askerOf(interaction.user.id)), components: [] }),
  },
});
