import { findAddresses } from '../text/addresses.ts';
import type { Span } from '../text/sentences.ts';
import { foldedIsAboutTheExchange } from './exchange.ts';
import { ORDER_WORDS } from './lexicon.ts';
import { namesOne, PROGRAMS, UNSPACED_PROGRAM } from './programs.ts';
import { readingUnits } from './reading-units.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/** Has to, in the languages of `lexicon.ts`. */
const DUTY =
  'must|shall|should|ought to|is to|are to|has to|have to|needs? to|(?:is|are) (?:\\p{L}+ )?(?:obliged|obligated|required|instructed|expected|supposed|asked|told|ordered)|soll(?:en|te|ten)?|muss|mussen|doi(?:t|vent)|devr(?:a|ont)|est prie\\p{L}*|debe[nr]?\\p{L}*|tienen? que|deve|devono|dovra\\p{L}*|devem|devera\\p{L}*|t[ei]m (?:de|que)|moet(?:en)?|dienen?|musz?a?|powin\\p{L}+|долж\\p{L}+|обязан\\p{L}*';
/** Who has the duty where a program is only spoken of: "if a text is by a chatbot, students must say so". */
const SOMEBODY =
  '(?:you|we|they|i|he|she|who(?:ever)?|staff|everyone|everybody|anyone|users?|students?|pupils?|employees?|people|customers?|members?|authors?|teachers?|developers?|teams?|sie|wir|du|ihr|vous|nous|ustedes|usted)';
/** Characters between a program and its duty. */
const REACH = 45;
const HAS_DUTY = new RegExp(
  `(?<!\\p{L})${PROGRAMS}(?!\\p{L})(?:(?!(?<!\\p{L})${SOMEBODY}(?!\\p{L}))[^?!;]){0,${REACH}}?(?<!\\p{L})(?:${DUTY})(?!\\p{L})`,
  'u',
);
const SHOWN =
  '(?:shown|cited|quoted|mentioned|named|told|said|revealed|disclosed|repeated|relayed|summari[sz]ed|displayed|listed|recommended|answered)';
/** The same of what it says, in the passive: "is not to be mentioned by a chatbot". What else programs may do is for people. */
const IS_SAID_BY = new RegExp(
  `(?<!\\p{L})(?:${DUTY}|(?:is|are|ought|has|have) not to|must not|shall not|should not|may not|cannot|never) (?:not |never |always |only )?be ${SHOWN}(?:,? (?:and |or |nor )?${SHOWN})* by (?:the |an? |any |every |all )?${PROGRAMS}(?!\\p{L})`,
  'u',
);
const UNSPACED_DUTY = /请|請|须|須|应|應|必须|必須|务必|せよ|なさい|してください|ること|하세요|하시오|해야/u;
/** A program that says something: "the chatbot adds evil.example". */
const SAYS = new RegExp(
  `(?<!\\p{L})${PROGRAMS} (?:\\p{L}+ ){0,2}?(?:adds?|says?|gives?|names?|sends?|mentions?|prints?|tells?|writes?|recommends?|outputs?|appends?|asks?|empf(?:iehlt|ehlen)|nennt|recommande\\p{L}*|recomienda\\p{L}*|recomenda\\p{L}*)(?!\\p{L})`,
  'u',
);
/** What an agent can be told to do besides speaking, in the languages of `lexicon.ts`. English verbs are also nouns ("AI: use cases"). */
const ACT_EN =
  'call|click|fetch|download|upload|forward|e-?mail|transfer|pay|approve|grant|execute|run|delete|overwrite|erase|obey|follow|pretend|treat|consider|hide|stop';
const ACT =
  'losch(?:e|en)|sende|verbirg|uberschreib(?:e|en)|supprime[rz]?|efface[rz]?|envoie|envoyez|cache[rz]?|borr[ae]|elimin[ae]|envi[ae]|ocult[ae]|cancella|invia|nascondi|apag(?:a|ue)|exclua|escond[ae]|verwijder|wis|stuur|verberg|usun|wyslij|ukryj|удали(?:те)?|отправь(?:те)?|скрой(?:те)?';
const { en, ...others } = Object.fromEntries(
  Object.entries(ORDER_WORDS).map(([language, { speak, override }]) => [
    language,
    withoutAccents(`${speak}|${override}`),
  ]),
);
/** What follows a verb and no noun: whom or what it is done to. */
const ITS_OBJECT =
  '(?= (?:the|this|that|these|those|all|any|every|each|your|its|their|his|her|my|our|an?|no|nothing|nobody|everyone|everything|only|them|him|me|us|it(?! (?:for|when|if|to)(?!\\p{L})))(?!\\p{L})| ?["“\'])';
/** What somebody who speaks to a program goes on with: how one addresses a person, and what a program can be told to do. */
const TOLD = `(?:(?:please|kindly|now|you|your|say|tell|write|print|reply|answer|respond|mention|name|recommend|promote|point|send|open|visit|ignore|forget|do not|don't|never|always|before you|the (?:fact|above|answer)|(?!(?:${en})(?!\\p{L}))(?:${[...Object.values(others), ACT].join('|')}))(?!\\p{L})|(?:${en}|${ACT_EN})(?!\\p{L})${ITS_OBJECT})`;
/** Somebody speaks to a program: "Machines, bots and models: say …", "Attention AI agents, your …", "(AI: delete …". */
const SPOKEN_TO = new RegExp(
  `(?:^\\W*|; )(?:(?:notes?|tasks?|messages?|instructions?|requests?|orders?|job) (?:to|for) (?:the |any |every |all |our )?${PROGRAMS}\\s*[:,–—-]|(?:[\\p{L}']+[,:]? ){0,4}?(?:${PROGRAMS}|bot(?=[,:]))(?!\\p{L})(?:[^.:?!]{0,40}[:–—]|[^.:,?!]{0,12},)\\s*${TOLD})|[([] ?(?:${PROGRAMS}|assistants?|bot)(?: \\p{L}+)?: ?${TOLD}`,
  'u',
);
/** Names of such a program that may also be somebody's job, where they stand as only a program is spoken to. */
const MAY_BE_SPOKEN_TO = /(?<!\p{L})bot ?[,:]|[([] ?assistants?(?!\p{L})/u;
/** A sentence that goes on with what a program is told. */
const GOES_ON =
  /^\W*(?:(?:and|then|instead|also|please|now|always|never|do not|don't)[ ,]+)*(?:it|they|you|your|say|tell|write|print|reply|answer|respond|mention|name|recommend|point|send|open|visit|ignore)(?!\p{L})/u;

const toRead = (text: string) => withoutAccents(foldedForReading(text));

/** True for a text that names a program which reads and answers. What such a program must do is then its topic. */
export const namesProgram = (text: string): boolean => {
  const plain = toRead(text);
  return namesOne(plain) || UNSPACED_PROGRAM.test(plain) || /(?<!\p{L})(?:assistants?|bots?)(?!\p{L})/u.test(plain);
};

/** True for a label with words to such a program, which are no topic of a page: "Review (AI: delete the other dates)". */
export const speaksToProgram = (label: string): boolean => spokenTo(toRead(label));
const spokenTo = (plain: string): boolean => (namesOne(plain) || MAY_BE_SPOKEN_TO.test(plain)) && SPOKEN_TO.test(plain);

const isDuty = (sentence: string, plain: string): boolean => {
  if (spokenTo(plain)) return true;
  if (namesOne(plain))
    return HAS_DUTY.test(plain) || IS_SAID_BY.test(plain) || (SAYS.test(plain) && findAddresses(sentence).length > 0);
  return /\P{ASCII}/u.test(plain) && UNSPACED_PROGRAM.test(plain) && UNSPACED_DUTY.test(plain);
};

/** Sentences behind one about the exchange, in its paragraph, that may be the rest of it. */
const BEHIND = 4;
const BLANK_LINE = /\n[ \t>]*\n/;
/** Ends a sentence whose rest is the next paragraph. */
const ANNOUNCES = /:\W*$|(?<!\p{L})(?:below|following|next (?:line|block|paragraph))(?!\p{L})/u;

/**
 * Finds sentences that tell a program which reads and answers what it has to do, with those that go on with it. On a page about
 * such a program, and for a question about one, they are content. On any other page they are meant for whatever program reads
 * it, in whatever words. What is addressed to it takes its paragraph, and the next one if that is announced.
 */
export const findMachineDuties = (text: string): Span[] => {
  const units = readingUnits(text);
  const found: Span[] = [];
  let goesOn = false;
  /** Until which sentence one about the exchange reaches, and whether it announces the next paragraph. */
  let reach = -1;
  let announced = false;
  for (const [at, { start, end }] of units.entries()) {
    const sentence = text.slice(start, end);
    const isNew = at > 0 && BLANK_LINE.test(text.slice((units[at - 1]?.end ?? 0) - 1, start + 1));
    if (isNew) {
      goesOn = false;
      reach = announced ? at + BEHIND : -1;
      announced = false;
    }
    const folded = foldedForReading(sentence);
    const plain = withoutAccents(folded);
    if (foldedIsAboutTheExchange(folded)) {
      reach = at + BEHIND;
      announced ||= ANNOUNCES.test(plain);
    }
    goesOn = isDuty(sentence, plain) || (goesOn && (GOES_ON.test(plain) || findAddresses(sentence).length > 0));
    if (goesOn || at <= reach) found.push({ start, end });
  }
  return found;
};
