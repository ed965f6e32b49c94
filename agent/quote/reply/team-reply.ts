import { inertText } from '../../../core/text/inert-text.ts';
import { searchByWords } from '../../../retrieval/index.ts';
import { plainText } from '../pages/plain-text.ts';
import { toCitation } from './citations.ts';
import { type QuoteOptions, recordQuote } from './quote-options.ts';
import type { Reply } from './reply.ts';
import { type TeamAnswer, teamAnswerTo } from './team-answer.ts';

/**
 * Passages that are searched for a team answer to a whole message. The answer's page contains every word of the
 * message, so it ranks high.
 */
const TEAM_ANSWER_PASSAGES = 8;

/** The team's answer to a whole message of several sentences. */
export const teamReplyToAll = async (message: string, options: QuoteOptions): Promise<Reply | undefined> => {
  const { question, stores } = options;
  const found = await searchByWords(stores, message, TEAM_ANSWER_PASSAGES, question.scopes);
  const passages = await stores.documents.passages(
    found.map(({ id }) => id),
    question.scopes,
  );
  const teamAnswer = await teamAnswerTo([message], passages, stores.documents);
  return teamAnswer && { ...teamReply(teamAnswer, 0, options), notices: [] };
};

/** The team member's answer verbatim, with the signature; also recorded in the trace. */
export const teamReply = (
  { passage, start, end, signed }: TeamAnswer,
  cited: number,
  options: QuoteOptions,
): Omit<Reply, 'notices'> => {
  recordQuote(options, { kind: 'note', name: 'team_answer', data: { documentId: passage.documentId } });
  const written = passage.text.slice(start, end);
  const shown = inertText(written, { links: passage.url ? [passage.url] : [] });
  const [first = written] = written.split(/\n\s*\n/);
  const mark = `${shown.endsWith('```') ? '\n' : ' '}[${cited + 1}]`;
  return {
    tier: 'answer',
    // A long answer continues in later passages, where its signature is too.
    text: signed === undefined ? `${shown} …${mark}` : `${shown}${mark}\n\n_${signed}_`,
    shortAnswer: plainText(first),
    confidence: 1,
    citations: [toCitation(cited + 1, passage, first)],
    nearest: [],
  };
};
