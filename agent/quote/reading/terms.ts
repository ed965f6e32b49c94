import { STOP_WORDS, withWordSpaces } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { LIGHT_WORDS, WORDS_NOT_LIGHT } from '../lists/light-words.ts';
import { regionNames } from '../words/region-names.ts';
import { stemOf } from '../words/stems.ts';
import { measureIn, withoutQuestionWords } from './answer-types.ts';
import { phrasalEquivalents, stemsOfRelated, stemsOfSynonyms } from './synonyms.ts';

/** A content word of a question. */
export interface Term {
  /** The folded word. */
  word: string;
  stem: string;
  /**
   * Stems in the index of the word as the asker wrote it, if the question was translated; pages in the asker's language hold
   * those.
   */
  written?: readonly string[];
  /** Stems of words with the same meaning, and of those or merely related words. */
  same: readonly string[];
  synonyms: readonly string[];
  /** True for a name or a number. A passage without it is probably about something else. */
  specific: boolean;
  /** True for a capitalised word, such as a person, a place or a product. Implies `specific`. */
  proper: boolean;
  /** True if it contains a digit. */
  numeric: boolean;
  /** True for a word that asks rather than tells the topic. */
  light: boolean;
  /** Weight factor: lower for words of the previous question and for words that pages seldom repeat. */
  share: number;
}

const LIGHT_STEMS = new Set(LIGHT_WORDS.map(stemOf));
/** Fixed phrases in which "call" and "work" are not the topic. */
const ON_CALL = /\bon[- ]call\b/i;
const AT_WORK = /\b(?:to|at) work\b|\bwork (?:here|for us|with us)\b/i;
/** The verb of "How do I report an incident?", which pages often replace by others. */
const DOING =
  /\bhow (?:do|can|could|should|must|shall|to)\s+(?:(?:i|we|you|one|someone|somebody|people)\s+)?([\p{L}-]+)/iu;
/** "paid" in "What do I get paid for …", where pages only state the sum. */
const EARNING = /\bwhat\b.*\b(?:get|be|am|are|is) (paid)\b/i;
/** The verb of "… without deleting it", which pages seldom mention. */
const NOT_DOING = /\bhow (?:do|can|could|should|to)\b.*\bwithout (\p{L}+ing)\b/iu;
/** Weight factor of the verbs and adjectives above, and of judgements. */
const DOING_SHARE = 0.4;
/** The adjective of "How old must I be", which pages seldom repeat. */
const HOW =
  /\bhow (far|deep|high|low|tall|wide|narrow|thick|big|small|large|hot|cold|warm|accurate|old|heavy|often|fast)\b/iu;
/** Words that select one of several things, like names do: the fourth quarter is not the third. */
const PICKS =
  /\b(?:(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?= (?:quarter|half|year|month|week|floor|edition))|(january|february|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b/giu;
/** The short subject of "What is a here document", of which every word matters. */
const NAMED_THING =
  /^\W*what(?:['’]?s| is| are| does)\s+(?:(?:an?|the)\s+)?([\p{L}\p{N}-]+(?:\s+(?!(?:do|mean)\b)[\p{L}\p{N}-]+)?)(?:\s+(?:do|mean))?(?:\s+(?:here|exactly|actually|again))?\W*$/iu;
/**
 * Not a subject: words that never name a thing alone ("what is new"), and words that say which or when ("the best pizza
 * today").
 */
const NO_NAME =
  /^(?:new|next|up|happening|there|this|that|it|available|allowed|possible|time|here)$|^(?:best|worst|latest|newest|oldest|last|first|current|next|new|right|main|usual)\s|\s(?:today|tonight|tomorrow|yesterday|now|currently|lately|again|here|there)$/i;
/** A verb with its particle: "turn off the greeting", "throw my changes away". */
const PARTICLE =
  /\b(turn|switch|shut|throw|set|look|find|get|come|give|send|pay|roll|log|sign|clean|take|put|go|bring|speed|free|work|print|list|back|break|split|clear|open|close|lock) (?:[\p{L}\p{N}'’-]+ ){0,4}?(on|off|away|up|out|back|down|rid)\b/iu;
/** "the CLUSTER command": a word for the kind of thing, which pages need not repeat. */
const KIND_OF_THING =
  /^\W*what(?:['’]?s| is| are| does| do) the [\p{L}\p{N}_.-]+ (command|statement|setting|parameter|option|flag|keyword|directive|subcommand)(?: (?:do|mean|for))?\W*$/iu;
/** Judgements that pages seldom give: "the best pizza" asks for pizza. */
const JUDGES = /^(?:best|worst|better|nicest|favou?rite)$/;
/** "don't", "isn't", "can't". */
const NEGATED_VERB = /\b(?:do|does|did|is|are|was|were|has|have|had|would|should|could|must|need|ca|wo|ai)n['’]t\b/giu;
/** The verb of "List the pumps", which asks and is no topic. */
const ASKS_FOR_LIST = /^\W*(?:(?:please|and|can you|could you)\W+)*(list|show|name)\b(?! of\b)/iu;
/** What is done in languages says nothing of which they are. */
const IN_LANGUAGES = /\blanguages?\b.*\b(speaks?|spoken|talks?|understands?|answers?|writes?)\b/i;
/** "What time does the office close": pages say the hours for which it is open. */
const ASKS_CLOSING = /\b(?:what time|when|how late)\b.*\b(closes?|closing|shuts?)\b/i;
/** "Can I work from Spain": pages speak of working abroad. */
const WORKS_FROM =
  /\b(?:work|working|live|living|stay|staying)\b(?: (?!from\b|in\b)\p{L}+){0,3} (?:from|in) (?:the )?(\p{L}{3,})/iu;
const ABROAD = ['abroad', 'overseas', 'country', 'remote'].map(stemOf);
const HOURS = ['hours', 'until'].map(stemOf);
/** "How many vans are there in total": the words only say that all are meant. */
const IN_TOTAL = /\bhow (?:many|much)\b.*\b(in total|altogether|all together|in all)\b|\b(total)(?= number\b)/i;
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
/** Negations. */
const NEGATIONS = new Set(['no', 'not', 'never', 'nobody', 'without']);

/** A capital letter after what it names: "washer A", "plan B?", but not "can A" or "A lift". */
const isLetterName = (text: string, at: number, token: string): boolean =>
  /^\p{Lu}$/u.test(token) &&
  token !== 'I' &&
  /\p{L}{3,} $/u.test(text.slice(0, at)) &&
  !/^\s\p{Ll}/u.test(text.slice(at + 1).replace(/^ (?:and|or|is|has|in|at|on|for|to|if|when)\b/u, ''));

/** The word for closing of a question when something closes. */
export const closingIn = (question: string): string | undefined => ASKS_CLOSING.exec(question)?.[1]?.toLowerCase();

/** The folded name of the country that a question asks to work from, if it names one. */
export const placeOfWork = (question: string): string | undefined => {
  const [place] = words(WORKS_FROM.exec(question)?.[1] ?? '');
  return place !== undefined && regionNames().has(place) ? place : undefined;
};

/**
 * The terms of a question, unique by stem, in order. A capitalised word after the first is a name, and so is a word
 * with a digit or in quotation marks.
 */
export const termsOf = (question: string, share = 1): Term[] => {
  const measure = measureIn(question);
  const measured = measure === undefined ? '' : stemOf(words(measure).at(-1) ?? '');
  const heavy = ON_CALL.test(question) ? new Set([...WORDS_NOT_LIGHT, 'call']) : WORDS_NOT_LIGHT;
  const atWork = AT_WORK.test(question);
  const doing = (DOING.exec(question) ?? EARNING.exec(question))?.[1]?.toLowerCase();
  const notDoing = NOT_DOING.exec(question)?.[1]?.toLowerCase();
  const how = HOW.exec(question)?.[1]?.toLowerCase();
  const listing = ASKS_FOR_LIST.exec(question)?.[1]?.toLowerCase();
  const inLanguages = IN_LANGUAGES.exec(question)?.[1]?.toLowerCase();
  const closing = closingIn(question);
  const worksFrom = placeOfWork(question);
  const inTotal = new Set(IN_TOTAL.exec(question)?.slice(1).join(' ').toLowerCase().trim().split(' '));
  const kind = KIND_OF_THING.exec(question)?.[1]?.toLowerCase();
  const thing = NAMED_THING.exec(question)?.[1] ?? '';
  const named = new Set(NO_NAME.test(thing) ? [] : words(thing));
  const [, verb, particle] = PARTICLE.exec(question.toLowerCase()) ?? [];
  const phrasal = verb === undefined ? '' : `${verb} ${particle}`;
  const picks = new Set(
    Array.from(question.matchAll(PICKS), ([, ordinal, day]) => (ordinal ?? day ?? '').toLowerCase()),
  );
  const fails = NOT_WORKING.test(question);
  // Of "don't" only the "don" would be left, which is no topic.
  const searched = withoutQuestionWords(question).replace(NEGATED_VERB, ' ');
  // Capitals mark names only in a question of mixed case.
  const capitals = searched.replace(/[^\p{L}]/gu, '');
  const shouted = capitals !== '' && capitals === capitals.toUpperCase();
  const quoted = new Set(Array.from(searched.matchAll(/["“]([^"”]+)["”]/g), ([, part]) => part ?? '').flatMap(words));
  const terms = new Map<string, Term>();
  for (const [index, match] of [
    ...withWordSpaces(searched).matchAll(
      /(?<![\p{L}\p{N}-])--[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*|[\p{L}\p{N}\p{M}]+(?:_[\p{L}\p{N}]+)*/gu,
    ),
  ].entries()) {
    const [token] = match;
    const isCode = token.includes('_') || token.startsWith('--');
    const word = isCode ? token.toLowerCase() : words(token)[0];
    const acronym = /^\p{Lu}{2,}$/u.test(token) && !shouted;
    const letter = !shouted && isLetterName(searched, match.index, token);
    if (!word || (STOP_WORDS.has(word) && !NEGATIONS.has(word) && !acronym && !letter)) continue;
    const stem = isCode ? word : stemOf(word);
    if (terms.has(stem)) continue;
    const light =
      !acronym &&
      (!named.has(word) || word === kind) &&
      (word === kind ||
        (LIGHT_STEMS.has(stem) && !heavy.has(word)) ||
        word === particle ||
        word === listing ||
        inTotal.has(word) ||
        word === inLanguages ||
        (word === 'work' && atWork) ||
        NEGATIONS.has(word) ||
        stem === measured);
    const numeric = /\p{N}/u.test(word);
    const capital =
      !shouted && index > 0 && /^\p{Lu}/u.test(token) && /[^.!?]\s*$/.test(searched.slice(0, match.index));
    terms.set(stem, {
      word,
      stem,
      same: fails && stem === 'work' ? BROKEN : stemsOfSynonyms(word),
      synonyms:
        fails && stem === 'work'
          ? BROKEN
          : word === verb
            ? [...new Set([...stemsOfRelated(word), ...phrasalEquivalents(phrasal)])]
            : word === closing
              ? [...new Set([...stemsOfRelated(word), ...HOURS])]
              : word === worksFrom
                ? [...new Set([...stemsOfRelated(word), ...ABROAD])]
                : stemsOfRelated(word),
      numeric,
      specific: isCode || numeric || acronym || letter || quoted.has(word) || picks.has(word) || (capital && !light),
      proper: capital && !light && !acronym && !letter && !numeric && !picks.has(word),
      light,
      share: word === doing || word === notDoing || word === how || JUDGES.test(word) ? share * DOING_SHARE : share,
    });
  }
  return [...terms.values()];
};
