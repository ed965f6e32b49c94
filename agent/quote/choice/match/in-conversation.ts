import { type Candidate, excerpt } from '../../candidates/candidate.ts';
import type { PassageSentences } from '../../pages/passage-sentences.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';
import { stemOf } from '../../words/stems.ts';

/**
 * What a question says of a conversation and no message repeats. "Which café does Dana recommend to Ines?" is answered by
 * a message of Dana's that neither says "recommend" nor names the person whom it is written to.
 */

/** Words for saying something, which a message does and seldom names. */
const SAYING = new Set(
  `say tell mention suggest suggestion propose proposal proposed recommend recommendation think thought thoughts opinion
  view feel describe express state comment remark discuss discussion talk conversation chat message recall announce share
  ask inquire enquire reply respond answer agree consider believe emphasize emphasise explain advise according point
  raise initiate`
    .split(/\s+/)
    .map(stemOf),
);
/** As much as a word in the title covers, and more than the sentence before does. */
const SAID = 0.8;
/** A person who takes part in the conversation: enough not to count as missing. */
const PRESENT = 0.5;

/** How far a chat message covers a term by being said, and by those who take part. 0 for other candidates. */
export const coveredByConversation = (term: Term, { sentence }: Candidate): number => {
  if (sentence?.itself.speaker === undefined) return 0;
  if (SAYING.has(term.stem)) return SAID;
  return term.proper && termMatch(term, participants(sentence.parent)) >= MIN_TERM_MATCH ? PRESENT : 0;
};

const participants = (parent: PassageSentences): ReadonlySet<string> => {
  let stems = stemsOfParticipants.get(parent.sentences);
  if (!stems) {
    stems = new Set(
      parent.sentences.flatMap(({ speaker, leadStems }) => (speaker === undefined ? [] : Array.from(leadStems))),
    );
    stemsOfParticipants.set(parent.sentences, stems);
  }
  return stems;
};
/** Remembered with the passage, because every message of it asks for them. */
const stemsOfParticipants = new WeakMap<object, ReadonlySet<string>>();

/**
 * 1 if the question names the candidate's speaker, .7 if it names the speaker of a shown reply, -1 if it names only
 * other speakers and does not ask who, 0 otherwise.
 */
export const speakerNamed = (candidate: Candidate, { terms, types }: ReadQuestion): number => {
  const { sentence, lead } = candidate;
  if (sentence?.itself.speaker === undefined) return 0;
  const isNamed = (stems: ReadonlySet<string>) =>
    terms.some((term) => term.specific && termMatch(term, stems) >= MIN_TERM_MATCH);
  if (isNamed(lead)) return 1;
  const shown = excerpt(candidate).sentences;
  if (sentence.itself.unfit === 'question' && shown.some(({ leadStems }) => isNamed(leadStems))) return 0.7;
  if (types.includes('person')) return 0;
  return sentence.parent.sentences.some(({ leadStems }) => isNamed(leadStems)) ? -1 : 0;
};
