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
  { question, documentId, holds, passageId, asksRules }: Suggestion,
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
    !(asksRules && !STATES_RULE.test(best.plain)) &&
    !found.replaced.has(documentId)
  );
};

/** What is told to do, allowed, forbidden or counted. Below a title that names rules a page may begin with what it thinks of them. */
const STATES_RULE =
  /\p{N}|\b(?:must|may|can|can['’]?t|cannot|should|shall|never|always|nobody|no|not|only|allowed|required|needs?|has|have|ask|tell|please|without)\b|n['’]t\b|^\P{L}*(?:do|give|keep|bring|use|send|put|take|leave|make|write|say|check|call|book|wear|lock|sign|return)\b/iu;
