import type { Citation, Verdict } from '../../core/answer.ts';
import { isOrder } from '../../core/injection/find-orders.ts';
import { isQuestion } from '../../core/injection/is-question.ts';
import { isSpoken } from '../../core/injection/spoken-lines.ts';
import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import { editDistance } from '../../core/text/edit-distance.ts';
import { imagesAsWords } from '../../core/text/images.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';
import { givesAnswer } from '../../core/verdict.ts';
import { inventedCodes } from '../model/grounded-output.ts';
import type { ClaimedCitation, WrittenAnswer } from '../tasks/shapes.ts';
import { bestSentence, findQuote } from './find-quote.ts';
import { leadInOf } from './lead-in.ts';
import type { NumberedReference } from './reference.ts';
import { withoutForeignLinks } from './safe-text.ts';
import { joinStatements, type Statement, splitStatements } from './statements.ts';

/** A checked answer: each statement is cited or concludes from cited ones, and each quote is in its source. */
export interface CheckedAnswer {
  text: string;
  shortAnswer: string;
  verdict: Verdict;
  confidence: number;
  citations: Citation[];
  /** Of a likely answer: the one link that no source states. */
  unconfirmed: string[];
  /** Statements removed because no source supports them. */
  dropped: string[];
}

/** Minimum share of a statement's words in a source that supports it. */
const MIN_SHARE = 0.25;
/** Maximum share of words in a conclusion that neither question nor cited sources contain ("therefore", "older"). */
const MAX_NOVEL_SHARE = 0.4;

/**
 * Confidence factor of likely answers: the share that was right when read by hand
 * (docs/measured/strategies-by-hand.md).
 */
const LIKELY_SHARE = 0.6;
/** From this share of an unconfirmed link's words on, a statement repeats that no source states it. */
const MIN_SHARE_OF_LINK = 0.5;
/** Maximum characters of a likely answer's unconfirmed link. */
const MAX_LINK_CHARS = 300;

interface Support {
  n: number;
  quote: string;
  /**
   * 1 if the model quoted the source verbatim, otherwise the share of the statement's words in the source's sentence.
   */
  strength: number;
}

/** A statement with the sources that support it; without any, it concludes from the others. */
type SupportedStatement = Statement & { support: Support[] };

/**
 * Checks an answer against its sources. Each cited number must be a source that was shown, and its quote must be in
 * that source or a sentence of it must support the statement. A statement without a source gets one that states it, is
 * kept if it only concludes from other statements, and is dropped otherwise. Without any citation left, the answer is
 * unknown. Citations are numbered in order of appearance.
 */
export const checkAnswer = (
  written: WrittenAnswer,
  references: readonly NumberedReference[],
  question: string,
): CheckedAnswer => {
  const citable = new Map(
    references.filter(({ kind }) => kind !== 'memory' && kind !== 'calculation').map((shown) => [shown.n, shown]),
  );
  const dropped: string[] = [];
  let kept: SupportedStatement[] = [];
  const asked = contentStems(question);
  const isAnswer = givesAnswer(written.verdict);
  const isLikely = written.verdict === 'likely';
  const unconfirmed = isLikely ? (written.unconfirmed ?? []) : [];
  // "Invalid premise" is a claim about the sources too and needs a citation.
  const isClaim = isAnswer || written.verdict === 'invalid-premise';
  // An image is never shown, and its exclamation mark ends no sentence.
  const statements = splitStatements(imagesAsWords(written.text));
  const claims = claimsOf(written.citations, statements, citable);
  for (const statement of statements) {
    // A likely answer lists its unconfirmed link separately, so statements that repeat it are removed.
    if (statement.cited.length === 0 && unconfirmed.some((link) => repeatsLink(link, statement.text))) continue;
    const support = supportOf(statement, statement.cited, claims, citable, question);
    if (support.length === 0 && isClaim) {
      if (concludes(statement, kept, citable, asked, question)) {
        kept.push({ ...statement, cited: [], support: [] });
        continue;
      }
      support.push(
        ...supportOf(
          statement,
          written.citations.map(({ n }) => n),
          claims,
          citable,
          question,
          0.6,
        ).slice(0, 2),
      );
      if (support.length === 0) {
        dropped.push(statement.text);
        continue;
      }
    }
    kept.push({ ...statement, support });
  }
  if (isClaim) {
    const strays = offTopic(kept, citable, question);
    for (const stray of strays) dropped.push(stray.text);
    kept = kept.filter((statement) => !strays.has(statement));
  }

  const numbers = new Map<number, number>();
  const citations: Citation[] = [];
  const renumbered = kept.map((statement) => ({
    ...statement,
    cited: [...new Set(statement.support.map(({ n }) => n))].map((n) => {
      const known = numbers.get(n);
      if (known !== undefined) return known;
      const next = numbers.size + 1;
      numbers.set(n, next);
      citations.push(toCitation(next, citable.get(n)!, statement.support.find((one) => one.n === n)!.quote));
      return next;
    }),
  }));
  const cited = [...numbers.keys()].flatMap((n) => citable.get(n) ?? []);
  const texts = [question, ...cited.map((reference) => reference.text)];
  const allowed = { pages: cited.flatMap(({ url }) => url ?? []), texts };
  const text = withoutForeignLinks(joinStatements(renumbered), allowed);
  const lostItsAnswer = dropped.length > 0 && !hasStatedName(written.shortAnswer, [text, ...texts, ...allowed.pages]);
  const isGuess =
    isLikely &&
    !isLikelyBySources(
      written.shortAnswer,
      unconfirmed,
      cited,
      `${question} ${references.map((shown) => `${shown.title} ${shown.text}`).join(' ')}`,
    );
  if (isClaim && (citations.length === 0 || lostItsAnswer || isGuess)) {
    return {
      text: 'I found no page that supports an answer to that.',
      shortAnswer: '',
      verdict: 'unknown',
      confidence: 0,
      citations: [],
      unconfirmed: [],
      dropped,
    };
  }
  const strengths = kept.flatMap(({ support }) => support.map(({ strength }) => strength));
  const mean = strengths.reduce((sum, strength) => sum + strength, 0) / Math.max(1, strengths.length);
  const share = kept.length / Math.max(1, kept.length + dropped.length);
  return {
    text,
    shortAnswer:
      isAnswer && hasStatedWord(written.shortAnswer, [text, ...texts])
        ? withoutForeignLinks(written.shortAnswer.replace(/\s*\[\d+\]/g, ''), allowed).trim()
        : '',
    verdict: written.verdict,
    confidence: isAnswer ? Math.round((0.3 + 0.6 * mean * share) * (isLikely ? LIKELY_SHARE : 1) * 100) / 100 : 0,
    citations,
    unconfirmed: unconfirmed.map((link) => withoutForeignLinks(link.replace(/\s*\[\d+\]/g, ''), allowed)),
    dropped,
  };
};

/** A quote found in its source, and its best overlap with a statement that cites the source. */
interface Claim {
  n: number;
  quote: string;
  stems: ReadonlySet<string>;
  best: number;
}

/** The quotes found in the sources they name. Ignores injected instructions, and questions other than those of a chat. */
const claimsOf = (
  claimed: readonly ClaimedCitation[],
  statements: readonly Statement[],
  citable: ReadonlyMap<number, NumberedReference>,
): Claim[] =>
  claimed.flatMap(({ n, quote }) => {
    const text = citable.get(n)?.text ?? '';
    const found = findQuote(text, quote);
    if (!found || isOrder(found) || (isQuestion(found) && !isSpoken(text, text.indexOf(found)))) return [];
    const stems = contentStems(found);
    const citing = statements.filter(({ cited }) => cited.includes(n));
    const best = Math.max(0, ...citing.map(({ text }) => shareIn(contentStems(text), stems)));
    return [{ n, quote: found, stems, best }];
  });

/**
 * The sources among `numbers` that support a statement, with their supporting words. A quote supports the statement
 * that it fits best, and statements that add only figures. A statement with other words that its sources lack needs a
 * quote of its own.
 */
const supportOf = (
  statement: Statement,
  numbers: readonly number[],
  claims: readonly Claim[],
  citable: ReadonlyMap<number, NumberedReference>,
  question: string,
  min = MIN_SHARE,
): Support[] => {
  const references = [...new Set(numbers)].flatMap((n) => citable.get(n) ?? []);
  const wanted = contentStems(statement.text);
  const held = references
    .map(({ title, headings, text }) => `${title} ${headings.join(' ')} ${statedText(text)}`)
    .join(' ');
  const known = `${question} ${held}`;
  const invented = [
    ...newFactsIn(statement.text, known),
    ...askedWordsIn(statement.text, references.map(({ text }) => text).join('\n'), known),
  ];
  const namesNobody = invented.every((fact) => /^\p{N}/u.test(fact));
  if (inventedCodes(statement.text, new Set(words(known))).length > 0) return [];
  return references.flatMap((reference) => {
    const { n } = reference;
    const quoted = claims
      .filter((claim) => claim.n === n)
      .map(({ quote, stems, best }) => ({ quote, share: shareIn(wanted, stems), best }))
      .filter(({ share, best }) => share >= best || namesNobody)
      .sort((a, b) => b.share - a.share)[0];
    if (quoted && statement.cited.includes(n)) return [{ n, quote: quoted.quote, strength: 1 }];
    const sentence = bestSentence({ ...reference, text: statedText(reference.text) }, statement.text);
    if (invented.length > 0 || isOrder(sentence)) return [];
    const place = `${reference.title} ${reference.headings.join(' ')} ${sentence}`;
    const share = shareIn(wanted, contentStems(place));
    return share >= min ? [{ n, quote: sentence, strength: share * 0.8 }] : [];
  });
};

/**
 * The statements unrelated to the question: neither they nor their quotes share a word with it or with a related
 * statement. Removes what a page's injection made the model say.
 */
const offTopic = (
  statements: readonly SupportedStatement[],
  citable: ReadonlyMap<number, NumberedReference>,
  question: string,
): Set<SupportedStatement> => {
  const asked = beginningsOf(question);
  if (asked.size < MIN_QUESTION_STEMS) return new Set();
  // Skips pages in another language, which share no words with the question.
  const held = beginningsOf([...citable.values()].map(({ title, text }) => `${title} ${text}`).join(' '));
  if (shareIn(asked, held) < MIN_SHARE_HELD) return new Set();
  const spoken = new Map(
    statements.map((statement) => [
      statement,
      beginningsOf(
        [
          statement.text,
          ...statement.support.flatMap(({ n, quote }) => {
            const source = citable.get(n);
            return [quote, leadInOf(source?.text ?? '', quote) ?? '', source?.title ?? '', ...(source?.headings ?? [])];
          }),
        ].join(' '),
      ),
    ]),
  );
  const left = new Set(statements);
  const topic = new Set([...asked, ...misspeltTitles(question, [...citable.values()])]);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [statement, stems] of spoken) {
      if (!left.has(statement) || ![...stems].some((stem) => topic.has(stem))) continue;
      left.delete(statement);
      for (const stem of stems) topic.add(stem);
    }
  }
  return left;
};

/**
 * The beginnings of title words one typo away from a word of the question that no source contains ("Lakkeomton" for
 * "Lakeomton"), because a statement with the right spelling is about what the question means.
 */
const misspeltTitles = (question: string, sources: readonly NumberedReference[]): Set<string> => {
  const held = contentStems(sources.map(({ title, text }) => `${title} ${text}`).join(' '));
  const unknown = [...contentStems(question)].filter((stem) => stem.length >= MIN_TYPO_CHARS && !held.has(stem));
  if (unknown.length === 0) return new Set();
  const titles = [...contentStems(sources.map(({ title }) => title).join(' '))];
  const meant = titles.filter((stem) => unknown.some((one) => editDistance(one, stem) === 1));
  return new Set(meant.map((stem) => stem.slice(0, 5)));
};

/** Minimum length of a misspelt word. Shorter words often differ from other words by one letter. */
const MIN_TYPO_CHARS = 6;

/** Minimum content words of a question for this check. */
const MIN_QUESTION_STEMS = 2;
/** Minimum share of the question's words in the sources for this check. */
const MIN_SHARE_HELD = 0.5;

/** Content words by their first letters, so that "director" matches "directed". */
const beginningsOf = (text: string): Set<string> => new Set([...contentStems(text)].map((stem) => stem.slice(0, 5)));

/** False if a short answer contains names and none of them occurs in the texts. */
const hasStatedName = (shortAnswer: string, texts: readonly string[]): boolean => {
  const names = (shortAnswer.match(/\p{Lu}\p{L}+/gu) ?? []).filter((name) => !/^(?:yes|no)$/i.test(name));
  const held = new Set(words(texts.join(' ')));
  return names.length === 0 || names.some((name) => words(name).every((word) => held.has(word)));
};

/** False if no word of a short answer occurs in the texts. Accepts yes, no and figures, which may be calculated. */
const hasStatedWord = (shortAnswer: string, texts: readonly string[]): boolean => {
  if (YES_OR_NO.test(shortAnswer.trim())) return true;
  const said = words(shortAnswer);
  const held = new Set(words(texts.map(statedText).join(' ')));
  return said.length === 0 || said.some((word) => /\p{N}/u.test(word) || held.has(word));
};

const repeatsLink = (link: string, statement: string): boolean =>
  shareIn(contentStems(link), contentStems(statement)) >= MIN_SHARE_OF_LINK;

/** Yes or no, in several languages. */
export const YES_OR_NO = /^(?:yes|no|ja|nein|oui|non|s[ií]|sim|não|はい|いいえ)\P{L}*$/iu;

/**
 * True if the sources support a likely answer: its one unconfirmed link uses only words of the question and the
 * sources, and a name or figure of the answer itself is in a cited source. A name that only the question contains does
 * not count.
 */
const isLikelyBySources = (
  shortAnswer: string,
  unconfirmed: readonly string[],
  cited: readonly NumberedReference[],
  known: string,
): boolean => {
  const [link, ...others] = unconfirmed;
  if (link === undefined || others.length > 0 || link.length > MAX_LINK_CHARS || isOrder(link)) return false;
  const knownWords = wordsAndFigures(known);
  if (newFactsIn(link, known).some((word) => !hasForm(word, knownWords))) return false;
  if (YES_OR_NO.test(shortAnswer.trim())) return true;
  const held = wordsAndFigures(
    cited.map(({ title, headings, text }) => [title, ...headings, text].join(' ')).join(' '),
  );
  const named = shortAnswer.match(NAME_OR_FIGURE) ?? words(shortAnswer);
  return named.length > 0 && named.some((name) => words(name).every((word) => hasForm(word, held)));
};

/** Minimum letters that a word and its other form share: "Hindu" and "Hinduism", "America" and "American". */
const MIN_FORM_CHARS = 5;

/** True if the words hold a word or one that continues it or that it continues. */
const hasForm = (word: string, held: ReadonlySet<string>): boolean =>
  held.has(word) ||
  [...held].some(
    (other) =>
      Math.min(word.length, other.length) >= MIN_FORM_CHARS && (other.startsWith(word) || word.startsWith(other)),
  );

const NAME_OR_FIGURE = /(?:\p{Lu}\p{L}+|\p{N}[\p{N}.,]*)/gu;

/** A text without its questions, but with those of a chat; unchanged if it contains nothing else. */
const statedText = (text: string): string => {
  if (!/[?？]/.test(text)) return text;
  const stated = splitSentences(text)
    .filter(({ start, end }) => !isQuestion(text.slice(start, end)) || isSpoken(text, start))
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
  return stated.trim() === '' ? text : stated;
};

/** Words of a statement that its sources contain only in questions, which state nothing. */
const askedWordsIn = (statement: string, sources: string, known: string): string[] => {
  if (!/[?？]/.test(sources)) return [];
  const stated = contentStems(known);
  const held = contentStems(sources);
  return [...contentStems(statement)].filter((stem) => held.has(stem) && !stated.has(stem));
};

/** Names and figures of a statement that a text lacks. */
const newFactsIn = (statement: string, text: string): string[] => {
  const held = wordsAndFigures(text);
  const facts = statement.match(/\p{N}[\p{N}.,]*|(?<=\S\s+)\p{Lu}\p{L}+/gu) ?? [];
  return facts.flatMap((fact) => words(fact)).filter((word) => !held.has(word));
};

/** The words of a text, and the figures that letters follow without a space ("15th", "334BC") without these letters too. */
const wordsAndFigures = (text: string): Set<string> =>
  new Set([...words(text), ...(text.match(/(?<![\p{L}\p{N}])\p{N}+(?=\p{L})/gu) ?? [])]);

/** True for a statement without new facts: its words, names and numbers occur in the question or in what is cited. */
const concludes = (
  statement: Statement,
  kept: readonly { support: Support[]; text: string }[],
  citable: ReadonlyMap<number, NumberedReference>,
  asked: ReadonlySet<string>,
  question: string,
): boolean => {
  const cited = new Set(kept.flatMap(({ support }) => support.map(({ n }) => n)));
  if (cited.size === 0) return false;
  const held = new Set(asked);
  let text = question;
  for (const n of cited) text += ` ${citable.get(n)!.title} ${citable.get(n)!.text}`;
  for (const earlier of kept) text += ` ${earlier.text}`;
  for (const stem of contentStems(text)) held.add(stem);
  return (
    newFactsIn(statement.text, text).length === 0 && 1 - shareIn(contentStems(statement.text), held) <= MAX_NOVEL_SHARE
  );
};

const toCitation = (n: number, reference: NumberedReference, quote: string): Citation => {
  const { kind, documentId, passageId, title, url, updatedAt } = reference;
  return {
    n,
    documentId,
    ...(passageId ? { passageId } : {}),
    title,
    ...(url ? { url } : {}),
    quote,
    kind: kind === 'table' || kind === 'path' || kind === 'live' ? kind : 'passage',
    ...(updatedAt ? { updatedAt } : {}),
  };
};
