import type { Answer } from '../../../core/answer.ts';
import type { Feedback, Turn } from '../../../core/conversation.ts';
import type { Scope } from '../../../core/document.ts';
import { isParleyError } from '../../../core/errors.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Conversations } from '../../conversation/events.ts';
import { deliveryKeyOfTurn } from '../delivery/delivery.ts';
import type { Outbox } from '../delivery/outbox.ts';
import { noteOpenQuestion, settleQuestion, sourcesOf } from '../follow-up/open-questions.ts';
import { feedbackForm, isReason } from '../forms.ts';
import { reasoningOf } from '../reply/reasoning.ts';
import { renderAnswer } from '../reply/render.ts';
import { texts } from '../reply/texts.ts';
import { verifiedById, verify } from '../reply/verified-answers.ts';
import type { ActionOptions, Actions, Interaction } from './interaction.ts';

type AnsweredTurn = Turn & { answer: Answer };

/** The answered turn, if the person asked it or holds all scopes with which it was answered; undefined otherwise. */
const answeredFor = async (
  { conversations }: Pick<Stores, 'conversations'>,
  { person, channel, scopes }: Pick<Interaction, 'person' | 'channel' | 'scopes'>,
  turnId: string,
): Promise<AnsweredTurn | undefined> => {
  const turn = await conversations.turn(turnId);
  if (!turn?.answer) return undefined;
  const answered = { ...turn, answer: turn.answer };
  if (turn.askerId === person) return answered;
  const visible = new Set(await scopes(channel));
  return turn.scopes.every((scope) => visible.has(scope)) ? answered : undefined;
};

/** True when the answer cites pages, and these scopes allow all of them. @param scopes what everybody in the channel may see */
const mayShare = async (
  { documents }: Pick<Stores, 'documents'>,
  answer: Answer,
  scopes: readonly Scope[],
): Promise<boolean> => {
  const cited = answer.citations.map(({ documentId }) => documentId);
  const seen = await documents.visible(cited, scopes);
  return cited.length > 0 && cited.every((id) => seen.has(id));
};

/** Stores a person's feedback on an answer, from a thumb, a form or a reaction. @throws UNKNOWN_ID, BAD_USAGE */
export const rate = (
  conversations: Conversations,
  { reason, comment, answer, ...given }: Omit<Feedback, 'at' | 'reason'> & { reason?: string },
): Promise<void> =>
  conversations.feedback({
    ...given,
    at: new Date().toISOString(),
    ...(isReason(reason) && { reason }),
    ...(comment && { comment }),
    ...(answer && { answer }),
  });

export interface RatingOptions {
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents'>;
  outbox: Pick<Outbox, 'find' | 'ofMessage'>;
}

/** Stores feedback. A thumb down on an answer in a channel also adds an open question; later thumbs up settle it again. */
const rateInChat = async (
  { conversations, stores, outbox }: RatingOptions,
  given: Parameters<typeof rate>[1],
): Promise<void> => {
  await rate(conversations, given);
  const turn = await stores.conversations.turn(given.turnId);
  if (!turn?.answer || turn.answer.verdict === 'unknown' || turn.answer.verdict === 'smalltalk') return;
  const key = await deliveryKeyOfTurn(stores.keyValues, turn);
  const delivery = await outbox.find(key);
  if (!delivery?.inChannel) return;
  const { askerId, question, scopes, askedAt: at, id: turnId } = turn;
  const { workspace } = delivery;
  if (given.rating === 'down') {
    const cited = turn.answer.citations.map(({ documentId }) => documentId);
    const sources = await sourcesOf(stores, cited);
    await noteOpenQuestion(stores, { workspace, at, turnId, key, question, askerId, scopes, sources, why: 'down' });
  } else if ((await stores.conversations.feedback(turnId)).every(({ rating }) => rating === 'up'))
    await settleQuestion(stores, { workspace, at, turnId });
};

/** The rating that an emoji stands for, given as Slack's name or as Discord's character, in any skin tone. */
const ratingOfReaction = (emoji: string): Feedback['rating'] | undefined => {
  const plain = emoji.replace(/::skin-tone-\d$/, '').replace(/[\u{1F3FB}-\u{1F3FF}]/gu, '');
  if (['+1', 'thumbsup', '👍', 'white_check_mark', '✅'].includes(plain)) return 'up';
  if (['-1', 'thumbsdown', '👎', 'x', '❌'].includes(plain)) return 'down';
  return undefined;
};

/** Rates an answer by a reaction to one of its messages. Ignores other emoji, and reactions to other messages. */
export const rateByReaction = async (
  options: RatingOptions,
  { messageId, askerId, emoji }: { messageId: string; askerId: string; emoji: string },
): Promise<void> => {
  const rating = ratingOfReaction(emoji);
  const turnId = rating && (await options.outbox.ofMessage(messageId))?.turnId;
  if (!turnId) return;
  await rateInChat(options, { turnId, askerId, rating }).catch((error: unknown) => {
    if (!isParleyError(error)) throw error;
  });
};

/** The buttons under an answer (thumbs, reasoning, verify, share) and the feedback form. */
export const answerActions = <Target>(options: ActionOptions<Target>): Pick<Actions, 'buttons' | 'forms'> => {
  const { stores, linkTo, notAdmin } = options;
  return {
    buttons: {
      async up(interaction, turnId) {
        await rateInChat(options, { turnId, askerId: interaction.person, rating: 'up' });
        await interaction.whisper(texts.thanks);
      },
      async down(interaction, turnId) {
        // Saved at once, even if the person closes the form; the form adds a reason.
        await rateInChat(options, { turnId, askerId: interaction.person, rating: 'down' });
        await interaction.openForm(feedbackForm(turnId));
      },
      async reasoning(interaction, turnId) {
        const found = await answeredFor(stores, interaction, turnId);
        if (!found) return interaction.whisper(texts.answerHidden);
        const link = linkTo ? `\n\n[The whole reasoning](${linkTo(turnId)})` : '';
        await interaction.showPage('How I got there', reasoningOf(found.answer, 3900 - link.length) + link);
      },
      async verify(interaction, turnId) {
        await interaction.acknowledge();
        if (!(await interaction.isAdmin())) return interaction.whisper(notAdmin);
        const found = await answeredFor(stores, interaction, turnId);
        if (!found) return interaction.whisper(texts.answerGone);
        const question = found.standalone ?? found.question;
        const at = new Date().toISOString();
        await verify(stores, { question, answer: found.answer, by: interaction.person, at });
        await interaction.whisper(texts.verified);
      },
      async same(interaction, id) {
        await interaction.acknowledge();
        const scopes = await interaction.scopes(interaction.channel);
        const found = await verifiedById(stores, id, scopes);
        await interaction.whisper(found ? `${found.question}\n\n${found.text}` : texts.verifiedGone);
      },
      async share(interaction, turnId) {
        await interaction.acknowledge();
        const turn = await stores.conversations.turn(turnId);
        if (!turn?.answer || turn.askerId !== interaction.person) return interaction.whisper(texts.answerGone);
        if (!(await mayShare(stores, turn.answer, await interaction.audienceScopes())))
          return interaction.whisper(texts.notForAll);
        const rendered = renderAnswer(turn.answer, { inChannel: true });
        await interaction.shareAnswer({ turnId, question: turn.question, rendered });
        await interaction.whisper(texts.shared);
      },
    },
    forms: {
      async feedback({ person }, turnId, values) {
        const [reason, answer] = [values.text('reason') || undefined, values.text('answer') || undefined];
        await rateInChat(options, { turnId, askerId: person, rating: 'down', reason, answer });
        return { kind: 'message', title: 'Thank you', text: texts.noted };
      },
    },
  };
};
