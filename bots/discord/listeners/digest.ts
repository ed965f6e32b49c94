import { ownersOf, removeOwner, setOwners } from '../../chat/digest/index.ts';
import { chosenSources, sourceOptions, sourceValue } from '../../chat/source-options.ts';
import { answerForm, ownersForm } from '../digest-message.ts';
import { askerOf, type Handlers, type ListenerParts, NOT_MANAGER, type Pressed, scopesFor, whisper } from './means.ts';

const SETTLED = 'That question is settled, or not yours to answer.';

/** Who owns a source, and what an owner does with its open questions. */
export const digestHandlers = ({ people, stores, desk }: ListenerParts): Handlers => {
  const { keyValues } = stores;
  const options = async (interaction: Pressed) => sourceOptions(stores, await scopesFor(people, interaction));
  return {
    choices: {
      async owners(interaction) {
        const sources = await options(interaction);
        if (sources.length === 0) return whisper(interaction, 'There are no sources yet: `parley ingest` adds some.');
        const here = (await ownersOf(keyValues)).filter(
          ({ workspace }) => workspace === `discord:${interaction.guildId}`,
        );
        return interaction.showModal(ownersForm(here, { guildId: interaction.guildId ?? '', sources }));
      },
    },
    forms: {
      async owners(interaction, guildId) {
        if (!(await people.manages(guildId, interaction.user.id))) return whisper(interaction, NOT_MANAGER);
        const { fields } = interaction;
        const chosen = chosenSources(await options(interaction), fields.getStringSelectValues('source'));
        const [source] = chosen.sources ?? [];
        if (!source) return whisper(interaction, 'There is no such source any more.');
        const chosenPeople = [...(fields.getSelectedUsers('people')?.keys() ?? [])].map(askerOf);
        const pace = fields.getRadioGroup('pace') === 'day' ? 'day' : 'week';
        await setOwners(keyValues, { source, workspace: `discord:${guildId}`, people: chosenPeople, pace });
        return whisper(
          interaction,
          chosenPeople.length === 0
            ? `Nobody hears of what “${source}” leaves open any more.`
            : `From now on ${chosenPeople.length === 1 ? 'its owner hears' : `${chosenPeople.length} owners hear`} ${pace === 'day' ? 'every day' : 'every Monday'} what “${source}” leaves open.`,
        );
      },
      async reply(interaction, row) {
        const { user, fields } = interaction;
        const question = await desk.find(row, askerOf(user.id));
        if (!question) return whisper(interaction, SETTLED);
        const by = { person: askerOf(user.id), name: user.displayName };
        await desk.answer(question, by, fields.getTextInputValue('answer'));
        return whisper(interaction, 'Sent, and kept as what would have been right.');
      },
    },
    buttons: {
      async reply(interaction, row) {
        const question = await desk.find(row, askerOf(interaction.user.id));
        return question ? interaction.showModal(answerForm(row)) : whisper(interaction, SETTLED);
      },
      async settle(interaction, row) {
        const question = await desk.find(row, askerOf(interaction.user.id));
        if (question) await desk.settle(row);
        return whisper(interaction, question ? 'Settled.' : SETTLED);
      },
      async resign(interaction, value) {
        const [workspace, source] = [value.slice(0, value.indexOf('|')), value.slice(value.indexOf('|') + 1)];
        for (const owner of await ownersOf(keyValues))
          if (
            owner.person === askerOf(interaction.user.id) &&
            owner.workspace === workspace &&
            sourceValue(owner.source) === source
          )
            await removeOwner(keyValues, owner);
        return whisper(interaction, 'You get no more of these.');
      },
    },
  };
};
