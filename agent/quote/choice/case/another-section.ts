import { cacheByText } from '../../../../core/cache-by-text.ts';
import { contentStems } from '../../../../core/text/content-stems.ts';
import { type Candidate, readText } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { ofLast } from '../../words/of-last.ts';

// Detects that a page's title names several things ("Breakfast Club and Tea Club"), and a candidate speaks of one that the
// question does not mean. All that the page says would have the words of the question otherwise, by its title.

const BETWEEN = /\s*(?:[,;:/+&|]|\b(?:and|or|und|oder|et|ou|y)\b)\s*/iu;

/** Characters of cached titles. The candidates of one page stand apart in the order in which they are weighed. */
const MAX_CHARS = 200_000;
/** By title, the stems that only one of the things named in it has; empty if it names one thing. */
const thingsIn = cacheByText((title): readonly (readonly string[])[] => {
  const parts = title
    .split(BETWEEN)
    .map(contentStems)
    .filter(({ size }) => size > 0);
  if (parts.length < 2) return [];
  return parts.map((part) => [...part].filter((stem) => parts.every((other) => other === part || !other.has(stem))));
}, MAX_CHARS);

const stemsAsked = ofLast(contentStems);

/** True if the question names one of the things in the page's title, and the candidate stands below a heading of another. */
export const isOfAnotherSection = (question: ReadQuestion, candidate: Candidate): boolean => {
  const { passage, sentence, table } = candidate;
  const things = thingsIn(passage.title);
  if (things.length === 0) return false;
  const asked = stemsAsked(question.text);
  const meant = things.filter((thing) => thing.some((stem) => asked.has(stem)));
  if (meant.length !== 1) return false;
  const headings = contentStems([...passage.headings, sentence?.itself.headings, table?.name].join(' '));
  const isHeaded = (thing: readonly string[]) => thing.some((stem) => headings.has(stem));
  if (!things.some((thing) => thing !== meant[0] && isHeaded(thing))) return false;
  const said = contentStems(readText(candidate));
  return !meant.some((thing) => isHeaded(thing) || thing.some((stem) => said.has(stem)));
};
