import { MONTHS, WEEKDAYS } from '../words/dates.ts';
import { withoutInnerQuestion } from './inner-question.ts';
import { REASON_SIGN } from './reason-signs.ts';

/** The kind of answer that a question asks for, by its words. */
export type AnswerType =
  | 'person'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'weekday'
  | 'duration'
  | 'place'
  | 'action'
  | 'reason'
  | 'list'
  | 'phone'
  | 'mail'
  | 'default'
  | 'weight'
  | 'distance'
  | 'share'
  | 'yes-no';

/** A statement of what happened to the asker, without a question. */
const TELLS =
  /^\W*(?:(?:hi|hello|hey|help|so|oh)\W+)*(?:i(?:['’]?m| am|['’]?ve| have| lost| broke| forgot| got| spilled| need)|my|our|someone|somebody)\b(?!.*(?:\?|\b(?:who|what|which|where|when|why|how|can|may|do|does|is there)\b))/i;
/** "Card reader isn't working": what fails, without a question. */
const FAILS =
  /^(?!.*\b(?:who|what|which|where|when|why|how|can|may|is there)\b)(?!\W*(?:is|are|do|does|did|was|has)\b).*\b(?:(?:isn|aren|doesn|don|won|wasn)['’]t (?:\p{L}+ )?(?:work|start|open|print|turn on|connect|charge|heat|load)|(?:not|stopped) work)/iu;
/** True for a report of what happened or failed, which asks what to do: "I lost my laptop!" */
export const reportsCase = (question: string): boolean => TELLS.test(question) || FAILS.test(question);
/** "How do I get there by bus": the way to a place, and no instruction. */
export const ASKS_WAY =
  /\bhow (?:do|can|could|should|would|to) ?(?:i|we|you|one|people|visitors|guests)? (?:get|come|travel) (?:(?:there|here|home|to you)\b|.*\bby (?:bus|train|tram|car|bike|bicycle|taxi|boat|ferry|plane)\b)/i;
/** Question words for each kind. They are not searched for in pages, except for the kinds in `ALSO_CONTENT`. */
const ASKING: readonly (readonly [RegExp, AnswerType])[] = [
  [/\b(?:who|whose|whom|who's)\b/i, 'person'],
  // "How long can a name be" asks for a length, not a duration.
  [/\bhow long(?= (?:can|may|must|should|does|do|is|are)\b.*\bbe\b)/i, 'number'],
  [
    /\bhow (?:long(?! (?:can|may|must|should|does|do|is|are)\b.*\bbe\b)|soon|quick(?:ly)?|fast|often)\b|\b(?:what|which) (?:period|duration)\b/i,
    'duration',
  ],
  [
    /\bhow much (?:is|are|does|do|did|can|will|would|money|for)\b|\b(?:cost|costs|price|priced|salary|fee|spend)\b|\b(?:what|which|how much)\b.*\b(?:pay|earn|paid(?=\W*$|\W+(?:for|per|an?|each|every|to|in|on|at|when|if|by|out|back)\b))\b|\bwhat (?:do|does|did|will|would)\b.*(?<!in )\bcharge\b(?!.*\bwith\b)|\b(?:what|which)\b.*\b(?:budget|allowance|bonus)\b|\b(?:extra|more|any) (?:money|pay)\b|\bpaid (?:extra|more)\b/i,
    'money',
  ],
  [
    /\bhow (?:many|much|far|deep|high|low|tall|wide|narrow|thick|big|small|large|hot|cold|warm|accurate|old|heavy)\b|\b(?:what|which) (?:number|amount|temperature|percentage|share|limit|(?:(?:default|tcp|udp) )?ports?)\b|^\W*(?:what(?:['’]?s| is| are)? )?(?:the )?(?:max(?:imum)?|min(?:imum)?|number|amount|percentage)\b/i,
    'number',
  ],
  [/\b(?:what|which) (?:week)?day(?: of the week)?\b/i, 'weekday'],
  [
    /\bwhen (?:is|are|was|were|do|does|did|will|would|can|could|should|must|may|has|have|had)\b|^\W*when\b|\b(?:since|until|till|by|from) when\b|\bdeadline\b|\b(?:what|which) (?:date|year|month|week)s?\b|^\W*(?:what(?:['’]?s| is| are) )?(?:the )?dates? (?:of|for)\b/i,
    'date',
  ],
  [/\b(?:what|which) time\b|\b(?:opening|working|office|business|core) hours\b/i, 'time'],
  [/\bwhere\b|\b(?:what|which) (?:city|country|place)\b|\baddress\b/i, 'place'],
  [ASKS_WAY, 'place'],
  [/\bwhy\b|\bwhat (?:is|was) the (?:reason|cause|purpose)\b|\bhow come\b/i, 'reason'],
  [
    /\b(?:what|which) are (?:all )?(?:the|our|your)\b|\b(?:list|show) (?:me )?(?:the|all|every)\b|\bper (?!(?:second|minute|hour|day|night|week|month|quarter|year|person|head|diem|table|user|row)\b)[a-z]+\b/i,
    'list',
  ],
  [/\bdefaults?\b/i, 'default'],
  [/\bhow heavy\b|\bweighs?\b|\b(?:what|which)\b.*\bweight\b/i, 'weight'],
  [/\bhow (?:far(?! (?:ahead|back|in advance|along))|deep|high|tall|wide)\b/i, 'distance'],
  [/\b(?:what|which) (?:percentage|percent|share)\b|\bhow many percent\b/i, 'share'],
  [/\b(?:phone|telephone|mobile)\b/i, 'phone'],
  [/\be-?mail(?: address)?\b/i, 'mail'],
  [
    /\b(?:what (?:do|should|must|can) (?:i|we|you) (?:(?:have|need) to )?do|what (?:now|next)|how (?:do|can|should|to))\b/i,
    'action',
  ],
  // A report of what happened asks what to do: "I lost my laptop!"
  [TELLS, 'action'],
  [FAILS, 'action'],
  [
    /^\W*(?:(?:and|so|but|hi|hello|please)\W+)?(?:is|are|was|were|do|does|did|can|could|may|must|should|will|has|have|am)\b/i,
    'yes-no',
  ],
];
/** Kinds whose question words are searched for too: a page on prices contains "price". */
const ALSO_CONTENT = new Set<AnswerType>([
  'money',
  'time',
  'place',
  'list',
  'phone',
  'mail',
  'reason',
  'default',
  'weight',
  'distance',
  'yes-no',
]);
const MEASURES = new Set<AnswerType>(['money', 'weight', 'distance', 'share']);
/** Kinds that only a figure or a set phrase answers: a reason has "because" or its like. */
const EXACT = new Set<AnswerType>([
  'number',
  'money',
  'date',
  'time',
  'weekday',
  'duration',
  'phone',
  'mail',
  'default',
  'weight',
  'distance',
  'share',
  'reason',
]);
/** Kinds that a question how to do something only names. */
const ONLY_NAMED = new Set<AnswerType>(['default', 'phone', 'mail', 'money', 'weight', 'distance', 'share']);
/** Adjectives that ask for a number and also say what the page is about: "deep". */
const MEASURE =
  /\b(?:far|deep|high|low|tall|wide|narrow|thick|big|small|large|hot|cold|warm|accurate|old|heavy|often|fast|max(?:imum)?|min(?:imum)?|ports?)\b/i;
/** The unit asked for: "days" in "How many days". */
const MEASURED =
  /\bhow (?:many|much) (?:[\p{L}]+ )?(seconds?|minutes?|hours?|(?:working )?days?|weeks?|months?|years?|euros?|dollars?|kroner|percent|bytes?)\b/iu;

/** The kinds of answer that a question asks for; empty if its words do not tell. */
export const answerTypes = (asked: string): AnswerType[] => {
  const question = withoutInnerQuestion(asked);
  const asksWay = ASKS_WAY.test(question);
  const types = ASKING.flatMap(([pattern, type]) =>
    pattern.test(question) && !(asksWay && type === 'action') ? [type] : [],
  );
  // An amount of money or a weight is a number too.
  const isMeasured = types.some((type) => MEASURES.has(type));
  return isMeasured ? types.filter((type) => type !== 'number') : types;
};

/** True if a text states an amount of money. */
export const statesMoney = (text: string): boolean => SIGNS.money.test(text);

/** True if a text has a sign of a kind of answer. */
export const holdsSign = (type: Exclude<AnswerType, 'yes-no'>, text: string): boolean => SIGNS[type].test(text);

/** True if a question asks for nothing but a figure or a set phrase. */
export const asksExact = (types: readonly AnswerType[]): boolean =>
  types.length > 0 && types.every((type) => EXACT.has(type));

/** True if a question asks for a figure or a set phrase, such as a date, and the text contains none. */
export const lacksExact = (types: readonly AnswerType[], text: string): boolean => {
  // "Do I get my fee back" asks for no amount, and "how do I change the default" for no default.
  if (types.includes('yes-no')) return false;
  const isHowTo = types.includes('action');
  const exact = types.filter((type) => EXACT.has(type) && !(isHowTo && ONLY_NAMED.has(type)));
  return exact.length > 0 && !exact.some((type) => type !== 'yes-no' && SIGNS[type].test(text));
};

/** A number that is no day of a month: "45", not "1st" and "May 1". */
const OF_NO_DATE = `(?<!\\p{N}|\\b(?:${MONTHS.join('|')})\\.? )\\p{N}+(?!\\p{N}|(?:st|nd|rd|th)\\b)`;
/** True if a text has a number close to the unit: "45 working days". */
export const holdsMeasure = (measure: string, text: string): boolean => {
  let pattern = MEASURE_PATTERNS.get(measure);
  if (!pattern) {
    const unit = measure.split(' ').at(-1)?.replace(/s$/, '') ?? measure;
    const number = `(?:${OF_NO_DATE}|\\b(?:${COUNT_WORDS})\\b)`;
    pattern = new RegExp(`${number}[^.;|\\n]{0,24}\\b${unit}s?\\b|\\b${unit}s?\\b[^.;\\n]{0,24}${number}`, 'iu');
    MEASURE_PATTERNS.set(measure, pattern);
  }
  return pattern.test(text);
};
/** By unit. There are few units, because `measureIn` lists them. */
const MEASURE_PATTERNS = new Map<string, RegExp>();

/** The question without its question words. */
export const withoutQuestionWords = (question: string): string =>
  ASKING.reduce(
    (text, [pattern, type]) =>
      ALSO_CONTENT.has(type) || pattern === TELLS || pattern === FAILS
        ? text
        : text.replace(pattern, (asking) => asking.match(MEASURE)?.[0] ?? ' '),
    question,
  );

/** The folded unit that a question asks for: "weeks" in "how many weeks of leave". */
export const measureIn = (question: string): string | undefined => MEASURED.exec(question)?.[1]?.toLowerCase();

const COUNT_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|every|each|none|no|unlimited';
const COUNTED = `${COUNT_WORDS}|first|last`;
const PATH = /(?<![\p{L}\p{N}])[~.]{0,2}\/[\w.$-]+/u;
/** Where among other things: "beside the boiler", "is kept in the blue crate". */
const BESIDE =
  /\b(?:beside|behind|underneath|under|above|near|opposite|next to|in front of|inside|outside|upstairs|downstairs) (?:the|our|your|a|an)\b|\b(?:is|are|hangs?|stands?|sits?|lies|meet|gather|wait|kept|stored|located|found) (?:in|on|at|by|upstairs|downstairs)\b/u;
const AT_A_NAME = /\b(?:at|in|to|from|near) (?:the )?\p{Lu}\p{L}+/u;
/** True if a question asks where something is, or for the way, and a text says where: it does more than name a place. */
export const tellsWhere = (question: string, text: string): boolean =>
  (/\bwhere\b/i.test(question) || ASKS_WAY.test(question)) && [PATH, BESIDE, AT_A_NAME].some((one) => one.test(text));

const SIGNS: Record<Exclude<AnswerType, 'yes-no'>, RegExp> = {
  // "One of them", "the first" and "every" count nothing.
  number:
    /\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|none|no|unlimited)\b|\bone\b(?! (?:of|or|another|can|may|should|way|more)\b)/iu,
  money:
    /\p{N}.*(?:[€$£¥]|\b(?:EUR|USD|GBP|NOK|CAD|AUD|SEK|CHF|euros?|dollars?|pounds?|percent)\b|%)|(?:[€$£¥]|\b(?:EUR|USD|GBP|NOK|CAD|AUD|SEK|CHF)\b).*\p{N}|\bfree\b/iu,
  duration: new RegExp(
    `(?:\\p{N}|\\b(?:${COUNTED})\\b).{0,24}\\b(?:second|minute|hour|day|week|month|year|quarter|min\\b|ms\\b|s\\b|${WEEKDAYS.join('|')})|\\b(?:daily|weekly|monthly|yearly|hourly|once|twice)\\b`,
    'iu',
  ),
  weekday: new RegExp(`\\b(?:${WEEKDAYS.join('|')})s?\\b`, 'iu'),
  date: new RegExp(
    `\\b(?:\\d{4}|\\d{8}|\\d{1,2}:\\d\\d|(?:${MONTHS.join('|')})|(?:${WEEKDAYS.join('|')})s?|after|before|until|from|within|or older|in advance|no later than|as early as|tomorrow|tonight|weekend|(?:on|by) (?:the )?\\d{1,2}(?:st|nd|rd|th)(?! floor))\\b`,
    'iu',
  ),
  time: /\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|o['’]clock)\b|\b(?:noon|midnight)\b/i,
  person: /\p{Lu}[\p{L}'’-]+\s+\p{Lu}[\p{L}'’-]+|(?<=[\p{L},;]\s)\p{Lu}\p{Ll}+|\b(?:manager|lead|team|department)\b/u,
  list: /\n|,.*(?:,|\band\b|\bor\b)/u,
  place: new RegExp(`(?<=\\S\\s)\\p{Lu}\\p{L}+|${PATH.source}|${BESIDE.source}`, 'u'),
  phone: /\+?\d[\d ()-]{5,}\d|\bextension \d+/i,
  mail: /\S@\S/,
  weight: /\p{N}\s?(?:kg|g|mg|t|lbs?|tonnes?|tons?|grams?|kilos?|kilograms?|pounds?)\b/iu,
  distance:
    /\p{N}\s?(?:k?m|cm|mm|ft|in|miles?|met(?:re|er)s?|kilomet(?:re|er)s?|feet|foot|inch(?:es)?|floors?|stor(?:e)?ys?)\b/iu,
  share: /%|\bper ?cent\b|\b(?:half|third|quarter)\b/iu,
  default:
    /\bdefaults? (?:is|are|to|at|of|value (?:is|of)|:)|\bdefault(?: value)?s?\s?[:=]|\b(?:is|are|on|off|enabled|disabled|used) by default\b|\bby default\b|\(default\)|\(the default\)|\bis the default\b|\bthe default(?: [\w-]+){0,4} (?:is|are)\b(?! (?:recommended|not|used|set|created|changed))/iu,
  reason: REASON_SIGN,
  action:
    /(?:^|[.;,:]\s+|\b(?:please|then|and|or|must|should|can|(?:need|have|has) to)\s+)(?:ask|book|bring|call|check|click|contact|create|fill|find|follow|give|go|hand|log|mail|move|open|order|post|put|read|report|request|ring|run|send|set|sign|submit|swap|take|talk|tell|turn|use|wait|write)\b/iu,
};

/** The share of the kinds whose sign a text contains; undefined if any text may answer. */
export const shareOfSigns = (types: readonly AnswerType[], text: string): number | undefined => {
  const signed = types.filter((type) => type !== 'yes-no');
  if (signed.length === 0) return undefined;
  return signed.filter((type) => SIGNS[type].test(text)).length / signed.length;
};
