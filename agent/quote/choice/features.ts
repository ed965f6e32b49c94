import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { type Candidate, excerpt, shownText } from '../candidates/candidate.ts';
import { holdsMeasure, lacksExact, shareOfSigns } from '../reading/answer-types.ts';
import { type DaySpan, daysIn, spanIn } from '../reading/dates.ts';
import { rangeIn, within } from '../reading/numbers.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { stemMatch, stemOf, stemsOf } from '../reading/stems.ts';
import type { Term } from '../reading/terms.ts';
import { isReplaced, speaksOfThePage } from './replaced.ts';

/** What the ranker and the calibrator weigh of a candidate; each 0 to 1 unless it says otherwise. */
export interface Features {
  /** Share of the question's weight that it covers, with title, headings and the sentence before; by its own words alone. */
  cov: number;
  own: number;
  /** Share of the content terms that it hardly covers. */
  misscov: number;
  /** Covered share of the content terms that are neither name nor number. */
  nncov: number;
  /** Numbers of the question that it lacks; words that no page holds. Counts. */
  miss_num: number;
  unknown: number;
  /** Share of the question's names and numbers that it lacks. */
  miss_name: number;
  /** Its BM25 over the best candidate's; 1 / (1 + rank of its passage). */
  bmtop: number;
  rank: number;
  /** Share of neighbouring words of the question that stand near each other. */
  prox: number;
  /** Whether what is shown has the signs of the kind of answer asked for; its own coverage in what is shown. */
  wtype: number;
  wown: number;
  notype: number;
  /** A figure or set phrase is asked for, and its own words (what is shown) hold none. */
  inexact: number;
  inexactown: number;
  /** The same signs in its own words. */
  utype: number;
  /** A number of what the question counts in stands in its own words, or (-1) in none of those shown. */
  measure: number;
  /** Share of the row's label that the question names; the paragraph's lead term shares a word. */
  label: number;
  /** The question names the row and one of its columns. */
  column: number;
  lead: number;
  /** How far question and heading (or the question above, or the paragraph's term) are about the same. */
  about: number;
  /** The first sentence below a heading that asks much the same. */
  opens: number;
  /** Its own coverage in what is shown, where that has the signs of the kind of answer asked for. */
  fits: number;
  /** The question has hardly a word that says what it is about, and neither heading, label nor definition speaks for this. */
  bare: number;
  /** Weight of the heaviest content term that it leaves uncovered, of the heaviest. */
  gap: number;
  /** The question names the whole label. */
  named: number;
  /** It is the first that its section, or the paragraphs under its term, say. */
  first: number;
  /** The question asks what something is, and this begins to say so. */
  define: number;
  row: number;
  /** Its operator. */
  op: number;
  opqual: number;
  range: number;
  date: number;
  super: number;
  comp: number;
  filter: number;
  count: number;
  other: number;
  whole: number;
  join: number;
  date_met: number;
  date_unmet: number;
  /** The question's year stands nowhere on it. */
  year: number;
  /** The page says that it was replaced, and the question is not about the past. */
  old: number;
  aboutpage: number;
  /** At most one word that the question lacks. */
  echo: number;
  /** Hundreds of characters beyond 260, over 3. */
  long: number;
  /** An operator reads this question well, and this is a plain sentence. */
  cue_unmet: number;
  nested: number;
  /** 1 / the number of the question's content words: one word alone tells little of what is asked. */
  thin: number;
  /** A question in a chat, shown with its reply. */
  asks: number;
  speaker: number;
  /** It was said in a chat, where much is said in passing. */
  chat: number;
  /** 1 / the number of paragraphs that cover as much and have as many signs of an answer; own coverage of what is shown where nothing is missed. */
  alone: number;
  exact: number;
  /** Cosine of what is said with the question, where an encoder is set; the best cosine minus it. */
  cos: number;
  cosd: number;
}
export type FeatureName = keyof Features;

/** A candidate with what speaks for and against it. */
export interface Weighed {
  candidate: Candidate;
  features: Features;
}

/** What weighing needs to know beside the question. */
export interface WeighingContext {
  /** Passages that hold a stem, of `passages` in all. */
  counts: ReadonlyMap<string, number>;
  passages: number;
  /** Documents that say that they no longer hold. */
  replaced: ReadonlySet<string>;
  today: number;
}

/** Candidates that are weighed, the best by BM25 over units; beside those that operators give. */
export const MAX_CANDIDATES = 60;
const K1 = 1.2;
const B = 0.4;
const HEADING_COUNT = 0.6;
const BEFORE_COUNT = 0.3;
const SYNONYM_COUNT = 0.4;
/** Exponent of a term's rarity. */
const RARITY = 0.7;

/** Rarity of a term among the passages (Lucene's form). */
const idf = (count: number, passages: number): number => Math.log(1 + (passages - count + 0.5) / (count + 0.5));

/** Weighs the candidates of a question. */
export const weigh = (question: ReadQuestion, all: readonly Candidate[], context: WeighingContext): Weighed[] => {
  const { counts, passages } = context;
  const rarity = (term: Term) => idf(Math.min(passages, counts.get(term.stem) ?? 0), Math.max(passages, 1));
  const weights = question.terms.map(
    (term) => rarity(term) ** RARITY * (term.light ? 0.2 : term.specific ? 1.25 : 1) * term.share,
  );
  const bm25 = unitScores(question.terms, all, rarity);
  const best = Math.max(...bm25, 1e-9);
  const order = [...all.keys()]
    .filter((at) => !all[at]?.operation && (bm25[at] ?? 0) > 0)
    .sort((a, b) => (bm25[b] ?? 0) - (bm25[a] ?? 0));
  const passedOver = rowsPassedOver(all);
  const kept = [
    ...order.filter((at) => !passedOver.has(at)).slice(0, MAX_CANDIDATES),
    ...[...all.keys()].filter((at) => all[at]?.operation),
  ];
  const bestOperator = Math.max(0, ...all.map(({ operation }) => operation?.quality ?? 0));
  const unknown = question.terms.filter(
    (term) => !term.light && !counts.get(term.stem) && !term.synonyms.some((other) => counts.get(other)),
  ).length;

  const weighed = kept.flatMap((at): Weighed[] => {
    const candidate = all[at];
    if (!candidate) return [];
    const features = featuresOf(
      question,
      candidate,
      { weights, bm25: (bm25[at] ?? 0) / best, bestOperator, unknown },
      context,
    );
    return features ? [{ candidate, features }] : [];
  });
  addAlone(weighed);
  return weighed;
};

/** From this quality on an operator that takes the one row for a number or a day is trusted with its table. */
const MIN_TRUSTED = 0.5;

/** Single rows of tables from which an operator took another row: "ten or more" does not answer for 30 beside "twenty-five or more". */
const rowsPassedOver = (all: readonly Candidate[]): Set<number> => {
  const taken = new Map<string, Set<number>>();
  for (const { operation } of all)
    if (
      operation &&
      (operation.operator === 'range' || operation.operator === 'date') &&
      operation.quality >= MIN_TRUSTED
    )
      taken.set(operation.table.id, new Set([...(taken.get(operation.table.id) ?? []), ...operation.rows]));
  return new Set(
    all.flatMap(({ table, rows, operation }, at) => {
      const others = table && !operation ? taken.get(table.id) : undefined;
      return others && !rows?.some((row) => others.has(row)) ? [at] : [];
    }),
  );
};

const unitScores = (terms: readonly Term[], all: readonly Candidate[], rarity: (term: Term) => number): number[] => {
  const average = all.reduce((sum, { stems }) => sum + stems.length, 0) / Math.max(1, all.length);
  const rarities = terms.map(rarity);
  return all.map((candidate) => {
    let total = 0;
    for (const [at, term] of terms.entries()) {
      const count =
        countIn(candidate, term.stem) ||
        SYNONYM_COUNT * Math.max(0, ...term.synonyms.map((other) => countIn(candidate, other)));
      if (count === 0) continue;
      const length = 1 - B + (B * candidate.stems.length) / Math.max(average, 1);
      total += (rarities[at] ?? 0) * (term.light ? 0.3 : 1) * term.share * ((count * (K1 + 1)) / (count + K1 * length));
    }
    return total;
  });
};

const countIn = (candidate: Candidate, stem: string): number => {
  let count = 0;
  if (candidate.own.has(stem)) for (const other of candidate.stems) if (other === stem) count += 1;
  if (candidate.lead.has(stem)) count += 1;
  if (candidate.title.has(stem) || candidate.headings.has(stem)) count += HEADING_COUNT;
  if (candidate.before.has(stem)) count += BEFORE_COUNT;
  return count;
};

/** How far another word for a term stands for it: one that means the same, one that is related. */
const SAME = 0.9;
const RELATED = 0.7;

/** How far a set of stems holds a term: its own stem, one that begins alike, another word for it. */
const held = (term: Term, stems: ReadonlySet<string>): number => {
  const own = stemMatch(term.stem, stems);
  if (own === 1) return 1;
  return Math.max(
    own,
    term.same.some((other) => stems.has(other)) ? SAME : term.synonyms.some((other) => stems.has(other)) ? RELATED : 0,
  );
};

/** How far a candidate covers a term, wherever on the page. */
const cover = (term: Term, candidate: Candidate, numbers: (value: number) => number): number => {
  if (candidate.operation?.consumed.has(term.stem)) return 1;
  let best = held(term, candidate.own);
  if (best < 0.9) best = Math.max(best, 0.9 * held(term, candidate.lead));
  if (best < 0.8) best = Math.max(best, 0.8 * held(term, candidate.title), 0.8 * held(term, candidate.headings));
  if (best < 0.7) best = Math.max(best, 0.7 * held(term, candidate.beside));
  if (best < 0.7) best = Math.max(best, 0.7 * held(term, candidate.asked));
  if (best < 0.4) best = Math.max(best, 0.4 * held(term, candidate.before));
  if (best < 0.8 && term.numeric && /^\d+$/.test(term.word)) best = Math.max(best, numbers(Number(term.word)));
  return best;
};

interface Shared {
  weights: readonly number[];
  bm25: number;
  bestOperator: number;
  unknown: number;
}

const featuresOf = (
  question: ReadQuestion,
  candidate: Candidate,
  { weights, bm25, bestOperator, unknown }: Shared,
  { replaced, today }: WeighingContext,
): Features | undefined => {
  const { terms, types } = question;
  const { operation, table, sentence, plain } = candidate;
  const fresh = newWords(candidate, terms);
  // The question's own words are no answer to it.
  if (fresh === 0 && sentence && !/\p{N}/u.test(plain)) return undefined;
  const shown = shownText(candidate);
  // A row is shown with the heads of its columns.
  const shownStems = sentence
    ? new Set(excerpt(candidate).sentences.flatMap(({ stems }) => stems))
    : new Set([...candidate.own, ...candidate.lead]);
  const ranges = rangesOf(plain);
  const inRange = (value: number) => (ranges.some((range) => within(value, range)) ? 0.8 : 0);

  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let [cov, own, wown, missed, content, plainCovered, plainTotal, missNumbers, names, missNames] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ];
  let gap = 0;
  for (const [at, term] of terms.entries()) {
    const weight = weights[at] ?? 0;
    const covered = cover(term, candidate, inRange);
    cov += weight * covered;
    const consumed = operation?.consumed.has(term.stem) ? 1 : 0;
    const direct = Math.max(
      consumed,
      stemMatch(term.stem, candidate.own),
      0.9 * (candidate.lead.has(term.stem) ? 1 : term.same.some((other) => candidate.lead.has(other)) ? SAME : 0),
      term.same.some((other) => candidate.own.has(other))
        ? 0.85
        : term.synonyms.some((other) => candidate.own.has(other))
          ? 0.6
          : 0,
      term.numeric ? inRange(Number(term.word)) : 0,
    );
    own += weight * direct;
    wown +=
      weight *
      Math.max(
        direct,
        stemMatch(term.stem, shownStems),
        term.same.some((other) => shownStems.has(other))
          ? 0.85
          : term.synonyms.some((other) => shownStems.has(other))
            ? 0.6
            : 0,
      );
    if (term.light) continue;
    gap = Math.max(gap, weight * (1 - covered));
    content += 1;
    if (term.specific) names += 1;
    if (covered < 0.4) {
      if (term.specific) missNames += 1;
      missed += 1;
      if (term.numeric) missNumbers += 1;
    }
    if (!term.specific) {
      plainTotal += weight;
      plainCovered += weight * covered;
    }
  }
  const rest = withoutNames(shown, terms);
  const signs = shareOfSigns(types, rest);
  const misscov = content === 0 ? 0 : missed / content;
  const dates = datesMet(question, candidate, shown, today);
  const yearsMissed =
    question.years.length > 0 &&
    !question.years.some((year) =>
      `${shown} ${candidate.passage.title} ${candidate.passage.headings.join(' ')} ${table?.name ?? ''}`.includes(
        String(year),
      ),
    ) &&
    missNumbers > 0;
  const kind = operation?.operator;
  const label = labelShare(candidate, terms);
  const about = agreement(candidate, terms, weights);
  const utype = shareOfSigns(types, withoutNames(table ? shown : plain, terms)) ?? 0.5;
  const define = definesWhat(question, candidate);
  const heaviest = Math.max(1e-9, ...weights.filter((_, at) => !terms[at]?.light));
  return {
    about,
    opens: about >= MIN_AGREEMENT && isFirst(candidate) ? 1 : 0,
    fits: (wown / total) * utype,
    gap: gap / heaviest,
    bare: content <= 1 && names === 0 && !operation && label === 0 && about === 0 && define === 0 ? 1 : 0,
    cov: cov / total,
    own: own / total,
    misscov,
    nncov: plainTotal === 0 ? 1 : plainCovered / plainTotal,
    miss_num: missNumbers,
    unknown,
    miss_name: names === 0 ? 0 : missNames / names,
    bmtop: bm25,
    rank: 1 / (1 + candidate.rank),
    prox: proximity(question, candidate.stems),
    wtype: signs ?? 0.5,
    wown: wown / total,
    notype: signs === 0 ? 1 : 0,
    inexact: !operation && lacksExact(types, rest) ? 1 : 0,
    inexactown: !operation && lacksExact(types, withoutNames(table ? shown : plain, terms)) ? 1 : 0,
    utype,
    measure: measureOf(question, table ? shown : plain, shown),
    label,
    column:
      label > 0 &&
      table?.columnStems
        .slice(1)
        .some((head) => terms.some(({ light, stem, same }) => !light && [stem, ...same].some((one) => head.has(one))))
        ? 1
        : 0,
    lead: terms.some((term) => !term.light && held(term, candidate.lead) >= 0.65) ? 1 : 0,
    named: label === 1 ? 1 : 0,
    first: isFirst(candidate) ? 1 : 0,
    define,
    thin: 1 / Math.max(1, content),
    row: table && !operation ? 1 : 0,
    op: operation ? 1 : 0,
    opqual: operation?.quality ?? 0,
    range: kind === 'range' ? 1 : 0,
    date: kind === 'date' ? 1 : 0,
    super: kind === 'superlative' ? 1 : 0,
    comp: kind === 'comparison' ? 1 : 0,
    filter: kind === 'filter' ? 1 : 0,
    count: kind === 'count' ? 1 : 0,
    other: kind === 'otherwise' ? 1 : 0,
    whole: kind === 'whole' ? 1 : 0,
    join: kind === 'join' ? 1 : 0,
    date_met: dates === 'met' || kind === 'date' ? 1 : 0,
    date_unmet: dates === 'unmet' && kind !== 'date' ? 1 : 0,
    year: yearsMissed ? 1 : 0,
    old: !question.past && (replaced.has(candidate.passage.documentId) || isReplaced(shown)) ? 1 : 0,
    aboutpage: speaksOfThePage(plain) && !question.past ? 1 : 0,
    echo: sentence && fresh <= 1 ? 1 : 0,
    long: Math.max(0, plain.length - 260) / 300,
    cue_unmet: bestOperator >= 0.75 && !operation ? 1 : 0,
    nested: question.nested,
    asks: sentence?.itself.unfit === 'question' ? 1 : 0,
    speaker: speakerNamed(candidate, terms),
    chat: sentence?.itself.speaker === undefined ? 0 : 1,
    alone: 1,
    exact: misscov < 0.01 ? wown / total : 0,
    cos: 0,
    cosd: 0,
  };
};

const measureOf = ({ measure }: ReadQuestion, own: string, shown: string): number => {
  if (measure === undefined) return 0;
  if (holdsMeasure(measure, own)) return 1;
  return holdsMeasure(measure, shown) ? 0.3 : -1;
};

/** Content words of a candidate that the question lacks. */
const newWords = ({ stems, own }: Candidate, terms: readonly Term[]): number => {
  // Another word for one of the question's, such as "garage" for "parking", can be what is asked for.
  const asked = new Set(terms.map(({ stem }) => stem));
  let count = 0;
  for (const stem of own)
    if (
      !asked.has(stem) &&
      !STOP_STEMS.has(stem) &&
      stem.length > 1 &&
      !terms.some((term) => term.stem.length > 4 && stem.startsWith(term.stem.slice(0, 5)))
    )
      count += 1;
  return stems.length === 0 ? 0 : count;
};
const STOP_STEMS = new Set(Array.from(STOP_WORDS, stemOf));

/** What is shown without the question's own names and numbers: "ISO 17025" is not the number of that accreditation. */
const withoutNames = (shown: string, terms: readonly Term[]): string => {
  const names = new Set(terms.flatMap(({ specific, word }) => (specific ? [word] : [])));
  return names.size === 0
    ? shown
    : shown.replace(/[\p{L}\p{N}\p{M}]+/gu, (token) => (names.has(words(token)[0] ?? token) ? ' ' : token));
};

/** The stretches of numbers that a sentence states: "from 5 to 40 °C", "up to EUR 500 alone; above that …". */
const rangesOf = (text: string) => {
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

/** Pairs of neighbouring content terms of the question that stand within three words of each other; what it counts in ("vacation days") is one. */
const proximity = ({ terms, measure }: ReadQuestion, stems: readonly string[]): number => {
  const content = terms.filter(({ light, word }) => !light || word === measure);
  if (content.length < 2) return 0;
  const positions = content.map((term) =>
    stems.flatMap((stem, at) => (stem === term.stem || term.synonyms.includes(stem) ? [at] : [])),
  );
  let near = 0;
  for (let at = 1; at < content.length; at++)
    if (positions[at - 1]?.some((a) => positions[at]?.some((b) => Math.abs(a - b) <= 3))) near += 1;
  return near / (content.length - 1);
};

/** Of a row's label, or of the term that a paragraph is about, the share that the question names: "Heron H4" is nearer to "Heron" than "Heron sensor set". */
const labelShare = (candidate: Candidate, terms: readonly Term[]): number => {
  const { table, rows = [], operation, sentence } = candidate;
  if (table && operation?.operator === 'comparison')
    return rows.reduce((sum, row) => sum + shareNamed(table.rows[row]?.[0] ?? '', terms), 0) / Math.max(1, rows.length);
  const name = table
    ? operation
      ? ''
      : (table.rows[rows[0] ?? -1]?.[0] ?? '')
    : sentence?.itself.speaker === undefined
      ? (sentence?.itself.lead ?? '')
      : '';
  return shareNamed(name, terms);
};
const shareNamed = (name: string, terms: readonly Term[]): number => {
  const label = [...new Set(stemsOf(name.replace(/\([^)]*\)/g, '')))].filter((stem) => !STOP_STEMS.has(stem));
  // A name in code is asked for whole, and a label is cut into its parts too.
  const asked = new Set(
    terms.flatMap(({ stem, same }) => [stem, ...same, ...(stem.includes('_') ? stem.split('_').map(stemOf) : [])]),
  );
  // The name of a parameter or an option is all that its label is about: "--keep-within INTERVAL".
  if (label.some((stem) => /^--|_/.test(stem) && asked.has(stem))) return 1;
  // An option is asked for as it stands or by its words; the one does not take from the other.
  const parts = label.filter((stem) => !stem.startsWith('--') || asked.has(stem));
  return parts.length === 0 ? 0 : parts.filter((stem) => asked.has(stem)).length / parts.length;
};

/** From this agreement on a heading asks much the same as the question. */
const MIN_AGREEMENT = 0.75;

/** How far the question and what stands above a candidate name the same things: the harmonic mean of the shares that each names of the other. */
const agreement = (candidate: Candidate, terms: readonly Term[], weights: readonly number[]): number => {
  const { sentence, table, asked, passage } = candidate;
  const { headings } = passage;
  const above = [
    asked,
    ...(sentence
      ? [
          sentence.itself.leadStems,
          sentence.itself.headingStems.size > 0
            ? sentence.itself.headingStems
            : new Set(stemsOf(headings.at(-1) ?? passage.title)),
        ]
      : [new Set(stemsOf(table?.name ?? ''))]),
  ];
  return Math.max(0, ...above.map((stems) => harmonic(stems, terms, weights)));
};
const harmonic = (above: ReadonlySet<string>, terms: readonly Term[], weights: readonly number[]): number => {
  const content = [...above].filter((stem) => !STOP_STEMS.has(stem));
  if (content.length === 0) return 0;
  const asked = new Set(terms.flatMap(({ stem, same }) => [stem, ...same]));
  const named = content.filter((stem) => asked.has(stem)).length / content.length;
  let [covered, total] = [0, 0];
  for (const [at, term] of terms.entries()) {
    if (term.light) continue;
    total += weights[at] ?? 0;
    covered += (weights[at] ?? 0) * held(term, above);
  }
  const share = total === 0 ? 0 : covered / total;
  return named + share === 0 ? 0 : (2 * named * share) / (named + share);
};

/** The first sentence that its section, or the paragraphs under its term, say; questions and headings before it do not count. */
const isFirst = ({ sentence }: Candidate): boolean => {
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

const definesWhat = (question: ReadQuestion, candidate: Candidate): number => {
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
const speakerNamed = (candidate: Candidate, terms: readonly Term[]): number => {
  const { sentence, lead } = candidate;
  if (sentence?.itself.speaker === undefined) return 0;
  const isNamed = (stems: ReadonlySet<string>) => terms.some((term) => term.specific && held(term, stems) >= 0.65);
  if (isNamed(lead)) return 1;
  const shown = excerpt(candidate).sentences;
  if (sentence.itself.unfit === 'question' && shown.some(({ leadStems }) => isNamed(leadStems))) return 0.7;
  return sentence.parent.sentences.some(({ leadStems }) => isNamed(leadStems)) ? -1 : 0;
};

const datesMet = (
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

const SIGNS_OF_AN_ANSWER = ['utype', 'define', 'named'] as const;
/** Of what covers as much and has the signs of an answer too, how much there is: an answer that stands in one place alone is surer. */
const addAlone = (weighed: readonly Weighed[]): void => {
  for (const { features } of weighed) {
    const places = new Set(
      weighed
        .filter(
          (other) =>
            other.features.cov >= features.cov - 0.02 &&
            other.features.old <= features.old &&
            SIGNS_OF_AN_ANSWER.every((name) => other.features[name] >= features[name]),
        )
        .map(
          // The same words on two pages (a manual as text and as HTML) are one place.
          ({ candidate: { sentence, table, passage } }) =>
            sentence
              ? words(
                  sentence.parent.sentences.find(({ paragraph }) => paragraph === sentence.itself.paragraph)?.plain ??
                    '',
                ).join(' ')
              : `${passage.id}|${table?.id ?? ''}`,
        ),
    );
    features.alone = 1 / Math.max(1, places.size);
  }
};
