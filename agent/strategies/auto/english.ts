import { words } from '../../../core/text/words.ts';

/**
 * The rules in this file read English words. `isEnglish` guards them, because "of" or "most" mean something else in
 * other languages. Questions in other languages are searched unchanged, and these rules raise no doubts about their
 * answers.
 */
export const isEnglish = (question: string): boolean => languageOf(question) === 'english';

/** The language by script and function words. Undefined if they do not decide, as in a table row. */
const languageOf = (text: string): 'english' | 'another' | undefined => {
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)) return 'another';
  const said = words(text);
  const own = said.filter((word) => ENGLISH_WORDS.has(word)).length;
  const foreign = said.filter((word) => OTHER_LANGUAGE_WORDS.has(word)).length;
  return own > foreign ? 'english' : foreign > own ? 'another' : undefined;
};

/** True if one text is English and the other is not. Missing word overlap is then no evidence. */
export const areInDifferentLanguages = (text: string, other: string): boolean => {
  const [first, second] = [languageOf(text), languageOf(other)];
  return first !== undefined && second !== undefined && first !== second;
};

/**
 * Words that state a relation from its other end: a page about a child says "the son of" and names the father. Years in
 * brackets state birth and death.
 */
const INVERSE_RELATIONS: readonly { asked: RegExp; by: RegExp }[] = [
  {
    asked: /\bgrand(?:father|mother|parent|son|daughter|child|children)s?\b/i,
    by: /\b(?:father|mother|parent|son|daughter|child|children|born (?:[^.;]{0,80} )?to)\b/i,
  },
  { asked: /\b(?:father|mother|parent)s?\b/i, by: /\b(?:son|daughter|child|children|born (?:[^.;]{0,80} )?to)\b/i },
  {
    asked: /\b(?:brother|sister|sibling)s?\b/i,
    by: /\b(?:father|mother|parent|brother|sister|sibling)s?\b/i,
  },
  { asked: /\b(?:\w+-in-law)\b/i, by: /\b(?:husband|wife|spouse|married|marries|wed|widow(?:er)?)\b/i },
  { asked: /\b(?:child|children)\b/i, by: /\b(?:son|daughter)s?\b/i },
  { asked: /\b(?:son|daughter|child|children)s?\b/i, by: /\b(?:father|mother|parent)s?\b/i },
  {
    asked: /\b(?:husband|wife|spouse|married|marry|widow(?:er)?)\b/i,
    by: /\b(?:husband|wife|spouse|married|marries|wed|widow(?:er)?)\b/i,
  },
  { asked: /\b(?:born|birth|die[ds]?|death)\b/i, by: /\b[bd]\. |\(\s*[^()]*\d{3,4}\s*[–—-][^()]*\d{3,4}\s*\)/i },
];

/** True if a quote states the relation that an English question asks for from its other end. */
export const statesInverseRelation = (question: string, quote: string): boolean =>
  inverselyStated(question, quote).length > 0;

/** The words of an English question for relations that a text states from their other end: "father", for "a son of". */
export const inverselyStated = (question: string, text: string): string[] =>
  isEnglish(question)
    ? INVERSE_RELATIONS.flatMap(({ asked, by }) => (by.test(text) ? (asked.exec(question)?.[0] ?? []) : []))
    : [];

/** Function words of English questions, and below those of other languages, some of which share words with English. */
const ENGLISH_WORDS = new Set(
  'a an and are as at be by did do does for from had has have how in is it its many much of on or than that the their there these this to was were what when where which who whom whose why will with would'.split(
    ' ',
  ),
);
const OTHER_LANGUAGE_WORDS = new Set(
  'al am auf aus bei bis che chi com como comment con cual cuando da das dans de del della dem den der des det di die do dos dove du e een ein eine el elle en er es est et for gli har het hoe hoeveel hvem hvor i il ist jak kdo ki kto la las le les lo los mit na nel nella niet och od og om os para per por pour quando que quel quelle qui quien se sich sind som sul sur un una und une uno van vem viel vilken voor wann war waren warum was wat welche welcher wem wen wer wie wieviel wo y zu zum zur à è é où'.split(
    ' ',
  ),
);

/** Questions for a date or a number. An answer without a figure has usually stopped one link short. */
const ASKS_FOR_FIGURE =
  /^(?:when|how (?:many|much|old|far|tall|long)|what (?:year|date)|what (?:is|was) the (?:\S+ )?(?:population|number|elevation|height|length|area|age|date|year|price|cost|revenue|total|amount)|(?:in|on|by) (?:which|what) (?:year|date|day))\b/i;

/** True for digits and number words ("four-year terms"). */
export const hasFigure = (answer: string): boolean => /\p{N}/u.test(answer) || NUMBER_WORD.test(answer);

const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|once|twice|none)s?\b/i;

/** True for an English question for a number, a date or an amount. */
export const asksForFigure = (question: string): boolean => isEnglish(question) && ASKS_FOR_FIGURE.test(question);

/**
 * Number of links (hops) that a question seems to ask for: counts "of", "that", "who" and the like outside names. Zero
 * for questions in other languages. The "of" of "the village of Norby" and "a member of NATO" is none.
 */
export const countLinks = (question: string): number => {
  if (!isEnglish(question)) return 0;
  const bare = question
    .replace(/(?:\b(?:name|number|kind|type|sort|amount|one|out|part|half|most|percent|majority)s?|%) of\b/gi, '')
    .replace(/\bof (?:birth|death|origin|burial|residence)\b/gi, '')
    .replace(
      /\b(?:(?:city|town|village|district|county|province|state|island|region|kingdom) of|members? of(?: the)?)(?= \p{Lu})/gu,
      '',
    )
    // In "the club that she is a member of", the final "of" belongs to "that": one link.
    .replace(/\s+of\s*[?.!]*$/i, '')
    .replace(/(?<=\S\s)\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:(?:of|the)\s+)*[\p{Lu}\p{N}][\p{L}\p{N}'’-]*)*/gu, 'N')
    .replace(/^(?:(?:in|on|at|of|for|by|from|to)\s+)?(?:who|whom|whose|which|where|what|when)\b/i, '');
  return (bare.match(/\b(?:of|that|who|whom|whose|where|which)\b|['’]s\b/gi) ?? []).length;
};

/** True for an English question of one link at most. */
export const isSingleHop = (question: string): boolean => isEnglish(question) && countLinks(question) <= 1;

/** True for an English question that asks to count, calculate or compare. Such questions also search tables. */
export const asksForCount = (question: string): boolean =>
  isEnglish(question) &&
  /\b(?:how many|how much|total|sum|altogether|combined|average|mean|median|difference|more than|less than|percent(?:age)?|share of|ratio|most|fewest|highest|lowest|largest|smallest)\b|[%Σ]/i.test(
    question,
  );
