import type { Candidate } from '../../candidates/candidate.ts';
import { cellStems } from '../../operators/table-words.ts';
import { asksExact, lacksExact, tellsWhere } from '../../reading/answer-types.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { asksWhetherThere } from '../../reading/what-is-asked.ts';
import { stemOf } from '../../words/stems.ts';
import type { Features } from '../features.ts';

/** True if a sentence says by itself what is asked about its one thing, so that the one word which fits is enough. */
export const answersByItself = (
  { text, types, terms }: ReadQuestion,
  { plain, own, table, rows: [row = -1] = [] }: Candidate,
  { counted, opening, ownSigns, ownCoverage }: Pick<Features, 'counted' | 'opening' | 'ownSigns' | 'ownCoverage'>,
): boolean => {
  // "We take bikes, no scooters" has every word of "do you take scooters", the light ones too.
  const isFull = types.includes('yes-no') && terms.length > 1 && ownCoverage >= FULLY_COVERED;
  // "A shift lasts three hours", "The extinguisher hangs behind the shed": what is asked for stands beside the thing.
  const isToldOfIt = opening === 1 && ((ownSigns === 1 && asksExact(types)) || tellsWhere(text, plain));
  // The adjective of "how old must I be" is no thing.
  const thing = terms.find(({ light, share }) => !light && share === 1);
  // "There is a gym for staff" answers whether there is one, but a garage does not tell of parking.
  const isMentioned =
    thing !== undefined &&
    asksWhetherThere(text) &&
    terms.every(({ stem, word, light }) => own.has(stem) || (light && FILLS.has(word)));
  // "Count the float, it must be £150": the figure stands beside the thing.
  const hasFigure = !table && thing !== undefined && asksExact(types) && hasBeside(plain, thing.stem, types);
  // "Bright Spark · Job: electrician · Phone: …" for the electrician's number.
  const isCalled = thing !== undefined && ASKS_CONTACT.test(text) && isCellOf(table, row, thing.stem);
  return isFull || counted === 1 || isToldOfIt || isMentioned || hasFigure || isCalled;
};

/** Words beside a thing that a text need not have: "is there a bike to work thing". */
const FILLS = new Set('thing things anything something stuff got get have work here somewhere'.split(' '));

/** Characters beside a word in which a figure belongs to it. */
const BESIDE = 30;
/** True if a figure of the kind asked for stands beside a word in its clause. */
const hasBeside = (plain: string, stem: string, types: ReadQuestion['types']): boolean => {
  for (const { 0: word, index } of plain.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu)) {
    const parts = word.toLowerCase().split('-');
    if (![...parts, parts.join('')].some((part) => stemOf(part) === stem)) continue;
    const after = plain.slice(index + word.length, index + word.length + BESIDE).split(/[.;]\s/)[0] ?? '';
    const before =
      plain
        .slice(Math.max(0, index - BESIDE), index)
        .split(/[.;]\s/)
        .at(-1) ?? '';
    if (!lacksExact(types, after) || !lacksExact(types, before)) return true;
  }
  return false;
};

const ASKS_CONTACT = /\b(?:who|phone|telephone|mobile|e-?mail|number (?:for|of)|contact)\b/i;
/** True if a word is all of one of a row's cells. */
const isCellOf = (table: Candidate['table'], row: number, stem: string): boolean =>
  table?.rows[row]?.some((_, column) => {
    const cell = cellStems(table, row, column);
    return cell.size === 1 && cell.has(stem);
  }) === true;

/** Coverage by a sentence that has every word of the question. */
const FULLY_COVERED = 0.95;
