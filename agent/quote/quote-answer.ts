import type { Answer, Citation } from '../../core/answer.ts';
import { withoutSmallTalk } from '../smalltalk/recognise.ts';
import { askersLanguage } from './languages/asked-language.ts';
import type { EarlierTurn } from './reading/follow-up.ts';
import { type AskedQuestion, MAX_QUESTIONS, questionsIn } from './reading/several-questions.ts';
import { readTurn, readTurns } from './reading/turn.ts';
import { moreOf } from './reply/more-of.ts';
import { nearestOfAll } from './reply/nearest-pages.ts';
import type { QuoteOptions } from './reply/quote-options.ts';
import type { Reply } from './reply/reply.ts';
import { replyTo } from './reply/reply-to.ts';
import { teamReplyToAll } from './reply/team-reply.ts';
import { WORDING } from './reply/wording.ts';

/**
 * Answers without a model: quotes the sentence with its paragraph, or the table rows, that answer the question. If
 * unsure, says so and shows the closest passage or the nearest pages.
 */
export const quoteAnswer = async (options: QuoteOptions): Promise<Answer> => {
  const { question, clock, startedAt, trace, onEvent } = options;
  onEvent({ type: 'status', text: 'Searching the pages' });
  // A question with a file is about the file, not about earlier turns.
  const asked = question.attachments?.length ? [] : withoutSmallTalk(question.history);
  const { message, turns, doubts, more } = readTurn(question.text, readTurns(asked));
  const inMessage = questionsIn(message);
  const isSplit = inMessage.length > 1 || inMessage[0]?.text !== message;
  const whole = isSplit ? await teamReplyToAll(message, options) : undefined;
  const questions: readonly AskedQuestion[] = whole ? [{ text: message, continues: false }] : inMessage;
  /** By question. Questions with the same reply share it, and it is shown once below all of them. */
  const replies: Reply[] = whole ? [whole] : [];
  for (const [at, { text, continues, situation }] of whole ? [] : questions.slice(0, MAX_QUESTIONS).entries()) {
    const cited = [...new Set(replies)].flatMap(({ citations }) => citations).length;
    const before = continues ? replies[at - 1] : undefined;
    const history = before
      ? [{ question: questions[at - 1]?.text ?? '', answer: before.text }]
      : withSituation(situation, turns);
    const reply = await replyTo(text, options, { cited, history, ...(before && { before }) });
    const shown = more ? await moreOf(reply, WORDING[askersLanguage(text)], options) : reply;
    replies.push(replies.find((one) => saysTheSame(one, shown)) ?? shown);
  }

  const several = questions.length > 1;
  const distinct = [...new Set(replies)];
  const parts = distinct.map((reply) => {
    const these = replies.flatMap((one, at) => (one === reply ? `**${questions[at]?.text}**` : []));
    return several ? `${these.join('\n\n')}\n\n${reply.text}` : reply.text;
  });
  const left = questions.slice(MAX_QUESTIONS);
  if (left.length > 0)
    parts.push(`Please ask these again, one at a time: ${left.map((one) => `“${one.text}”`).join(', ')}`);
  const answered = distinct.filter(({ tier }) => tier === 'answer');
  if (doubts && answered.length > 0) parts.unshift(WORDING[doubts].again);
  const text = parts.join('\n\n');
  const citations = distinct.flatMap((reply) => reply.citations);
  onEvent({ type: 'token', text });
  for (const citation of citations) onEvent({ type: 'citation', citation });

  const nearest = nearestOfAll(
    distinct.flatMap((reply) => reply.nearest),
    answered.length > 0,
  );
  const notices = [...new Set([...options.notices, ...replies.flatMap((reply) => reply.notices)])];
  const confidence = answered.length === 0 ? 0 : Math.min(...answered.map((reply) => reply.confidence));
  return {
    question: question.text,
    text,
    shortAnswer: answered.map(({ shortAnswer }) => shortAnswer).join('; '),
    verdict: answered.length > 0 ? 'answered' : 'unknown',
    confidence: Math.round(confidence * 100) / 100,
    citations,
    ...(nearest.length > 0 && { nearest }),
    strategy: 'quote',
    usage: options.spent ?? {
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      seconds: (clock.now() - startedAt) / 1000,
      rounds: 0,
    },
    mode: 'quote',
    ...(notices.length > 0 ? { notices } : {}),
    trace,
  };
};

/** The turns before a question, with what its message says of the asker's situation as the last of them. */
const withSituation = (situation: string | undefined, turns: readonly EarlierTurn[]): readonly EarlierTurn[] =>
  situation === undefined ? turns : [...turns, { question: situation, answer: '', leads: true }];

/** True for replies that quote the same words, or name the same pages. */
const saysTheSame = (one: Reply, other: Reply): boolean =>
  one.tier === other.tier &&
  (one.citations.length === 0
    ? one.text === other.text
    : one.citations.map(quoteKey).join('\n') === other.citations.map(quoteKey).join('\n'));
const quoteKey = ({ passageId, quote }: Citation): string => `${passageId} ${quote}`;
