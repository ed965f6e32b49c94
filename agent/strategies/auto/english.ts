import { contentStems } from '../../../core/text/content-stems.ts';
import { words } from '../../../core/text/words.ts';

/**
 * Rules that read the words of a question. They know English alone: `inEnglish` keeps them from questions in other languages,
 * where "of" or "most" mean something else. Those questions are judged by what their answers cite, and searched as they stand.
 */
export const inEnglish = (question: string): boolean => languageOf(question) === 'english';

/** What the short words and the script of a text tell; undefined where they tell nothing, as in a row of a table. */
const languageOf = (text: string): 'english' | 'another' | undefined => {
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)) return 'another';
  const said = words(text);
  const own = said.filter((word) => ENGLISH.has(word)).length;
  const foreign = said.filter((word) => OTHERS.has(word)).length;
  return own > foreign ? 'english' : foreign > own ? 'another' : undefined;
};

/** True where one text is in English and the other in another language: that they share no word tells nothing then. */
export const inTwoLanguages = (text: string, other: string): boolean => {
  const [first, second] = [languageOf(text), languageOf(other)];
  return first !== undefined && second !== undefined && first !== second;
};

/**
 * Words that state from the other side what a question asks for: a page about a child calls it "the son of" its father, and a
 * life's years in brackets say when it began and ended.
 */
const STATED_BY: readonly { asked: RegExp; by: RegExp }[] = [
  { asked: /\b(?:father|mother|parent)s?\b/i, by: /\b(?:son|daughter|child|children|born to)\b/i },
  { asked: /\b(?:son|daughter|child|children)s?\b/i, by: /\b(?:father|mother|parent)s?\b/i },
  {
    asked: /\b(?:husband|wife|spouse|married|marry|widow(?:er)?)\b/i,
    by: /\b(?:husband|wife|spouse|married|marries|wed|widow(?:er)?)\b/i,
  },
  { asked: /\b(?:born|birth|die[ds]?|death)\b/i, by: /\b[bd]\. |\(\s*[^()]*\d{3,4}\s*[–—-][^()]*\d{3,4}\s*\)/i },
];

/** True where a quote states from the other side what an English question asks for. */
export const isStatedFromTheOtherSide = (question: string, quote: string): boolean =>
  inEnglish(question) && STATED_BY.some(({ asked, by }) => asked.test(question) && by.test(quote));

/** Short words that English questions are made with, and those of languages that share some of them. */
const ENGLISH = new Set(
  'a an and are as at be by did do does for from had has have how in is it its many much of on or than that the their there these this to was were what when where which who whom whose why will with would'.split(
    ' ',
  ),
);
const OTHERS = new Set(
  'al am auf aus bei bis che chi com como comment con cual cuando da das dans de del della dem den der des det di die do dos dove du e een ein eine el elle en er es est et for gli har het hoe hoeveel hvem hvor i il ist jak kdo ki kto la las le les lo los mit na nel nella niet och od og om os para per por pour quando que quel quelle qui quien se sich sind som sul sur un una und une uno van vem viel vilken voor wann war waren warum was wat welche welcher wem wen wer wie wieviel wo y zu zum zur à è é où'.split(
    ' ',
  ),
);

/** Questions that ask for a date or a number: an answer without a digit has usually stopped one link short. */
const WANTS_A_FIGURE =
  /^(?:when|how (?:many|much|old|far|tall|long)|what (?:year|date)|what (?:is|was) the (?:\S+ )?(?:population|number|elevation|height|length|area|age|date|year|price|cost|revenue|total|amount)|(?:in|on|by) (?:which|what) (?:year|date|day))\b/i;

/** A figure, in digits or in words ("four-year terms"). */
export const holdsAFigure = (answer: string): boolean => /\p{N}/u.test(answer) || NUMBER_WORD.test(answer);

const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|once|twice|none)s?\b/i;

export const wantsAFigure = (question: string): boolean => inEnglish(question) && WANTS_A_FIGURE.test(question);

/** Number of links that a question seems to ask for: words such as "of", "that" and "who" outside names. */
export const linksAsked = (question: string): number => {
  if (!inEnglish(question)) return 0;
  const bare = question
    .replace(/(?:\b(?:name|number|kind|type|sort|amount|one|out|part|half|most|percent|majority)s?|%) of\b/gi, '')
    .replace(/\bof (?:birth|death|origin|burial|residence)\b/gi, '')
    // "the club that she is a member of" is one link: the last word belongs to its "that".
    .replace(/\s+of\s*[?.!]*$/i, '')
    .replace(/(?<=\S\s)\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:(?:of|the)\s+)*[\p{Lu}\p{N}][\p{L}\p{N}'’-]*)*/gu, 'N')
    .replace(/^(?:(?:in|on|at|of|for|by|from|to)\s+)?(?:who|whom|whose|which|where|what|when)\b/i, '');
  return (bare.match(/\b(?:of|that|who|whom|whose|where|which)\b|['’]s\b/gi) ?? []).length;
};

/** True for a question of one link at most, as far as English tells. */
export const isOneStep = (question: string): boolean => inEnglish(question) && linksAsked(question) <= 1;

/** True for a question whose answer is counted or calculated: tables are searched too. */
export const asksToCount = (question: string): boolean =>
  inEnglish(question) &&
  /\b(?:how many|how much|total|sum|altogether|combined|average|mean|median|difference|more than|less than|percent(?:age)?|share of|ratio|most|fewest|highest|lowest|largest|smallest)\b|[%Σ]/i.test(
    question,
  );

/**
 * Other searches for a question that a plain search did not answer and to which the model knew none: the question itself
 * (the graph and the tables are then asked too) and each side of an "and", which a page may state apart.
 */
export const otherWays = (question: string): string[] => {
  const bare = question.trim().replace(/[?!.]+$/, '');
  const sides = bare.split(/\s+and\s+/i);
  const asking = /^(?:who|what|which(?:\s+\S+)?|where|when|how many(?:\s+\S+)?)\b/i.exec(bare)?.[0];
  if (!inEnglish(question) || sides.length !== 2 || !asking || sides.some((side) => contentStems(side).size < 2))
    return [question];
  const [first, second] = sides as [string, string];
  return [
    question,
    `${first}?`,
    second.toLowerCase().startsWith(asking.toLowerCase()) ? `${second}?` : `${asking} ${second}?`,
  ];
};
