import type { Candidate } from '../candidates/candidate.ts';

/** What the ranker and the calibrator weigh of a candidate; each 0 to 1 unless it says otherwise. */
export interface Features {
  /** Share of the question's weight that it covers, with title, headings and the sentence before; by its own words alone. */
  coverage: number;
  ownCoverage: number;
  /** Share of the content terms that it hardly covers. */
  missedShare: number;
  /** Covered share of the content terms that are neither name nor number. */
  plainCoverage: number;
  /** Numbers of the question that it lacks; words that no page holds. Counts. */
  missedNumbers: number;
  unknown: number;
  /** Share of the question's names and numbers that it lacks. */
  missedNames: number;
  /** Its BM25 over the best candidate's; 1 / (1 + rank of its passage). */
  bm25Share: number;
  rank: number;
  /** Share of neighbouring words of the question that stand near each other. */
  nearness: number;
  /** Whether what is shown has the signs of the kind of answer asked for; its own coverage in what is shown. */
  shownSigns: number;
  shownCoverage: number;
  signsMissing: number;
  /** A figure or set phrase is asked for, and its own words (what is shown) hold none. */
  figureMissing: number;
  ownFigureMissing: number;
  /** The same signs in its own words. */
  ownSigns: number;
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
  /** The question asks what something is or does, and this may begin to say so; it is the subject of a verb that says it (.5 where that is one of many things that it does). */
  define: number;
  says: number;
  row: number;
  /** Its operator. */
  operator: number;
  operatorQuality: number;
  range: number;
  date: number;
  superlative: number;
  comparison: number;
  filter: number;
  count: number;
  other: number;
  whole: number;
  join: number;
  dateMet: number;
  dateUnmet: number;
  /** The question's year stands nowhere on it. */
  year: number;
  /** The page says that it was replaced, and the question is not about the past. */
  old: number;
  aboutPage: number;
  /** At most one word that the question lacks. */
  echo: number;
  /** Hundreds of characters beyond 260, over 3. */
  long: number;
  /** An operator reads this question well, and this is a plain sentence. */
  operatorUnmet: number;
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
  /** How far the question and the page's title name the same things. */
  titled: number;
  /** Share of the question's content that the first words of the candidate hold: what it is about. */
  opening: number;
  /** Of "how many tables": a number stands beside the tables (1), only in what is shown (.3), nowhere (-1). */
  counted: number;
  /** A block of code, where nobody asked how to do something. */
  code: number;
  /** A block of code by itself, under a heading that is about something else. */
  codeAlone: number;
  /** Of "can I", "do I have to": its own words say may, must, only or never (1), words beside it do (.3), none do (-1). */
  permits: number;
  /** It says no or never, and the question does not ask yes or no. */
  negated: number;
  /** It holds only under a condition: it begins with if, unless, when. */
  conditional: number;
  /** It begins with a word for what was said before: this, it, such. */
  dangling: number;
  /** It stands in a list of changes, and the question is not about a version. */
  changelog: number;
  /** Share of the question's content words that no page holds; one of them is a name. */
  strange: number;
  unknownName: number;
  /** Cosine of what is said with the question, where an encoder is set; the best cosine minus it. */
  cosine: number;
  cosineGap: number;
}
export type FeatureName = keyof Features;

/** A candidate with what speaks for and against it. */
export interface Weighed {
  candidate: Candidate;
  features: Features;
}
