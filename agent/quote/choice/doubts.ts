import type { FeatureName, Features } from './features.ts';

// What holds a choice back from being called an answer, whatever its confidence.

/** Features that make a choice doubtful at 1. */
const BY_FEATURE = [
  // The question has one content word, and only that word matches.
  'bare',
  // Many rows of the table fit as well.
  'undecided',
  // Half of the people, places and products in the question are missing.
  'properMissing',
  // The question asks for a figure or a date, which is missing.
  'figureMissing',
  // The question asks for the meaning of a short name ("what is a view"), and the choice does not say it.
  'meaningMissing',
  // "Who is Karl Weber" is not answered by what stands below a title or caption that says something of Karl Weber.
  'namedMissing',
  // The question names a code ("E-99"), and the choice only others of its kind.
  'codeMissing',
  // The question asks about one place, bound, kind or case, and the choice speaks of another.
  'anotherCase',
  // The question asks what was so before, or will be from some month on, and the choice says what is so now.
  'anotherTime',
  // "And for students?" asks the question before of students, of whom the choice says nothing.
  'swapMissing',
  // The question asks which year, on which days, why or who, and the choice tells none.
  'kindMissing',
  // The question names a year that neither the choice nor what stands above it has.
  'year',
  // The choice is code, and no heading says what the code does.
  'codeAlone',
  // The choice is an example of what the question asks in general.
  'example',
  // The choice says what the text before it is good for, and not that text.
  'purpose',
  // The choice is a changelog entry, but the question does not ask for changes.
  'changelog',
] as const satisfies readonly FeatureName[];

/** Those that several features make. */
const BY_RULE = {
  lacksCount: ({ counted }) => counted === -1,
  // "Who services the compressor" is not answered by who services the steriliser; in a chat much is left unsaid.
  isOfAnotherTask: ({ who, missedShare, operator, chat }) =>
    who === 1 && missedShare > 0 && operator === 0 && chat === 0,
  // "How many minutes does a lesson last" is not answered by how many weeks.
  lacksMeasure: ({ measure }) => measure === -1,
  lacksMost: ({ operator, missedShare }) => operator === 0 && missedShare > MAX_MISSED,
  // What somebody else says is no answer to what Dana thinks.
  isOfAnother: ({ speaker }) => speaker === -1,
  lacksInstruction: ({ howTo, instructs }) => howTo === 1 && instructs < 1,
  // Of a question with a condition ("who is phoned when the boiler is down") two pages may each know another half. Two messages
  // of a chat seldom do, and questions about chats name who said it, and when.
  answersOnePart: ({ nested, operator, chat }) => nested >= 1 && operator === 0 && chat === 0,
  // "Is there an Android app?" is not answered by what names some app.
  speaksOfHalf: ({ yesNo, operator, missedShare }) => yesNo === 1 && operator === 0 && missedShare >= MAX_MISSED,
  // Where no list tells which words ask and which mean the same, a word that is missing may be what is asked about.
  lacksUnreadWords: ({ unread, operator, missedShare }) => unread === 1 && operator === 0 && missedShare >= MAX_MISSED,
  repeatsQuestion: ({ echo, missedShare }) => echo === 1 && missedShare >= MAX_MISSED,
  // "Can I work from home on Mondays?" is not answered by who takes a disk home on Mondays.
  saysNotWhetherAllowed: ({ permits, missedShare }) => permits === -1 && missedShare > 0,
  // "Is it open on Sundays?" is not answered by the row of the question before, which has nothing of that.
  rowOfQuestionBefore: ({ row, operator, newMissed }) => (row === 1 || operator === 1) && newMissed >= MAX_MISSED,
  isRowOfAnotherThing,
} as const satisfies Record<string, (features: Readonly<Features>) => boolean>;

/** The name of a doubt: a feature, or a rule over several. */
export type Doubt = (typeof BY_FEATURE)[number] | keyof typeof BY_RULE;
const RULES = Object.entries(BY_RULE) as [keyof typeof BY_RULE, (features: Readonly<Features>) => boolean][];

/** All that is doubtful about a choice, by name. */
export const doubtsOf = (features: Readonly<Features>): Doubt[] => [
  ...BY_FEATURE.filter((name) => features[name] === 1),
  ...RULES.flatMap(([name, holds]) => (holds(features) ? [name] : [])),
];

/** True if a choice may be shown as the closest passage at most. */
export const isDoubtful = (features: Readonly<Features>): boolean => doubtsOf(features).length > 0;

/**
 * True for a table's row that lacks what the question is mostly about: one for dogs and cats does not answer for rabbits. A
 * word that no page has may only be another one for what the row says; a superlative, "other" and a day are not in cells, and
 * the words of the question before need not be.
 */
function isRowOfAnotherThing(features: Readonly<Features>): boolean {
  const { row, operator, goesOn, alternative, superlative, other, dateUnmet, unknown, missedShare, gap } = features;
  if (row === 0 && operator === 0) return false;
  // The smallest of all does not answer for one that the table lacks.
  if (superlative === 1 && gap < NOT_AT_ALL) return false;
  if ([goesOn, alternative, other, dateUnmet].includes(1)) return false;
  // "Wig" is not the wig block.
  if (row === 1 && gap >= NOT_AT_ALL && missedShare > 0) return true;
  return gap >= MAX_GAP_OF_ROW && missedShare >= (unknown > 0 ? MAX_MISSED : MAX_MISSED_OF_ROW);
}

/** Share of the question's content whose lack makes a choice doubtful: any above it; from it on one that repeats the question, that answers yes or no, or a row. */
export const MAX_MISSED = 0.5;
/** Share of the question's words, and weight of the heaviest, whose lack makes a table's row doubtful. */
const MAX_MISSED_OF_ROW = 0.3;
const MAX_GAP_OF_ROW = 0.6;
/** Lack of the heaviest word of a question. */
const NOT_AT_ALL = 0.99;
