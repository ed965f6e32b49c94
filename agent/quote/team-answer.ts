import type { Passage } from '../../core/document.ts';
import { isSameQuestion, readTeamAnswer, TEAM_ANSWERS, type TeamAnswerText } from '../../core/team-answers.ts';
import type { DocumentStore } from '../../stores/index.ts';
import { answerTypes } from './reading/answer-types.ts';
import { termsOf } from './reading/terms.ts';

/** An answer that a person of the team wrote to the very question that is asked. */
export interface TeamAnswer extends TeamAnswerText {
  passage: Passage;
}

/**
 * The team's own answer among the passages found. A reviewer who corrects what a page gives has seen that page: so the answer
 * stands before it and alone, however the two would be ranked, and however short it is. Only a page of the source that
 * reviewers write counts; no other page can claim to be one.
 *
 * @param asked wordings of the question: as it was typed, and as it was read
 */
export const teamAnswerTo = async (
  asked: readonly string[],
  passages: readonly Passage[],
  documents: Pick<DocumentStore, 'stampsOf'>,
): Promise<TeamAnswer | undefined> => {
  const own = passages.filter(({ ordinal, documentId }) => ordinal === 0 && documentId.startsWith(`${TEAM_ANSWERS}/`));
  for (const passage of own) {
    const answer = readTeamAnswer(passage.text);
    if (!answer?.questions.some((known) => asked.some((one) => asksTheSame(one, known)))) continue;
    const stamp = (await documents.stampsOf([passage.documentId])).get(passage.documentId);
    if (stamp?.sourceId === TEAM_ANSWERS) return { ...answer, passage };
  }
  return undefined;
};

/** Word for word the same, or the same kind of thing asked about the same words: "is there a sauna", "Do we have a sauna?". */
const asksTheSame = (one: string, other: string): boolean => {
  if (isSameQuestion(one, other)) return true;
  const [first, second] = [contentOf(one), contentOf(other)];
  const isWithin = (some: typeof first, all: typeof first) =>
    some.every(({ stem, same }) => all.some((term) => term.stem === stem || same.includes(term.stem)));
  return (
    first.length > 0 &&
    isWithin(first, second) &&
    isWithin(second, first) &&
    answerTypes(one).join() === answerTypes(other).join()
  );
};

const contentOf = (question: string) => termsOf(question).filter(({ light }) => !light);
