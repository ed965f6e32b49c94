import { cacheByText } from '../cache-by-text.ts';

/** A part of a text as UTF-16 offsets, without surrounding white space. */
export interface Span {
  start: number;
  end: number;
}

/** Characters of cached texts. A page is split for screening, for its statements and for each check of an answer. */
const MAX_CHARS = 1_000_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations before a name, number or noun. A full stop after one never ends a sentence. */
const LEADING = new Set(
  (
    'mr mrs ms messrs mme mlle dr prof rev hon fr sr br st ste mt ft gen col lt maj capt cpt cmdr sgt cpl adm gov sen rep ' +
    'pres supt det insp hr fru herr no nos nr vol vols fig figs figure eq eqs sec sect art ch chap pp p pg par para ed eds ' +
    'cf vs v viz e.g i.e eg ie al ca approx resp incl esp dept univ assn bros tel ext op ser jan feb mar apr jun jul aug ' +
    'sep sept oct nov dec n° bzw vgl z.b d.h u.a evtl'
  ).split(' '),
);
/** Abbreviations that may end a sentence; the next word decides. */
const EITHER =
  /(?:^|[\s("'“‘[])(?:(?:\p{Lu}\.){2,}|(?:\p{Ll}\.){2,}|(?:[ap]\.m|co|corp|inc|ltd|etc|jr|sr|ave|blvd|rd)\.)$/iu;
/**
 * Words that start a sentence after an ambiguous abbreviation. Any other capital continues it ("the U.S. Government").
 */
const STARTERS =
  /^["'“‘([]*(?:the|a|an|this|that|these|those|it|its|he|she|they|we|you|i|his|her|their|our|my|your|there|here|how|what|why|when|where|who|which|if|in|on|at|as|for|from|by|to|with|after|before|since|while|although|however|but|and|so|yet|or|then|also|not|no|yes|is|are|was|were|do|does|did|can|could|will|would|should|please|let|all|some|many|most|each|both|one|mr|mrs|ms)\b/i;
const INITIAL = /(?:^|[\s.("'“‘[])\p{Lu}\.$/u;
const LIST_NUMBER = /^\s*(?:[•⁃*-]\s*)?(?:\*\*|__)?(?:\d{1,3}|[a-zA-Z])[.)]{1,2}$/;
/** The mark that ends bold text, behind the full stop of its last sentence: "**Leeds yard.** Two quotes." */
const BOLD_END = /^(?:\*\*|__)(?=\s|$)/;
/** The mark of a footnote behind a full stop, of which the bracket stays with the sentence: "at noon.[^1] It …". */
const NOTE_MARK_END = /^\^[\w-]{1,40}\](?:\s+|$)/;
/** A German street and its house number: "Speicherstr. 14". */
const STREET = /\p{L}str\.$/iu;
const HOUSE_NUMBER = /^\s*\d/u;
/** A German day and month, with a full stop after the day and a capital month: "am 31. März". */
const DAY = /(?:^|[^\p{L}\p{N}.,])\d{1,2}\.$/u;
const GERMAN_MONTH =
  /^\s*(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;
/** A bracket that is open at the end of a sentence that began before it, and its end: "Bridge 18 (low! 1.85 m)". */
const OPEN_BRACKET = /\S\s+\([^()]{1,120}$/u;
const CLOSING_BRACKET = /^[^()]{0,120}\)/u;
const MAX_LAST_WORD_CHARS = 32;
const LAST_WORD = /([\p{L}\p{N}.°]+)\.$/u;
/**
 * Sentence ends directly before a capital: "!" or "?" after a word, a full stop after a figure. Not a full stop between
 * letters, which is part of a name ("evil.Example", "Node.Js", "System.Console").
 */
const GLUED = /\p{Ll}{3}[!?](?=\p{Lu}\p{Ll}+\s)|\d{3}\.(?=\p{Lu}\p{Ll}+\s)/gu;
/** In a message that starts in lower case, a full stop after a word of three or more letters ends a sentence. */
const CHATTY = /(?<![.\p{L}])\p{L}{3,}\.\s+(?=\p{Ll})/gu;
/** A numbered item inside a line: "… item 2.) The …". The first item must start the line. */
const ITEM = /(?<=[^\s•⁃])\s+(?=[•⁃]\s*\d|\d{1,2}(?:\.\)|[.)])\s+\p{Lu})/gu;

/**
 * Splits a text into sentences with Intl.Segmenter (UAX 29), then removes boundaries after abbreviations, initials and
 * list numbers. A single line break inside a sentence is white space; an empty line always ends one.
 * @returns trimmed spans, in order, with only white space between them. A text without sentence ends yields one span
 * per line or paragraph.
 */
export const splitSentences: (text: string) => readonly Readonly<Span>[] = cacheByText((text) => {
  const spans: Span[] = [];
  for (const line of logicalLines(text)) {
    for (const piece of cutItems(text, line)) {
      const sentences: Span[] = [];
      // UAX 29 ends a sentence at every line break. Inside a logical line it is replaced by a space of the same length.
      for (const { segment, index } of segmenter.segment(text.slice(piece.start, piece.end).replace(/[\r\n]/g, ' '))) {
        for (const part of cutGlued(segment, piece.start + index)) {
          const last = sentences.at(-1);
          if (last && BOLD_END.test(text.slice(part.start, part.end))) {
            part.start += 2;
            last.end = part.start;
          }
          const mark = last && text[last.end - 1] === '[' ? NOTE_MARK_END.exec(text.slice(part.start, part.end)) : null;
          if (last && mark) {
            part.start += mark[0].length;
            last.end = part.start;
          }
          const after = text.slice(part.start, part.end);
          if (last && (isInName(text, last, after) || continues(endOf(text, last), after))) last.end = part.end;
          else sentences.push(part);
        }
      }
      for (const sentence of sentences) {
        const span = trim(text, sentence);
        if (span.start < span.end) spans.push(span);
      }
    }
  }
  return spans;
}, MAX_CHARS);

/**
 * Characters at a sentence's end that decide whether it continues; a limit, because a text of abbreviations is one long
 * sentence.
 */
const MAX_END_CHARS = 200;

const endOf = (text: string, { start, end }: Span): string =>
  text.slice(Math.max(start, end - MAX_END_CHARS), end).trimEnd();

/** The start of a web address up to a sign that ends a sentence elsewhere. */
const ADDRESS = /(?:https?:\/\/|www\.)\S*[?!.]$/i;
/** The first parameter of an address, of which the part before it may be any length. */
const PARAMETER = /^[\w.%[\]-]{1,60}=/;
/** The start of a link's target: "[leave](../" of "[leave](../rules/leave.md)". */
const TARGET = /\]\([^()\s]{0,180}$/;

/** A full stop that may begin a name, and the name behind it: ".NET", ".CSV", but not "the card .We keep it". */
const OPENING_STOP = /(?:^|[\s("'“‘[{*_`])\.$/u;
const NAME_BEHIND = /^\p{Lu}[\p{Lu}\p{N}]/u;

/**
 * True if the sentence's end is a sign inside a web address, a link's target or a path, or begins a name:
 * "https://a.example/search?q=1", ".NET", "<!DOCTYPE".
 */
const isInName = (text: string, before: Span, after: string): boolean => {
  const end = text.slice(Math.max(before.start, before.end - MAX_END_CHARS), before.end);
  return (
    /^\S/.test(after) &&
    (ADDRESS.test(end) ||
      TARGET.test(end) ||
      (OPENING_STOP.test(end) && NAME_BEHIND.test(after)) ||
      /^\.?\//.test(after) ||
      (end.endsWith('?') && PARAMETER.test(after)) ||
      end.endsWith('<!'))
  );
};

/** True when two neighbouring segments belong to one sentence. */
const continues = (before: string, after: string): boolean => {
  if (after.trim() === '') return true;
  if (LIST_NUMBER.test(before)) return true;
  if (OPEN_BRACKET.test(before) && CLOSING_BRACKET.test(after)) return true;
  if (/^[.…\s]+["”’')\]]*\s*$/.test(after)) return true;
  if (!before.endsWith('.')) return /\p{Lu}\p{L}*!$/u.test(before) && /^\p{Ll}/u.test(after);
  if (DAY.test(before) && GERMAN_MONTH.test(after)) return true;
  if (STREET.test(before) && HOUSE_NUMBER.test(after)) return true;
  if (/\.\.$|\. \.$/.test(before)) return /^\p{Ll}/u.test(after);
  // Only the length of an abbreviation matters.
  const lastWord = LAST_WORD.exec(before.slice(-MAX_LAST_WORD_CHARS))?.[1] ?? '';
  const word = lastWord.toLowerCase();
  // A single capital is an initial ("S. P. L. Sørensen"), never the abbreviation of "page".
  if (LEADING.has(word) && !/^\p{Lu}$/u.test(lastWord)) {
    // "No." and months may end a sentence unless a number follows.
    if (/^(?:no|nos|p|pp|fig|art|ch|sec|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/.test(word))
      return /^\s*[\d#]/.test(after);
    return true;
  }
  if (EITHER.test(before)) return !STARTERS.test(after) && /^["'“‘(]?[\p{Lu}\d]/u.test(after);
  if (INITIAL.test(before)) return !/(?:\band|&) I\.$/.test(before) && !STARTERS.test(after);
  return false;
};

/** A line that begins with code or a link's text, unless that is the term of an entry: "`--force`: …", "[guide](…) - …". */
const OPENS_WITH_MARK = /^[ \t]*(?:`[^`\n]+`|\[[^\]\n]+\](?:\([^)\n]*\)|(?!\()))(?![^\n]{0,2}[:–—]|\s*(?:-\s|\n|$))/u;
/** A line that breaks off: after a comma, or after a word that no sentence ends with. */
const BREAKS_OFF = /(?:,|(?<![\p{L}\p{N}])(?:the|an?|of|your|our|their|and|or|with))[ \t]*$/iu;

/** Joins lines at soft line breaks: those after a long line, or before lower case after a space. */
const logicalLines = function* (text: string): Generator<Span> {
  let start = 0;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    const rest = text.slice(at + 1, at + 80);
    const isLong = at - lineStart >= 60;
    const end = text.slice(Math.max(lineStart, at - 20), at);
    const soft =
      (/^[ \t]*[\p{L}\p{N}"'“‘(]/u.test(rest) &&
        !/^[ \t]*(?:[-*•#>|]|\d{1,3}[.)]\s)/.test(rest) &&
        (isLong ||
          (/^\p{Ll}/u.test(rest) && (text[at - 1] === ' ' || at - lineStart >= 30 || BREAKS_OFF.test(end))))) ||
      (OPENS_WITH_MARK.test(rest) && /[\p{L}\p{N}`),][ \t]*$/u.test(end) && (isLong || BREAKS_OFF.test(end)));
    lineStart = at + 1;
    if (soft) continue;
    yield { start, end: at };
    start = at + 1;
  }
  yield { start, end: text.length };
};

/** Splits a line with numbered items before each item. */
const cutItems = (text: string, line: Span): Span[] => {
  const content = text.slice(line.start, line.end);
  if (!/^\s*(?:[•⁃]\s*)?\d{1,2}[.)]/.test(content)) return [line];
  const cuts = [...content.matchAll(ITEM)].map((match) => line.start + match.index + match[0].length);
  return slices(line, cuts);
};

/**
 * Splits a segment at sentence ends that UAX 29 does not recognise: without a space after the full stop, or without a
 * capital.
 */
const cutGlued = (segment: string, offset: number): Span[] => {
  const whole = { start: offset, end: offset + segment.length };
  if (segment.length < 12) return [whole];
  const cuts = [...segment.matchAll(GLUED)].map((match) => offset + match.index + match[0].length);
  if (/^\p{Ll}/u.test(segment))
    for (const match of segment.matchAll(CHATTY)) cuts.push(offset + match.index + match[0].length);
  return slices(
    whole,
    cuts.sort((a, b) => a - b),
  );
};

const slices = (whole: Span, cuts: readonly number[]): Span[] => {
  const spans: Span[] = [];
  let start = whole.start;
  for (const cut of [...cuts, whole.end]) {
    if (cut > start) spans.push({ start, end: cut });
    start = cut;
  }
  return spans;
};

const trim = (text: string, { start, end }: Span): Span => {
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return { start, end };
};
