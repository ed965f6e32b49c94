import { contentStems } from '../../../core/text/content-stems.ts';

// Detects whether a sentence speaks of both things that a question compares.

/** "What is the difference between a bill and an invoice?", "how does A differ from B". Groups 1 and 2 are the two. */
const COMPARES = [
  /\bdifferences?\s+(?:is\s+there\s+)?between\s+(.+?)\s+(?:and|vs\.?|versus)\s+(.+?)\W*$/iu,
  /\bhow\s+(?:do|does|is|are)\s+(.+?)\s+(?:differ(?:s|ent)?\s+from|different\s+(?:from|than|to))\s+(.+?)\W*$/iu,
];

/** True if the question asks how two things differ, and the text does not name both. */
export const namesOneSide = (question: string, text: string): boolean => {
  for (const pattern of COMPARES) {
    const [, one, other] = pattern.exec(question) ?? [];
    if (one === undefined || other === undefined) continue;
    const [ofOne, ofOther] = [contentStems(one), contentStems(other)];
    const own = [...ofOne].filter((stem) => !ofOther.has(stem));
    const others = [...ofOther].filter((stem) => !ofOne.has(stem));
    const held = contentStems(text);
    return (
      own.length > 0 &&
      others.length > 0 &&
      !(own.some((stem) => held.has(stem)) && others.some((stem) => held.has(stem)))
    );
  }
  return false;
};
