import { stemmer } from 'stemmer';
import type { Passage } from '../../core/document.ts';
import { spaced } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import type { Hit } from '../../retrieval/retriever.ts';
import { type Asked, holdsWanted, lacksSign, readQuestion, type Term } from './asked.ts';
import { quotableUnits, type Unit } from './units.ts';

/** A unit with what speaks for it. */
export interface Scored {
  unit: Unit;
  score: number;
  /** Weighted share of the question's terms that the unit holds itself, and with what stands above it. */
  own: number;
  coverage: number;
  /** Stems of the question that it holds, alone or with what stands above. */
  stems: Set<string>;
}

/** What is quoted, best first, and how sure that it is about the question at all. */
export interface Choice {
  asked: Asked;
  chosen: Scored[];
  /** 0 to 1: below LEAST_EVIDENCE nothing is quoted. */
  evidence: number;
}

/**
 * Evidence below which Parley says that it found nothing. Set on the sample handbook, where answerable questions reach it
 * and questions about what it does not hold do not (`quote-answer.test.ts` holds the border).
 */
export const LEAST_EVIDENCE = 0.3;
/** Most quotes in one answer, and what a further one must add to the share of the question that is covered. */
const MOST_QUOTES = 3;
const LEAST_GAIN = 0.18;

/** How much it counts that a unit holds the kind of thing asked for. */
const WANTED = 0.5;
/** Exponent of a term's rarity among the passages found. */
const RARITY = 0.7;
/** For a row that the question names, in a column that it names. */
const ASKED_COLUMN = 0.2;
/** Against a row that the question does not name: it is no better than those beside it. */
const ONE_OF_MANY = 0.2;

/** Chooses the sentences and rows that answer a question best, together covering it. */
export const chooseQuotes = (
  question: string,
  hits: readonly Hit[],
  replaced: ReadonlySet<string> = new Set(),
  cosineOf?: (unit: Unit) => number,
): Choice => {
  const units = quotableUnits(hits);
  const stems = units.map((unit) => stemsOf(unit.table ? '' : unit.plain));
  const columns = units.map(({ row, table }) => stemsOf((row ?? table)?.columns.join(' ') ?? ''));
  const heads = units.map(({ row }) => stemsOf(row?.columns.slice(1).join(' ') ?? ''));
  const beside = units.map((unit) => stemsOf(unit.beside));
  const above = units.map((unit) => stemsOf(unit.above));
  const before = units.map((unit) => stemsOf(unit.before));
  const held = hits.map(({ passage }) => stemsOf(`${passage.title} ${passage.headings.join(' ')} ${passage.text}`));
  const rarity = (stem: string) => {
    const passages = held.filter((set) => matches(stem, set) > 0).length;
    // What a search is for stands in most of what it finds: the exponent keeps its words from weighing next to nothing.
    return Math.log(1 + (hits.length + 1) / (passages + 0.5)) ** RARITY;
  };
  const asked = readQuestion(question, rarity, (term, stem) => held.every((set) => termIn(term, stem, set) === 0));
  if (asked.weight === 0) return { asked, chosen: [], evidence: 0 };

  const newest = Math.max(0, ...hits.map(({ passage }) => Date.parse(passage.updatedAt ?? '') || 0));
  const scored = units.map((unit, at): Scored => {
    let own = 0;
    let shared = 0;
    let lacking = 0;
    /** Whether it says something of what is asked about, apart from its columns; whether one of its columns is asked for. */
    let named = false;
    let column = false;
    const found = new Set<string>();
    for (const [stem, term] of asked.terms) {
      const { weight } = term;
      // A column's head says what its cell is: as good as words of the row itself.
      const here = Math.max(termIn(term, stem, stems[at]!), 0.9 * termIn(term, stem, columns[at]!));
      const there = Math.max(0.8 * termIn(term, stem, above[at]!), 0.5 * termIn(term, stem, before[at]!));
      const next = 0.7 * termIn(term, stem, beside[at]!);
      own += weight * here;
      shared += weight * Math.max(here, there, next);
      if (Math.max(here, there) >= 0.4) found.add(stem);
      else if (term.specific && next === 0) lacking += 1;
      if (!term.light) {
        named ||= Math.max(termIn(term, stem, stems[at]!), next) > 0;
        column ||= termIn(term, stem, heads[at]!) > 0;
      }
    }
    own /= asked.weight;
    const coverage = shared / asked.weight;
    const wanted = WANTED * ((holdsWanted(asked, readOf(unit)) ?? 0.5) - 0.5);
    const age = newest - (Date.parse(unit.hit.passage.updatedAt ?? '') || newest);
    const old = asked.past
      ? 0
      : Math.min(0.12, age / (365 * 86_400_000) / 12) + (replaced.has(unit.hit.documentId) ? 0.5 : 0);
    const long = Math.max(0, unit.plain.length - 260) / 2000;
    const cosine = cosineOf ? 0.6 * Math.max(0, cosineOf(unit) - 0.3) : 0;
    const score =
      0.55 * own +
      0.45 * coverage +
      wanted +
      cosine +
      0.12 / (1 + unit.rank) -
      old -
      long -
      0.25 * lacking +
      0.15 * labelled(unit, asked) +
      (column && named ? ASKED_COLUMN : 0) -
      (unit.row && unit.row.rows > 1 && !named ? ONE_OF_MANY : 0) -
      (turnsBack(question, unit) ? 0.25 : 0) -
      (OF_THE_PAGE.test(unit.plain) && !OF_THE_PAGE_ASKED.test(question) ? 0.5 : 0) -
      (leadsElsewhere(unit) ? 0.5 : 0);
    return { unit, score, own, coverage, stems: found };
  });
  scored.sort((a, b) => b.score - a.score);
  const best = scored[0];
  if (!best) return { asked, chosen: [], evidence: 0 };

  const chosen = [best];
  const covered = new Set(best.stems);
  const shareOf = (set: ReadonlySet<string>) =>
    [...set].reduce((sum, stem) => sum + (asked.terms.get(stem)?.weight ?? 0), 0) / asked.weight;
  for (const next of scored.slice(1, 40)) {
    if (chosen.length === MOST_QUOTES) break;
    const gain = shareOf(new Set([...next.stems].filter((stem) => !covered.has(stem))));
    if (gain < LEAST_GAIN || next.score < best.score * 0.6) continue;
    chosen.push(next);
    for (const stem of next.stems) covered.add(stem);
  }
  return { asked, chosen, evidence: evidenceOf(asked, best, covered, cosineOf?.(best.unit)) };
};

/** What a unit says: a row's measure may stand in its column's head. */
const readOf = ({ row, table, plain }: Unit): string => {
  if (row) return `${row.columns.join(' ')} ${plain}`;
  return table ? `${plain}\n${table.rows.map((cells) => cells.join(' ')).join('\n')}` : plain;
};

/** Of a row's label, the share that the question names: "Heron H4" is nearer to "Heron" than "Heron sensor set". */
const labelled = ({ row }: Unit, asked: Asked): number => {
  const label = row && [...stemsOf(row.cells[0] ?? '')];
  return label && label.length > 0 ? label.filter((stem) => asked.terms.has(stem)).length / label.length : 0;
};

/** A sentence that only names other pages: "See also Time off", or a line of links. */
const leadsElsewhere = ({ quote, plain }: Unit): boolean =>
  /^\W*see (?:also\b|\p{Lu})/iu.test(plain) || /^\W*(?:\[[^\]]*\]\([^)]*\)[\s,.;:|·–-]*)+$/u.test(quote);

/** A question about what comes next is not answered by what was last, nor the other way round. */
const turnsBack = (question: string, { plain }: Unit): boolean => {
  const ahead = /\b(?:next|upcoming|coming)\b/i;
  const behind = /\b(?:last|previous|former)\b/i;
  return (ahead.test(question) && behind.test(plain)) || (behind.test(question) && ahead.test(plain));
};

/** How sure that the best unit is about the question: what it covers, less for names and numbers that nothing holds. */
const evidenceOf = (asked: Asked, best: Scored, covered: ReadonlySet<string>, cosine = 0): number => {
  const missing = [...asked.terms].reduce(
    (sum, [stem, term]) => (covered.has(stem) ? sum : sum + (term.specific ? 0.25 : term.nowhere ? 0.16 : 0)),
    0,
  );
  const evidence = Math.max(best.coverage * (best.own > 0 ? 1 : 0.7), cosine > 0.55 ? cosine : 0);
  const { plain } = best.unit;
  const unsigned = lacksSign(asked.wanted, plain) ? 0.4 : (holdsWanted(asked, readOf(best.unit)) ?? 1) === 0 ? 0.12 : 0;
  return Math.max(0, Math.min(1, evidence - missing - unsigned));
};

/** How a page says of itself that it no longer holds: at the start of a line, or of "this page". */
const REPLACED =
  /(?:^|\n)\W*(?:replaced (?:on|by|since|in)\b|no longer (?:valid|in force)|superseded\b|out of date\b|outdated\b|archived\b)|\bthis (?:page|policy|document|list|version) (?:is|was|has been) (?:replaced|superseded|no longer|outdated|out of date|archived)/i;

/** A sentence about the page itself, which answers only who asks about the page. */
const OF_THE_PAGE =
  /^\W*(?:(?:it|this (?:page|policy|document|list|version)) (?:replaces|supersedes)\b|replaced (?:on|by|since|in)\b|last (?:updated|changed|reviewed)\b)/i;
const OF_THE_PAGE_ASKED = /\b(?:replac|supersed|updat|changed|review|version|outdated|old)/i;

/** Documents that say, in one of these passages, that they no longer hold. */
export const replacedDocuments = (passages: readonly Passage[]): Set<string> =>
  new Set(passages.filter(({ text }) => REPLACED.test(text)).map(({ documentId }) => documentId));

const stemsOf = (text: string): Set<string> => new Set(words(spaced(text)).map((word) => stemmer(word)));

/** How well a text's stems hold a term, by itself or by another word for it. */
const termIn = (term: Term, stem: string, held: ReadonlySet<string>): number =>
  Math.max(matches(stem, held), ...term.others.map((other) => (held.has(other) ? 0.6 : 0)));

/** 1 for the stem itself, less for one that begins alike ("expir", "expiri") or differs by a slip of the finger. */
const matches = (stem: string, held: ReadonlySet<string>): number => {
  if (held.has(stem)) return 1;
  if (stem.length < 5) return 0;
  const prefix = stem.slice(0, Math.max(5, Math.ceil(stem.length * 0.75)));
  for (const other of held) {
    if (other.startsWith(prefix) && Math.abs(other.length - stem.length) <= 3) return 0.8;
    if (stem.length >= 6 && Math.abs(other.length - stem.length) <= 1 && isSlip(stem, other)) return 0.7;
  }
  return 0;
};

/** One letter changed, left out, put in, or two neighbours swapped. */
const isSlip = (a: string, b: string): boolean => {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const rest = (text: string, skip: number) => text.slice(at + skip);
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, 2) === rest(b, 2))
  );
};
