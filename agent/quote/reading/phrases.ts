import { words } from '../../../core/text/words.ts';
import { regionNames } from '../words/region-names.ts';
import { stemOf } from '../words/stems.ts';
import { measureIn } from './answer-types.ts';
import { phrasalEquivalents } from './synonyms.ts';

/** How the phrases of a question say to read its words. Words are folded, stems are those of the index. */
export interface PhraseReading {
  /** Words that only ask, although they might be a topic elsewhere: "work" in "get to work". */
  lightWords: ReadonlySet<string>;
  /** The stem of the unit asked for, which only asks: "weeks" in "how many weeks". */
  unitStem: string;
  /** A word for the kind of thing, which is light although it is part of a name: "the CLUSTER command". */
  kind: string | undefined;
  /** Words that are a topic here, although elsewhere they only ask: "call" in "on call". */
  topics: ReadonlySet<string>;
  /** Words of the short subject of "What is a here document", of which every one matters. */
  named: ReadonlySet<string>;
  /** Words that pages often replace or leave out. */
  lessWeight: ReadonlySet<string>;
  /** Words that select one of several things, as names do: "fourth" in "the fourth quarter". */
  picks: ReadonlySet<string>;
  /** Stems that pages use for a word in this phrase, in addition to the word's synonyms. */
  related: ReadonlyMap<string, readonly string[]>;
  /** Stems that replace a stem's synonyms in this phrase. */
  replaced: ReadonlyMap<string, readonly string[]>;
}

/** Phrases whose captured words only ask. */
const LIGHT_PHRASES = [
  // "List the pumps"
  /^\W*(?:(?:please|and|can you|could you)\W+)*(list|show|name)\b(?! of\b)/iu,
  // What is done in languages says nothing of which they are.
  /\blanguages?\b.*\b(speaks?|spoken|talks?|understands?|answers?|writes?)\b/i,
  // "How many vans are there in total": the words only say that all are meant.
  /\bhow (?:many|much)\b.*\b(in total|altogether|all together|in all)\b|\b(total)(?= number\b)/i,
  // "How do I get to work"
  /\bto (work)\b|\bat (work)\b|\b(work) (?:here|for us|with us)\b/i,
];

/** Phrases whose captured words pages seldom repeat. */
const LESS_WEIGHT_PHRASES = [
  // The verb of "How do I report an incident?"
  /\bhow (?:do|can|could|should|must|shall|to)\s+(?:(?:i|we|you|one|someone|somebody|people)\s+)?([\p{L}-]+)/iu,
  // "paid" in "What do I get paid for …": pages only state the sum.
  /\bwhat\b.*\b(?:get|be|am|are|is) (paid)\b/i,
  // The verb of "How do I … without deleting it"
  /\bhow (?:do|can|could|should|to)\b.*\bwithout (\p{L}+ing)\b/iu,
  // The adjective of "How old must I be"
  /\bhow (far|deep|high|low|tall|wide|narrow|thick|big|small|large|hot|cold|warm|accurate|old|heavy|often|fast)\b/iu,
];

/** Words that select one of several things: the fourth quarter is not the third. */
const PICKS =
  /\b(?:(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?= (?:quarter|half|year|month|week|floor|edition))|(january|february|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/giu;
const ON_CALL = /\bon[- ]call\b/i;
/** The short subject of "What is a here document". */
const NAMED_THING =
  /^\W*what(?:['’]?s| is| are| does)\s+(?:(?:an?|the)\s+)?([\p{L}\p{N}-]+(?:\s+(?!(?:do|mean)\b)[\p{L}\p{N}-]+)?)(?:\s+(?:do|mean))?(?:\s+(?:here|exactly|actually|again))?\W*$/iu;
/**
 * Not a subject: words that never name a thing alone ("what is new"), and words that say which or when ("the best pizza
 * today").
 */
const NO_NAME =
  /^(?:new|next|up|happening|there|this|that|it|available|allowed|possible|time|here)$|^(?:best|worst|latest|newest|oldest|last|first|current|next|new|right|main|usual)\s|\s(?:today|tonight|tomorrow|yesterday|now|currently|lately|again|here|there)$/i;
/** "the CLUSTER command": pages need not repeat the word for the kind of thing. */
const KIND_OF_THING =
  /^\W*what(?:['’]?s| is| are| does| do) the [\p{L}\p{N}_.-]+ (command|statement|setting|parameter|option|flag|keyword|directive|subcommand)(?: (?:do|mean|for))?\W*$/iu;
/** A verb with its particle: "turn off the greeting", "throw my changes away". */
const PARTICLE =
  /\b(turn|switch|shut|throw|set|look|find|get|come|give|send|pay|roll|log|sign|clean|take|put|go|bring|speed|free|work|print|list|back|break|split|clear|open|close|lock) (?:[\p{L}\p{N}'’-]+ ){0,4}?(on|off|away|up|out|back|down|rid)\b/iu;
/** "What time does the office close": pages say the hours for which it is open. */
const ASKS_CLOSING = /\b(?:what time|when|how late)\b.*\b(closes?|closing|shuts?)\b/i;
const HOURS = ['hours', 'until'].map(stemOf);
/** "Can I work from Spain": pages speak of working abroad. */
const WORKS_FROM =
  /\b(?:work|working|live|living|stay|staying)\b(?: (?!from\b|in\b)\p{L}+){0,3} (?:from|in) (?:the )?(\p{L}{3,})/iu;
const ABROAD = ['abroad', 'overseas', 'country', 'remote'].map(stemOf);
/** "The reader isn't working": pages call it down or broken. */
const NOT_WORKING =
  /\b(?:isn|aren|doesn|don|didn|wasn|hasn)['’]t (?:\p{L}+ )?work(?:ing|ed)?\b|\b(?:not|never|stopped|stops|won['’]t) work(?:ing|s)?\b/iu;
const BROKEN = [
  ...new Set(
    'down broken broke fail fails failed failure fault faulty breakdown jam jams jammed stuck dead'
      .split(' ')
      .map(stemOf),
  ),
];

/** The word for closing of a question when something closes. */
export const closingIn = (question: string): string | undefined => ASKS_CLOSING.exec(question)?.[1]?.toLowerCase();

/** The folded name of the country that a question asks to work from, if it names one. */
export const placeOfWork = (question: string): string | undefined => {
  const [place] = words(WORKS_FROM.exec(question)?.[1] ?? '');
  return place !== undefined && regionNames().has(place) ? place : undefined;
};

/** Reads the phrases of a question that say how its words count. */
export const readPhrases = (question: string): PhraseReading => {
  const [, verb, particle] = PARTICLE.exec(question.toLowerCase()) ?? [];
  const thing = NAMED_THING.exec(question)?.[1] ?? '';
  const measure = measureIn(question);
  const related = new Map<string, readonly string[]>();
  const relate = (word: string | undefined, stems: readonly string[]) => {
    if (word !== undefined) related.set(word, stems);
  };
  relate(placeOfWork(question), ABROAD);
  relate(closingIn(question), HOURS);
  relate(verb, verb === undefined ? [] : phrasalEquivalents(`${verb} ${particle}`));
  return {
    lightWords: new Set([...captured(question, LIGHT_PHRASES), ...(particle === undefined ? [] : [particle])]),
    unitStem: measure === undefined ? '' : stemOf(words(measure).at(-1) ?? ''),
    kind: KIND_OF_THING.exec(question)?.[1]?.toLowerCase(),
    topics: new Set(ON_CALL.test(question) ? ['call'] : []),
    named: new Set(NO_NAME.test(thing) ? [] : words(thing)),
    lessWeight: new Set(captured(question, LESS_WEIGHT_PHRASES)),
    picks: new Set(Array.from(question.matchAll(PICKS), ([, ordinal, day]) => (ordinal ?? day ?? '').toLowerCase())),
    related,
    replaced: new Map(NOT_WORKING.test(question) ? [['work', BROKEN]] : []),
  };
};

/** The words, in lower case, that these phrases capture in a question. */
const captured = (question: string, phrases: readonly RegExp[]): string[] =>
  phrases.flatMap((phrase) =>
    (phrase.exec(question)?.slice(1) ?? []).flatMap((words?: string) => words?.toLowerCase().split(' ') ?? []),
  );
