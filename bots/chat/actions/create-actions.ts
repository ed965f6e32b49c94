import { mayReadQuestion, questionLine } from '../digest/send-digests.ts';
import { openQuestions } from '../follow-up/open-questions.ts';
import { forgetMe } from '../forget.ts';
import { cut } from '../reply/cut.ts';
import { errorText } from '../reply/error-text.ts';
import { answerActions } from './answers.ts';
import { digestActions } from './digest.ts';
import type { ActionOptions, Actions, Interaction } from './interaction.ts';
import { settingsActions } from './settings.ts';

/** Age limit of the open questions that `/parley questions` lists. */
const TWO_WEEKS_MS = 14 * 86_400_000;

/** Creates the buttons, forms and commands that are the same on every platform. */
export const createActions = <Target>(options: ActionOptions<Target>): Actions => {
  const { stores, notAdmin, log } = options;
  const [answers, digest, settings] = [answerActions(options), digestActions(options), settingsActions(options)];

  const forAdmins = (command: (interaction: Interaction) => Promise<void>) => async (interaction: Interaction) =>
    (await interaction.isAdmin()) ? command(interaction) : interaction.whisper(notAdmin);

  const buttons = { ...answers.buttons, ...digest.buttons };
  return {
    buttons: Object.fromEntries(
      Object.entries(buttons).map(([name, press]) => [
        name,
        async (interaction, value) => {
          try {
            await press(interaction, value);
          } catch (error) {
            await interaction.whisper(errorText(error, log));
          }
        },
      ]),
    ),
    forms: { ...answers.forms, ...digest.forms, ...settings.forms },
    confirmations: {
      ...settings.confirmations,
      forget: async ({ person }) => ({ kind: 'message', title: 'Forgotten', text: await forgetMe(stores, person) }),
    },
    commands: {
      settings: forAdmins(settings.commands.settings),
      owners: forAdmins(digest.commands.owners),
      questions: forAdmins(async (interaction) => {
        const open = await openQuestions(stores, {
          workspace: interaction.workspace ?? '',
          since: new Date(Date.now() - TWO_WEEKS_MS).toISOString(),
          maySee: (question) => mayReadQuestion(options, interaction.person, question),
        });
        const lines = open.map(questionLine).map(({ question, note }) => `• ${cut(question, 150)} (${note})`);
        await interaction.whisper(
          lines.length > 0
            ? `Left open in channels in the last two weeks:\n${lines.join('\n')}`
            : 'No open questions in the last two weeks.',
        );
      }),
      forget: (interaction) =>
        interaction.confirm({
          name: 'forget',
          data: 'me',
          title: 'Forget me',
          text: 'This erases your questions, their answers and traces, and your feedback. It cannot be undone.',
          confirm: 'Erase',
          cancel: 'Keep',
        }),
    },
  };
};
