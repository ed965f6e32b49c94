import type { Passage } from '../../../core/document.ts';
import { isSameQuestion, readTeamAnswer, TEAM_ANSWERS, type TeamAnswerText } from '../../../core/team-answers.ts';
import type { DocumentStore } from '../../../stores/index.ts';
import { answerTypes } from '../reading/answer-types.ts';
import { termsOf } from '../reading/terms.ts';

/** A team member's written answer to exactly the question asked. */
export interface TeamAnswer extends TeamAnswerText {
  passage: Passage;
}

/**
 * Finds the team's own answer among the found passages. Reviewers have seen what the pages say, so their answer
 * replaces any ranking. Only pages of the reviewers' source count; no other page can pretend to be one.
 * @param asked wordings of the question, as typed and as parsed
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

/**
 * True for the same words, or the same kind of question about the same content: "is there a sauna", "Do we have a
 * sauna?".
 */
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
