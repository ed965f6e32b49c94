import type { Candidate } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { stemsOf } from '../../words/stems.ts';

/** "Who is Karl Weber?", "tell me about Maria Lopez": a question about whoever or whatever it names, and nothing else. */
const ASKS_ABOUT_NAMED =
  /^\W*(?:[Ww]ho(?:['’]?s| is| are| was| were)|[Tt]ell (?:me|us) (?:more |something )?about|[Ww]hat do you know about)\s+(\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+\p{Lu}[\p{L}\p{M}.'’-]*){0,3})\W*$/u;

/**
 * True if a question is about what it names, the shown text does not name it, and nothing above is that name alone. A title or
 * a caption that says something of the name is no entry about it: what stands below may be about anything.
 */
export const lacksNamed = ({ text }: ReadQuestion, { passage, sentence, table }: Candidate, shown: string): boolean => {
  const [, name] = ASKS_ABOUT_NAMED.exec(text) ?? [];
  if (name === undefined) return false;
  const asked = new Set(stemsOf(name));
  if (stemsOf(shown).some((stem) => asked.has(stem))) return false;
  const above = [
    passage.title,
    ...passage.headings,
    sentence?.itself.headings ?? '',
    sentence?.itself.lead ?? '',
    table?.name ?? '',
  ];
  const isName = (text: string): boolean => {
    const stems = stemsOf(text);
    return stems.length > 0 && stems.every((stem) => asked.has(stem));
  };
  return !above.some(isName);
};
