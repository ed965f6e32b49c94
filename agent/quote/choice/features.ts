import type { Candidate } from '../candidates/candidate.ts';

/** The features of a candidate for the ranker and the calibrator; each from 0 to 1 unless noted. Weighted shares use term weights. */
export interface Features {
  /** Weighted share of the question that it covers, including title, headings and the previous sentence. */
  coverage: number;
  /** As `coverage`, by the candidate's own words alone. */
  ownCoverage: number;
  /** Share of the content terms that it hardly covers. */
  missedShare: number;
  /** Weighted share of the content terms covered, without names and numbers. */
  plainCoverage: number;
  /** Count of the question's numbers that it lacks. */
  missedNumbers: number;
  /** Count of the question's content words that no page contains. */
  unknown: number;
  /** Share of the question's names and numbers that it lacks. */
  missedNames: number;
  /** 1 if half of the people, places and products in the question are neither covered nor shown. */
  properMissing: number;
  /** Its BM25 divided by the best candidate's. */
  bm25Share: number;
  /** 1 / (1 + rank of its passage). */
  rank: number;
  /** Share of the question's neighbouring words that are near each other in it. */
  nearness: number;
  /** Share of the wanted kinds of answer whose signs the shown text has; .5 if any text may answer. */
  shownSigns: number;
  /** Weighted share of the question that the shown text covers. */
  shownCoverage: number;
  /** 1 if the shown text has no sign of the kind of answer asked for. */
  signsMissing: number;
  /** 1 if the question asks for a figure or a set phrase and the shown text has none. */
  figureMissing: number;
  /** As `figureMissing`, for the candidate's own words. */
  ownFigureMissing: number;
  /** As `shownSigns`, for its own words. */
  ownSigns: number;
  /** A number in the unit asked for: 1 in its own words, .3 in the shown text, -1 if missing, 0 without a unit. */
  measure: number;
  /** Share of the row's label or the paragraph's leading term that the question names. */
  label: number;
  /** 1 if the question names the row and one of its columns. */
  column: number;
  /** 1 if the question shares a word with the leading term. */
  lead: number;
  /** Agreement of the question with the heading, the question above or the leading term. */
  about: number;
  /** 1 for the first sentence below a heading that asks much the same. */
  opens: number;
  /** `shownCoverage` times `ownSigns`. */
  fits: number;
  /** 1 if the question has hardly a content word, and neither heading, label nor definition supports the candidate. */
  bare: number;
  /** Uncovered weight of the least covered content term, divided by the heaviest term's weight. */
  gap: number;
  /** 1 if the question names the whole label. */
  named: number;
  /** 1 for the first sentence of its section or under its leading term. */
  first: number;
  /** How likely it defines what the question asks about (`definesWhat`). */
  define: number;
  /** How far it says, as a sentence about that subject, what the subject is or does (`saysWhat`). */
  says: number;
  /** 1 for a single table row without an operator. */
  row: number;
  /** 1 if nothing tells a table's row from many others. */
  undecided: number;
  /** 1 for the result of an operator; the fields below tell which one. */
  operator: number;
  operatorQuality: number;
  range: number;
  date: number;
  superlative: number;
  comparison: number;
  filter: number;
  count: number;
  /** 1 for the operator `otherwise`. */
  other: number;
  whole: number;
  join: number;
  /** 1 if the candidate states the day asked about. */
  dateMet: number;
  /** 1 if the question asks about a day and the candidate does not state that day. */
  dateUnmet: number;
  /** 1 if the candidate lacks the question's year. */
  year: number;
  /** 1 if the page declares itself replaced and the question is not about the past. */
  old: number;
  /** 1 for a sentence about the page itself. */
  aboutPage: number;
  /** 1 for a sentence with at most one word that the question lacks. */
  echo: number;
  /** Characters beyond 260, divided by 300; may exceed 1. */
  long: number;
  /** 1 for a plain candidate if an operator reads the question well. */
  operatorUnmet: number;
  /** Count of nested clauses in the question. */
  nested: number;
  /** 1 / number of the question's content words: a single word says little about what is asked. */
  thin: number;
  /** 1 for a chat question, which is shown with its reply. */
  asks: number;
  /** 1 if the question names the speaker, .7 if the speaker of a shown reply, -1 if only other speakers and it does not ask who. */
  speaker: number;
  /** 1 for a chat message, where much is said in passing. */
  chat: number;
  /** 1 / number of paragraphs that cover as much and show as many signs of an answer. */
  alone: number;
  /** `shownCoverage` if no content term is missed, otherwise 0. */
  exact: number;
  /** Agreement of the question with the page's title. */
  titled: number;
  /** Weighted share of the question's content in the candidate's first words. */
  opening: number;
  /** A number next to the noun that the question counts: 1 in its own words, .3 in the shown text, -1 if missing. */
  counted: number;
  /** 1 if the question takes words from the one before it, which an answer may lack. */
  goesOn: number;
  /** 1 if the question leaves a choice ("a rabbit or a ferret") and the candidate names one of the two. */
  alternative: number;
  /** 1 if the question names a code, and the shown text only others of its kind. */
  codeMissing: number;
  /** 1 if it speaks of another place, bound, kind or case than the question. */
  anotherCase: number;
  /** 1 if the question asks what was before or will be from some month on, and nothing shown speaks of that time. */
  anotherTime: number;
  /** 1 if the question only names something else to ask the one before of, and nothing of it is there: "and for students?" */
  swapMissing: number;
  /** Share of the own content terms of a question that goes on with the one before which are missed. */
  newMissed: number;
  /** 1 if the question asks for a year, days, a person, or an operator's rows for a time, a weekday or a telephone, and it has none. */
  kindMissing: number;
  /** 1 for a block of code, unless the question asks how to do something. */
  code: number;
  /** 1 for a block of code under a heading about something else. */
  codeAlone: number;
  /** 1 if the question asks for the meaning of a short name, and the candidate does not say it. */
  meaningMissing: number;
  /** For questions about permission: 1 if its own words answer, .3 if the shown text does, -1 if neither. */
  permits: number;
  /** 1 if the question asks how to do something. */
  howTo: number;
  /** 1 if the question asks what is to be done in a case. */
  forCase: number;
  /** For such a question: 1 if its own words tell what to do, .3 if the shown text does, -1 if neither. */
  instructs: number;
  /** 1 if it begins with the verb that the question asks how to do, and has all of the question: "Flush the queue: …". */
  doesAsked: number;
  /** 1 if the question asks what something is or does. */
  whatIs: number;
  /** 1 if the question asks for a person. */
  who: number;
  /** 1 if the question asks yes or no. */
  yesNo: number;
  /** 1 if the question is about what it names, and neither the shown text nor an entry's name above it is that. */
  namedMissing: number;
  /** 1 for a question in a script for which there are no lists of words. */
  unread: number;
  /** 1 if it contains a negation, and the question neither does nor asks yes or no. */
  negated: number;
  /** 1 if it starts with a condition that the question lacks. */
  conditional: number;
  /** 1 if it starts with a reference to the text before it. */
  dangling: number;
  /** 1 for an example if the question asks for none. */
  example: number;
  /** 1 for a sentence that says only what the text before it is good for. */
  purpose: number;
  /** 1 for a changelog entry if the question does not ask about versions. */
  changelog: number;
  /** Share of the question's content words that no page contains. */
  strange: number;
  /** Cosine with the question, from -1 to 1; 0 without an encoder. */
  cosine: number;
  /** The best cosine minus its own. */
  cosineGap: number;
}
export type FeatureName = keyof Features;

/** A candidate with its features. */
export interface Weighed {
  candidate: Candidate;
  features: Features;
}

/** A weighed candidate with its place among the others. */
export interface Ranked extends Weighed {
  score: number;
  /** Its share of a softmax over all candidates. */
  probability: number;
  /** The rows of one table that it joins, because nothing in the question tells them apart. */
  tied?: readonly Candidate[];
}
