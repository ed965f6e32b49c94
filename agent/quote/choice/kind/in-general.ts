import { porterStem } from '../../../../core/text/porter-stem.ts';
import { ofLast } from '../../words/of-last.ts';

// Detects whether a sentence speaks of a role in general, and not of who has it.

/** "Who is the harbour master?", "who's our fire warden in Oslo". Group 1 is the role. */
const ASKS_ROLE =
  /^\W*(?:(?:and|so|but|hi|hello|ok)\W+)*who(?:['’]?s| is| are| was| were)\s+(?:(?:the|our|your|my|a|an|currently|now)\s+)*([\p{L}\s-]+?)(?=\s+(?:of|in|at|for|on|from|to|by|with)\b|\s*[?.!]*$)/iu;
/** What precedes a role in general: "a harbour master", "each team's lead", but not "Ann is a harbour master". */
const IN_GENERAL =
  /(?<!\b(?:is|are|was|were|be|as|become|became)\s+)\b(?:an?|any|each|every|no|some|another)\s+(?:[\p{L}'’-]+\s+){0,2}$/iu;
const FULL_NAME = /\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+/u;

/**
 * True if the question asks who has a role, and the sentence names that role, but only in general ("a harbour master can
 * act on it", "harbour masters read it"), without a full name.
 */
export const speaksInGeneral = (question: string, sentence: string): boolean => {
  const head = roleOf(question);
  if (!head || FULL_NAME.test(sentence)) return false;
  const stem = porterStem(head);
  const mentions = [...sentence.matchAll(/\p{L}+/gu)].filter(([word]) => porterStem(word.toLowerCase()) === stem);
  return (
    mentions.length > 0 &&
    mentions.every(
      ({ 0: word, index }) =>
        (word.length > head.length && word.endsWith('s')) || IN_GENERAL.test(sentence.slice(0, index)),
    )
  );
};

/** The last word of the role that a question asks for. */
const roleOf = ofLast((question: string) => ASKS_ROLE.exec(question)?.[1]?.trim().split(/\s+/).at(-1)?.toLowerCase());
