import type { Candidate } from '../../candidates/candidate.ts';
import { holdsSign } from '../../reading/answer-types.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { EVERYDAY_RANK, rankOf } from '../../words/common-words.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemOf } from '../../words/stems.ts';
import { lacksThing } from './thing-asked.ts';

// Detects that what is shown has nothing of the kind that is asked for, where other signs let it pass.

const ASKS_YEAR = /\b(?:what|which) year\b/i;
const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/;
const ASKS_DAYS = /\b(?:what|which) days\b/i;
/** A weekday, also shortened, or all days of a kind. */
const NAMED_DAYS =
  /\b(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:days?)?\b|\b(?:every|daily|weekdays?|weekends?|holidays?)\b/iu;
const ASKS_REASON =
  /^\W*(?:(?:and|so|but|hi|hello)\W+)*why\s+(?:do|does|did|is|are|was|were|has|have|had|can|must|should)\b/i;
const STATED_CAUSE = /\b(?:because|since|so that|due to|caused?|reasons?|therefore|in order to)\b/i;
/** "When does the office close", "until when are you open": a year is when it was opened. */
const ASKS_HOURS = /\b(?:what time|when|how late)\b.*\b(?:do|does|is|are|can)\b.*\b(?:open|close|shut)(?:s|ing)?\b/i;
/** True if a question asks when something is open. */
export const asksHours = (text: string): boolean => ASKS_HOURS.test(text);
/** Years, and numbers of houses and letters. */
const LONG_NUMBERS = /\d{4,}/g;
/** Kinds that rows which an operator chose must hold. A price may be a bare number. */
const OF_ROWS = ['time', 'weekday', 'phone'] as const;

/**
 * True if a question asks for a thing by name, which year, on which days or until when something is open and the choice tells
 * none, if a row is to tell why and names no cause, or if an operator's rows hold no time, weekday or telephone number where one is asked for: a row
 * of the rota for "what time".
 */
export const lacksKind = (question: ReadQuestion, candidate: Candidate, shown: string): boolean => {
  const { text, types } = question;
  const { operation, table, plain } = candidate;
  if (lacksThing(question, candidate, shown)) return true;
  // Another year may stand in the sentence before.
  if (ASKS_YEAR.test(text) && !YEAR.test(table ? shown : plain)) return true;
  // A figure may be a date, except in a row, where it may be anything.
  if (ASKS_DAYS.test(text) && !NAMED_DAYS.test(shown) && (table || !/\p{N}/u.test(shown))) return true;
  if (
    asksHours(text) &&
    !['time', 'date', 'weekday'].some((type) => holdsSign(type as 'time', shown.replace(LONG_NUMBERS, '')))
  )
    return true;
  if (table && ASKS_REASON.test(text) && !STATED_CAUSE.test(plain)) return true;
  if (!operation || operation.operator === 'count' || types.includes('yes-no')) return false;
  const asked = OF_ROWS.filter((type) => types.includes(type));
  return asked.length > 0 && !asked.some((type) => holdsSign(type, shown));
};

/** "Who assists Mrs Garrity", "the names of the trustees" */
const ASKS_PERSON = /\b(?:who|whose|whom|who['’]?s|names? of (?:the|our|all|my|those))\b/i;
/** A capital that names nobody. */
const NO_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrs?$|ms$|dr$|miss$)/i;
/** Who does something without a name, beside those of `BY_WORK`. */
const ROLE =
  /^(?:leads?|teams?|offices?|desk|reception|heads?|chair|secretary|wardens?|staff|helpdesk|support|admins?|coach(?:es)?|nurses?|everyone|everybody|anyone|anybody|nobody|somebody|someone|county|council|board|crew|captains?|stewards?|clerks?|boss|company|dba|duty|groups?|colleagues?|landlords?|guests?|chefs?|cooks?|guards?|hosts?|pilots?|pupils?|you|yourself|yourselves|we|us|i|he|she|they)$/i;

/** "The ranger opens the gate": what somebody is called by their work. */
const BY_WORK = /^\p{L}{2,}(?:er|or|ist|ant|ent|ian|man|men|woman|women|ee)s?$/iu;
const NO_WORK = new Set(
  'other another either whether neither after under over never ever however rather later earlier order number letter paper water winter summer weather corner floor door matter quarter center folder former latter longer higher lower larger smaller shorter newer older october november december september different current recent event present agreement payment document apartment equipment plant important free three coffee'.split(
    ' ',
  ),
);
const isByWork = (word: string): boolean =>
  BY_WORK.test(word) && !NO_WORK.has(word.toLowerCase()) && !NO_WORK.has(word.toLowerCase().replace(/s$/, ''));

/** A sentence may begin with a name; a common word is none. */
const isRare = (word: string): boolean => rankOf(word.toLowerCase()) >= EVERYDAY_RANK;

const stemsAsked = ofLast(
  (text: string) => new Set((text.match(WORD) ?? []).map((word) => stemOf(word.toLowerCase()))),
);
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * True if a question asks who, and a sentence or row names nobody whom the question does not name: neither by a name nor by
 * what they are.
 */
export const lacksPerson = (
  { text, types }: ReadQuestion,
  { plain, table, operation, sentence }: Candidate,
): boolean => {
  if (operation || !ASKS_PERSON.test(text) || types.includes('yes-no')) return false;
  // Whoever speaks in a chat is somebody; an address leads to them.
  if (sentence?.itself.speaker !== undefined || plain.includes('@')) return false;
  const asked = stemsAsked(text);
  const isSomebody = (word: string, at: number): boolean =>
    ROLE.test(word) ||
    isByWork(word) ||
    (/^\p{Lu}/u.test(word) && !NO_NAME.test(word) && (table !== undefined || at > 2 || isRare(word)));
  for (const { 0: word, index } of plain.matchAll(WORD))
    if (isSomebody(word, index) && !asked.has(stemOf(word.toLowerCase()))) return false;
  return true;
};
