import type { Scope } from '../../../core/document.ts';
import { shownText } from '../candidates/candidate.ts';
import { decide } from '../choice/decide.ts';
import { findCandidates } from '../find-candidates.ts';
import { plainText } from '../pages/plain-text.ts';
import { teamAnswerTo } from '../reply/team-answer.ts';
import type { QuoteSources } from '../search/quote-request.ts';
import type { Suggestion } from './suggestion.ts';

/** True if quoting answers the question from the page, and the passage, that it was made from. */
export const isAnswered = async (
  { question, documentId, holds, passageId }: Suggestion,
  sources: QuoteSources,
  scopes: readonly Scope[],
  askedAt: number,
): Promise<boolean> => {
  const found = await findCandidates({ text: question, scopes, askedAt }, sources);
  const teamAnswer = await teamAnswerTo([question], found.passages, sources.stores.documents);
  if (teamAnswer) return teamAnswer.passage.documentId === documentId;
  const { ranked, tier } = decide(found);
  const best = ranked[0]?.candidate;
  return (
    tier === 'answer' &&
    best?.passage.documentId === documentId &&
    (passageId === undefined || best.passage.id === passageId) &&
    // A question about the whole page must be answered by a sentence; table rows are about single things.
    (holds === ''
      ? best.table === undefined
      : best.plain.includes(holds) || plainText(shownText(best)).includes(holds)) &&
    !found.replaced.has(documentId)
  );
};
