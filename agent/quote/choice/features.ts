import { words } from '../../../core/text/words.ts';
import { type Candidate, excerpt, shownText } from '../candidates/candidate.ts';
import { lacksExact, shareOfSigns } from '../reading/answer-types.ts';
import { within } from '../reading/numbers.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { stemMatch } from '../reading/stems.ts';
import type { Term } from '../reading/terms.ts';
import { agreement, cover, held, labelShare, MIN_AGREEMENT, newWords, proximity, SAME } from './coverage.ts';
import { isReplaced, speaksOfThePage } from './replaced.ts';
import { datesMet, definesWhat, isFirst, measureOf, rangesOf, speakerNamed, withoutNames } from './signs.ts';

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
