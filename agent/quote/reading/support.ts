import { MONTHS, WEEKDAYS } from '../words/dates.ts';
import { stemOf } from '../words/stems.ts';

// Questions whether something runs on a system, is supported, or should no longer be used.

/** What no system is called: a day, a month, a season. "Do ferries run on Sundays in June?" asks for a timetable. */
const TIME = `(?:the |every |all )?(?:(?:${WEEKDAYS.join('|')})s?|${MONTHS.join('|')}|weekends?|weekdays|holidays?|spring|summer|autumn|winter|christmas|easter|mornings?|evenings?|night|time|bank|public|\\d)`;
/**
 * Words of a question whether something runs on a system or is supported. Group 1 is the verb or adjective. People run
 * and work too: "can I work from home?"
 */
const ASKS_SUPPORT = new RegExp(
  String.raw`^\W*(?:is|are|was|does|do|can|will|would)\b(?!\s+(?:i|we|you|they|he|she|people|there|my|our)\b).*\b(runs?|running|works?|working|supports?|supported|compatible)\b(?:.*\b(?:on|under|with|for|as|in|by)\b(?!\s+${TIME}\b)|\W*$)`,
  'i',
);
/** Words of a question whether something should no longer be used. */
const ASKS_DEPRECATION =
  /^\W*(?:is|are|was|were|has|have)\b.*\b(deprecated|obsolete|discontinued|superseded|unmaintained|end[- ]of[- ]life)\b/i;

const SUPPORT =
  'support supported supports available compatible port ported runs works platform installer recognizes recognised accepted'.split(
    ' ',
  );
const DEPRECATION =
  'deprecated obsolete discontinued superseded discouraged removed replaced unmaintained legacy'.split(' ');

/** Operating systems. A page that says where something runs lists several of them. */
const SYSTEM = /\b(?:windows|linux|mac ?os|macs?|unix|[a-z]+bsd|solaris|android|ios|chrome ?os)\b/i;
const SYSTEMS = 'Linux Windows macOS Unix operating systems platforms'.split(' ');

/** A word of a question and the words by which pages answer it. */
export interface SupportWord {
  word: string;
  equivalents: readonly string[];
  stems: readonly string[];
}

/** True if a question asks whether something runs on an operating system. */
export const asksForSystem = (question: string): boolean => ASKS_SUPPORT.test(question) && SYSTEM.test(question);

/** Words to search for too. */
export const supportQuery = (question: string): string[] => {
  const asked = supportWord(question);
  return asked ? [...asked.equivalents, ...(SYSTEM.test(question) ? SYSTEMS : [])] : [];
};

/** The word that asks for support or deprecation, with what pages write instead: "runs on" for "is supported on". */
export const supportWord = (question: string): SupportWord | undefined => {
  const support = ASKS_SUPPORT.exec(question)?.[1]?.toLowerCase();
  const deprecation = ASKS_DEPRECATION.exec(question)?.[1]?.toLowerCase();
  const word = support ?? deprecation;
  if (word === undefined) return undefined;
  const equivalents = (support ? SUPPORT : DEPRECATION).filter((other) => other !== word);
  return { word, equivalents, stems: [...new Set(equivalents.map(stemOf))] };
};

/** The system in a question, in any case: where it runs, its maker or its version. */
const ASKS_WINDOWS =
  /\b(?:on|under|for|ms|microsoft)\s+windows\b|\bwindows\s+(?:\d+|xp|nt|vista|server|users?|versions?|installer|port|build|machines?|pc|laptops?)\b/i;

/** True if a question is about the operating system and not about the windows of a program. */
export const asksWindows = (question: string): boolean =>
  ASKS_WINDOWS.test(question) || /[\p{Ll},]\s+Windows(?![\p{L}\p{N}])/u.test(question);

/** What a page writes about support, about the lack of it, or as a list of systems. */
const STATES_SUPPORT =
  /\b(?:un)?support(?:s|ed|ing)?\b|\bavailab\w+|\b(?:in)?compatib\w+|\bport(?:s|ed)?\b|\bplatforms?\b|\binstallers?\b|\bbuilt[- ]in\b|\brequires?\b|\brecogni[sz](?:es|ed)\b|\bunderst(?:ands|ood)\b|\baccept(?:s|ed)\b|(?<!\b(?:you|users?|people) (?:to )?)\b(?:runs?|running|works?|working) (?:\w+ )?(?:on|under|with|in)\b/i;
const STATES_DEPRECATION =
  /\bdeprecat\w+|\bobsolete\w*|\bdiscontinu\w+|\bsupersed\w+|\bno longer\b|\bremov(?:ed|al)\b|\breplaced\b|\bdiscouraged\b|\blegacy\b|\bunmaintained\b|\bend[- ]of[- ]life\b|\bstill (?:supported|maintained|used|developed)\b/i;
const SYSTEMS_IN = new RegExp(SYSTEM, 'gi');

/** "Does it run on Windows": a text that names the system may speak of something else. */
const OF_NOTHING = /^\W*\w+\s+(?:it|this|that|they|these|those)\b/i;

/**
 * True if a question asks whether something runs, is supported or is deprecated, and a text says nothing of that, or
 * the question does not name the thing.
 */
export const lacksSupport = (question: string, text: string): boolean => {
  if (OF_NOTHING.test(question) && asksForSystem(question)) return true;
  if (ASKS_SUPPORT.test(question))
    return !STATES_SUPPORT.test(text) && new Set(text.toLowerCase().match(SYSTEMS_IN)).size < 2;
  return ASKS_DEPRECATION.test(question) && !STATES_DEPRECATION.test(text);
};
