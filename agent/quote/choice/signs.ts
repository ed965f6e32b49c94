import { words } from '../../../core/text/words.ts';
import { type Candidate, excerpt } from '../candidates/candidate.ts';
import { holdsMeasure } from '../reading/answer-types.ts';
import { type DaySpan, daysIn, spanIn } from '../reading/dates.ts';
import { rangeIn } from '../reading/numbers.ts';
import type { ReadQuestion } from '../reading/question.ts';
import type { Term } from '../reading/terms.ts';
import { held, labelShare, RELATED } from './coverage.ts';

// Signs in a candidate's own words that it is the kind of answer that was asked for.

export const measureOf = ({ measure }: ReadQuestion, own: string, shown: string): number => {
  if (measure === undefined) return 0;
  if (holdsMeasure(measure, own)) return 1;
  return holdsMeasure(measure, shown) ? 0.3 : -1;
};

/** What is shown without the question's own names and numbers: "ISO 17025" is not the number of that accreditation. */
export const withoutNames = (shown: string, terms: readonly Term[]): string => {
  const names = new Set(terms.flatMap(({ specific, word }) => (specific ? [word] : [])));
  return names.size === 0
    ? shown
    : shown.replace(/[\p{L}\p{N}\p{M}]+/gu, (token) => (names.has(words(token)[0] ?? token) ? ' ' : token));
};

/** The stretches of numbers that a sentence states: "from 5 to 40 °C", "up to EUR 500 alone; above that …". */
export const rangesOf = (text: string) => {
  if (!/\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b/u.test(text)) return [];
  const pieces = text.split(/[;,.](?=\s)|\|/);
  const found = pieces.flatMap((piece) => rangeIn(piece) ?? partRanges(piece));
  for (const [at, piece] of pieces.entries()) {
    const before = pieces
      .slice(0, at)
      .flatMap((one) => rangeIn(one) ?? [])
      .at(-1);
    if (before && Number.isFinite(before.to) && /\b(?:above|beyond|over|more than) that\b|\bbeyond\b/i.test(piece))
      found.push({ from: before.to, to: Number.POSITIVE_INFINITY, openFrom: true });
  }
  return found;
};
const partRanges = (piece: string) =>
  Array.from(
    piece.matchAll(
      /\b(?:from |between |up to |at most |above |over |more than |under |less than |at least )?\d[\d,.]*(?:\s?(?:to|and|–|-)\s?\d[\d,.]*)?(?:\s\p{L}+)?/giu,
    ),
    ([part]) => rangeIn(part),
  ).filter((range) => range !== undefined);

/** The first sentence that its section, or the paragraphs under its term, say; questions and headings before it do not count. */
export const isFirst = ({ sentence }: Candidate): boolean => {
  if (!sentence || sentence.itself.speaker !== undefined) return false;
  const { itself, index, parent } = sentence;
  const before = parent.sentences.slice(0, index).findLast(({ unfit }) => unfit === undefined);
  return before === undefined || before.section !== itself.section || before.lead !== itself.lead;
};

/** A question that asks what something is or does, rather than for one of its properties. */
const ASKS_WHAT =
  /^\W*(?:what(?:['’]?s| is| are| does| do)|explain|define|(?:the )?meaning of|was (?:ist|sind|bedeutet)|qu['’]est-ce que|qué (?:es|son|significa))\b/iu;
const DEFINES =
  /\b(?:is|are|means|stands for|refers to|works|sets|specifies|controls|determines|returns|performs|allows|lets|provides|describes)\b|:/iu;
/** Words at the start of a sentence among which what it defines stands. */
const DEFINED_WITHIN = 7;

export const definesWhat = (question: ReadQuestion, candidate: Candidate): number => {
  const { sentence, table, plain, stems, lead, title, headings } = candidate;
  const content = question.terms.filter(({ light, share }) => !light && share >= 0.5);
  if (table && ASKS_WHAT.test(question.text) && content.length === 1 && labelShare(candidate, question.terms) === 1)
    return 0.8;
  if (!sentence || content.length === 0 || content.length > 4) return 0;
  if (!ASKS_WHAT.test(question.text) && words(question.text).length > 3) return 0;
  const opening = new Set(stems.slice(0, DEFINED_WITHIN));
  const inOpening = content.every((term) => held(term, opening) >= RELATED);
  if (inOpening && DEFINES.test(plain)) return isFirst(candidate) ? 1 : 0.7;
  const above = (stemsAbove: ReadonlySet<string>) => content.every((term) => held(term, stemsAbove) >= RELATED);
  return isFirst(candidate) && (above(lead) || above(headings) || above(title)) ? 0.8 : 0;
};

/** Whether the one who speaks is named in the question: 1 for yes, -1 where it names others only. */
export const speakerNamed = (candidate: Candidate, terms: readonly Term[]): number => {
  const { sentence, lead } = candidate;
  if (sentence?.itself.speaker === undefined) return 0;
  const isNamed = (stems: ReadonlySet<string>) => terms.some((term) => term.specific && held(term, stems) >= 0.65);
  if (isNamed(lead)) return 1;
  const shown = excerpt(candidate).sentences;
  if (sentence.itself.unfit === 'question' && shown.some(({ leadStems }) => isNamed(leadStems))) return 0.7;
  return sentence.parent.sentences.some(({ leadStems }) => isNamed(leadStems)) ? -1 : 0;
};

export const datesMet = (
  question: ReadQuestion,
  { plain, passage, sentence }: Candidate,
  shown: string,
  today: number,
): 'met' | 'unmet' | undefined => {
  const { days } = question;
  if (!days) return undefined;
  const text = sentence ? shown : plain;
  const meets = (span: DaySpan) =>
    (span.from <= days.to && span.to >= days.from) || ((span.anyYear || days.anyYear) && sameDay(span.from, days.from));
  if (daysIn(text, today).some(meets) || daysIn(passage.title, today).some(meets)) return 'met';
  const span = spanIn(text, today);
  if (span && meets(span)) return 'met';
  return 'unmet';
};
const sameDay = (a: number, b: number): boolean => {
  const [first, second] = [new Date(a * 86_400_000), new Date(b * 86_400_000)];
  return first.getUTCDate() === second.getUTCDate() && first.getUTCMonth() === second.getUTCMonth();
};
