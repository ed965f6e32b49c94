import { deliveryKeyOfTurn } from '../delivery/delivery.ts';
import { ownersOf, removeOwner, setOwners } from '../digest/owners.ts';
import { digestOf, mayReadQuestion, unsubscribeValue } from '../digest/send-digests.ts';
import { type OpenQuestionRow, openQuestion, openQuestionOfTurn, settleQuestion } from '../follow-up/open-questions.ts';
import { answerForm, ownersForm } from '../forms.ts';
import { cut } from '../reply/cut.ts';
import { safeMarkdown } from '../reply/safe-markdown.ts';
import { texts } from '../reply/texts.ts';
import { chosenSources, sourceOptions } from '../source-options.ts';
import { rate } from './answers.ts';
import type { ActionOptions, Actions } from './interaction.ts';

/** Record kind: which owner was asked which question, so that each is asked once. */
const OWNER_ASKED = 'owner-asked';

/** The command and form for owners of sources, and the buttons and form with which owners handle open questions. */
export const digestActions = <Target>(
  options: ActionOptions<Target>,
): Pick<Actions, 'buttons' | 'forms'> & { commands: Pick<Actions['commands'], 'owners'> } => {
  const { stores, keyValues, outbox, platform, conversations } = options;

  /** The question, if this person owns one of its sources and may still read it. */
  const questionFor = async (person: string, row: string): Promise<OpenQuestionRow | undefined> => {
    const question = await openQuestion(stores, row);
    if (!question) return undefined;
    const owners = (await Promise.all(question.sources.map((source) => ownersOf(keyValues, source)))).flat();
    const owns = owners.some((owner) => owner.person === person);
    return owns && (await mayReadQuestion(options, person, question)) ? question : undefined;
  };

  /** Posts the owner's answer in the thread, and stores it as feedback, so that evals use it as the right answer. */
  const postAnswer = async (
    { row, key, turnId, question }: OpenQuestionRow,
    { person, name, answer }: { person: string; name: string; answer: string },
  ): Promise<void> => {
    const delivery = await outbox.find(key);
    if (!delivery) return;
    const text = cut(safeMarkdown(answer, new Set()), 2500);
    await platform.notify(delivery, `${name} answers “${cut(question.replace(/\s+/g, ' '), 150)}”: ${text}`);
    await rate(conversations, { turnId, askerId: person, rating: 'down', reason: 'missing-source', answer });
    await settleQuestion(stores, row);
  };

  return {
    commands: {
      async owners(interaction) {
        const { workspace = '' } = interaction;
        const sources = await sourceOptions(stores, await interaction.scopes());
        if (sources.length === 0) return interaction.whisper(texts.noSources);
        const owners = (await ownersOf(keyValues)).filter((owner) => owner.workspace === workspace);
        const { maxOptions, mention } = options;
        await interaction.openForm(ownersForm(owners, { workspace, sources, maxOptions, mention }));
      },
    },
    forms: {
      async owners(interaction, workspace, values) {
        if (!(await interaction.isAdmin())) return { kind: 'message', title: 'Owners', text: options.notAdmin };
        const offered = await sourceOptions(stores, await interaction.scopes());
        const [source] = chosenSources(offered, [values.text('source')]).sources ?? [];
        if (!source) return { kind: 'invalid', field: 'source', text: texts.sourceGone };
        const people = values.list('people');
        const pace = values.text('pace') === 'day' ? 'day' : 'week';
        await setOwners(keyValues, { source, workspace, people, pace });
        const often = pace === 'day' ? 'every day' : 'every Monday';
        const who = people.length === 1 ? 'Its owner gets' : `${people.length} owners get`;
        const text =
          people.length === 0
            ? `Nobody gets the open questions of “${source}” any more.`
            : `${who} the open questions of “${source}” ${often}.`;
        return { kind: 'message', title: 'Owners', text };
      },
      async answer(interaction, row, values) {
        const question = await questionFor(interaction.person, row);
        if (!question) return { kind: 'message', title: 'Answer', text: texts.notYourQuestion };
        const [name, answer] = [await interaction.displayName(), values.text('answer').trim()];
        await postAnswer(question, { person: interaction.person, name, answer });
        return { kind: 'message', title: 'Answer', text: texts.answerSent };
      },
    },
    buttons: {
      /** Sends the asker's unanswered question to the owners of the nearest pages; each owner gets it once. */
      async owners(interaction, turnId) {
        await interaction.acknowledge();
        const turn = await stores.conversations.turn(turnId);
        if (!turn || turn.askerId !== interaction.person) return interaction.whisper(texts.answerGone);
        const delivery = await outbox.find(await deliveryKeyOfTurn(keyValues, turn));
        const question = delivery && (await openQuestionOfTurn(stores, delivery.workspace, turnId));
        if (!question) return interaction.whisper(texts.answerGone);
        const owners = (await ownersOf(keyValues)).filter(
          ({ source, workspace }) => workspace === delivery.workspace && question.sources.includes(source),
        );
        const people = new Map(owners.map((owner) => [owner.person, owner]));
        let asked = 0;
        for (const owner of people.values()) {
          if (!(await mayReadQuestion(options, owner.person, question))) continue;
          const key = `${turnId}/${owner.person}`;
          const isFirst = await outbox.mark({ kind: OWNER_ASKED, key }, delivery, 'answer');
          if (!isFirst && !(await outbox.answer(delivery.key))) return interaction.whisper(texts.answerGone);
          asked += 1;
          if (isFirst)
            await platform.sendDigest(
              digestOf(owner, [question], 'Somebody asked a question that your pages do not answer'),
            );
        }
        await interaction.whisper(asked > 0 ? texts.ownersAsked : texts.noOwners);
      },
      async answer(interaction, row) {
        const question = await questionFor(interaction.person, row);
        if (!question) return interaction.whisper(texts.notYourQuestion);
        await interaction.openForm(answerForm(row, question.question));
      },
      async settle(interaction, row) {
        const question = await questionFor(interaction.person, row);
        if (question) await settleQuestion(stores, row);
        await interaction.whisper(question ? texts.settled : texts.notYourQuestion);
      },
      async resign(interaction, value) {
        for (const owner of await ownersOf(keyValues))
          if (owner.person === interaction.person && isMeant(value, owner)) await removeOwner(keyValues, owner);
        await interaction.whisper(texts.unsubscribed);
      },
    },
  };
};

/** True when a digest's button belongs to this owner. Slack digests of earlier versions hold JSON as the button's value. */
const isMeant = (value: string, owner: { workspace: string; source: string }): boolean => {
  if (!value.startsWith('{')) return value === unsubscribeValue(owner);
  const { source, workspace } = JSON.parse(value) as { source: string; workspace: string };
  return unsubscribeValue(owner) === `${workspace}|${source}`;
};
