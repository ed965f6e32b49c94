import { contentStems } from '../../../../core/text/content-stems.ts';
import { ofLast } from '../../words/of-last.ts';

// Detects whether a sentence speaks of both things that a question compares.

/** "What is the difference between a bill and an invoice?", "how does A differ from B". Groups 1 and 2 are the two. */
const COMPARES = [
  /\bdifferences?\s+(?:is\s+there\s+)?between\s+(.+?)\s+(?:and|vs\.?|versus)\s+(.+?)(?:[,;].*)?\W*$/iu,
  /\bhow\s+(?:do|does|is|are)\s+(.+?)\s+(?:differ(?:s|ent)?\s+from|different\s+(?:from|than|to))\s+(.+?)(?:[,;].*)?\W*$/iu,
];

/**
 * True if the question asks how two things differ, and the shown text does not name both, or the answering sentence
 * neither.
 */
export const namesOneSide = (question: string, text: string, own = text): boolean => {
  const sides = sidesOf(question);
  if (!sides) return false;
  const held = contentStems(text);
  const ofSentence = contentStems(own);
  const isIn = (stems: ReadonlySet<string>) => (side: readonly string[]) => side.some((stem) => stems.has(stem));
  return !sides.every(isIn(held)) || !sides.some(isIn(ofSentence));
};

/** The stems by which each of the two compared things differs from the other; undefined if one has none. */
const sidesOf = ofLast((question: string): string[][] | undefined => {
  for (const pattern of COMPARES) {
    const [, one, other] = pattern.exec(question) ?? [];
    if (one === undefined || other === undefined) continue;
    const [ofOne, ofOther] = [contentStems(one), contentStems(other)];
    const sides = [[...ofOne].filter((stem) => !ofOther.has(stem)), [...ofOther].filter((stem) => !ofOne.has(stem))];
    return sides.every((side) => side.length > 0) ? sides : undefined;
  }
  return undefined;
});
