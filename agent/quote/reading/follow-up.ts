import { questionTerms } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';

/** An earlier turn of the thread. */
export interface EarlierTurn {
  question: string;
  answer: string;
  /** True if the question goes on with this turn whatever its words: it says its topic, or its asker's situation. */
  leads?: boolean;
}

/** Words with which a question goes on: "and in Norway?" */
const GOES_ON =
  /^\W*(?:and|or|but|what about|how about|also|then|same|und|et|y|wie ist es|was ist mit|qu'en est-il)\b/i;
const REFERS_BACK =
  /\b(?:it|its|they|them|their|that one|this one|those|the same)\b|^\W*(?:\S+\s+){1,5}(?:that|those|these)\W*$|\b(?:is there|have|need|want|get|a (?:new |second |lost |spare )?|another|the (?:other|new|old|big|small|same)) one\b|\b(?:than|like|above|below|over|beyond|besides|before|after|for|of|with|about|from) that\W*$/i;
/** "Can I bring my dog there?", but not "is there". */
const THERE = /(?<!\b(?:is|are|was|were|be) )\b(?:there|dort|l[àa]-bas|all[íi])\W*$/iu;
/** "Up there", "out there" and "over there" name no place of the thread. */
const NO_PLACE = /\b(?:up|out|over|down|in|from|you|anyone|anybody|somebody|someone) there\W*$/i;
/** A place that a question names. */
const PLACE =
  /\b(?:in|at|to|near|from|for)\s+((?:the\s+)?\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)*)|\b(?:in|at|to|near)\s+((?:the\s+)?\p{Ll}[\p{L}'’-]{2,})\W*$/gu;
const ABOUT_A_PERSON = /\b(?:he|she|him|his|her|hers)\b/i;
/** Somebody whom the asker speaks of without a name: "my girl is in year 2, can she come?" */
const UNNAMED =
  /\b(?:my|our|an?|his|her|their)\s+(?:\p{L}+\s+)?(?:girl|boy|daughter|son|kid|child|baby|wife|husband|partner|fianc[ée]e?|girlfriend|boyfriend|mum|mom|mother|dad|father|brother|sister|twin|aunt|uncle|gran|grandma|grandpa|nephew|niece|friend|colleague|boss|manager|neighbour|customer|client|guest|visitor|intern|trainee|student|pupil|patient|tenant)\b/iu;
const NAME = /\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){1,2}/gu;
/** Minimum content words of a self-contained question. A shorter one only names another value ("in Norway?"). */
const MIN_TERMS = 3;
/** Maximum questions that one goes on with. */
const MAX_CHAIN = 4;

/** What a question takes from earlier turns. */
export interface FollowUp {
  /** The previous question. Its words count too, at a lower weight. */
  earlier?: string;
  /** True if it names a thing of its own, of which the previous question may say nothing. */
  elliptic?: boolean;
  /** True if nothing but its shortness tells that the question continues the previous one. */
  fragment?: boolean;
  /** What its message says of the asker's situation. */
  situation?: string;
  /** The person that "he" or "she" refers to. */
  person?: string;
}

/**
 * Finds what a question needs from the previous turn: its question ("and in Norway?", "when does it expire?"), or the
 * person that "she" refers to, which is the first name in the previous answer.
 * @param asWritten the question before it was translated and corrected
 */
export const readFollowUp = (
  question: string,
  history: readonly EarlierTurn[],
  asWritten: string = question,
): FollowUp => {
  const before = history.at(-1);
  if (!before) return {};
  if (before.leads) return { earlier: before.question, situation: before.question };
  const person =
    ABOUT_A_PERSON.test(question) && !history.slice(-MAX_CHAIN).some((turn) => UNNAMED.test(turn.question))
      ? [...before.answer.replace(/[*_`“”"]/g, ' ').matchAll(NAME)].at(0)?.[0]
      : undefined;
  if (person !== undefined) return { person };
  const place = THERE.test(question) && !NO_PLACE.test(question) ? placeIn(history) : undefined;
  if (place !== undefined) return { earlier: place };
  return goesOn(question)
    ? { earlier: inAnotherPlace(askedBefore(history), question), ...wayBack(question, asWritten) }
    : {};
};

/** The place that the questions before were last about. */
const placeIn = (history: readonly EarlierTurn[]): string | undefined => {
  for (const { question } of history.slice(-MAX_CHAIN).reverse()) {
    const named = [...question.matchAll(PLACE)].at(-1);
    if (named) return named[1] ?? named[2];
  }
  return undefined;
};

/** "On the field?" says where, and the question before says what. */
const SAYS_WHERE =
  /^\W*(?:on|in|at|for|with|without|by|to|from|under|over|after|before|during|per|of)\s+(?!(?:when|what|which|whom?|how)\b)/i;
/** Minimum words of a question that goes on with a thing of its own: "and for a divorce?", but not "and in Madagascar?" */
const MIN_WORDS_OF_A_THING = 4;
const wayBack = (question: string, asWritten: string): Pick<FollowUp, 'elliptic' | 'fragment'> => {
  if (refersBack(question) || refersBack(asWritten)) return {};
  const joined = GOES_ON.test(question) || GOES_ON.test(asWritten);
  return {
    elliptic: !joined || words(asWritten).length >= MIN_WORDS_OF_A_THING,
    fragment: !joined && !SAYS_WHERE.test(asWritten),
  };
};

const refersBack = (question: string): boolean => REFERS_BACK.test(question) || /^\W*do i have to\b/i.test(question);
const goesOn = (question: string): boolean =>
  GOES_ON.test(question) ||
  refersBack(question) ||
  (questionTerms(question).length < MIN_TERMS && words(question).length <= 6);

/** Words in front of what a question asks the one before of: "and what about", "also". */
const LEADS_TO_SWAP =
  /^\W*(?:(?:and|or|but|so|also|then|ok|only|just|same|what about|how about|is (?:it|that|this) (?:the )?same|does (?:it|that|this) (?:also )?(?:apply|go|count))\W+)+/i;
/** Words of a question that says itself what it asks, in English, German, French and Spanish. */
const ASKS_ITSELF =
  /(?<!\p{L})(?:who|whom|whose|what|when|where|why|how|which|is|are|am|was|were|be|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|get|gets|need|needs|cost|costs|pay|paid|i|you|we|he|she|it|they|wer|wen|wem|wann|wo|wohin|woher|warum|wieso|wie|welche\p{L}*|ist|sind|hat|hast|haben|habe|kann|können|darf|dürfen|muss|müssen|soll|gibt|kostet|kosten|ich|man|wir|sie|er|es|qui|que|quoi|quand|où|comment|combien|pourquoi|quel\p{L}*|est|sont|ont|peut|peux|puis|dois|doit|faut|coûte|je|nous|vous|il|elle|quién|qué|cuándo|dónde|cómo|cuánt\p{L}+|cuál\p{L}*|son|hay|puede|puedo|debo|cuesta)(?!\p{L})|n['’]t(?!\p{L})/iu;
/** "Do students get it too?", "are volunteers paid as well?" */
const ASKS_ALSO =
  /^\W*(?:(?:and|or|but|so|ok)\W+)*(?:is|are|do|does|did|can|could|may|will|would)\b.*\b(?:too|as well|also|the same)\W*$/i;
/** Maximum words of something that is only named. */
const MAX_NAMED_WORDS = 6;
/** True if a question that goes on only names something else to ask the one before of, or asks whether that holds for it too. */
export const swapsWord = (question: string): boolean => {
  if (ASKS_ALSO.test(question)) return true;
  const named = question.replace(LEADS_TO_SWAP, '');
  return !ASKS_ITSELF.test(named) && words(named).length <= MAX_NAMED_WORDS;
};

/** The question before, behind those that it goes on with itself: "and in Portugal?" alone says little. */
const askedBefore = (history: readonly EarlierTurn[]): string => {
  const recent = history.slice(-MAX_CHAIN).map(({ question }) => question);
  const first = Math.max(
    0,
    recent.findLastIndex((question) => !goesOn(question)),
  );
  const [opening = '', ...others] = recent.slice(first);
  // "And in Norway?" after "… in Portugal?": the new place stands for the old one.
  return others.reduce((before, question) => `${inAnotherPlace(before, question)} ${question}`, opening);
};

/** An earlier question, without its place where the next one names another. */
const inAnotherPlace = (earlier: string, question: string): string =>
  question.search(PLACE) < 0 ? earlier : earlier.replace(PLACE, (whole, named) => (named === undefined ? whole : ' '));
