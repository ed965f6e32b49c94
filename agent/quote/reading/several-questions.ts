import { contentWords } from '../../../core/text/question-terms.ts';
import { splitSentences } from '../../../core/text/sentences.ts';

/** One question of a message. */
export interface AskedQuestion {
  text: string;
  /** True if it needs the question before it: "And what if it's a Sunday?" */
  continues: boolean;
  /** What the message says around its only question: "I'm flying to Halifax." */
  situation?: string;
}

/** Questions of one message that are answered. Further ones are only listed. */
export const MAX_QUESTIONS = 4;
/** Minimum content words of a self-contained question. */
const MIN_WORDS = 2;
/** Characters of a message that are read. A longer one contains a pasted page. */
const MAX_CHARS = 4_000;
/** Longer messages may contain statements around their questions. */
const STORY_CHARS = 300;

const VERB = '(?:is|are|am|was|were|do|does|did|can|could|should|must|may|will|would|have|has)';
const PERSON = '(?:i|we|you|he|she|they|it|there|this|that|the|our|my|your|someone|anyone)';
/** Start of a question, in English, German, French and Spanish. */
const OPENS = `(?:${[
  `(?:who|what|where|when|how|why)(?:'?s| ${VERB})`,
  'how (?:many|much|long|often|far|soon|big|old)',
  '(?:what|how) (?:if|about)',
  `(?:what|which|whose) \\p{L}+ ${VERB}`,
  `${VERB} ${PERSON}`,
  // "…? also what form", "and by when".
  '(?:what|which) \\p{L}+(?: \\p{L}+)?(?=\\s*[?？]?$)',
  `(?:by|until|till|since|from|for|at|to|with|about) (?:when|what|which|whom?|how (?:much|many|long))`,
  '(?:wer|was|wo|wann|wie|warum|wieso|wohin|welche[rsnm]?) \\p{L}+',
  "(?:qui|quand|où|comment|combien|pourquoi|quel(?:le)?s?|est-ce qu['e]|qu'est-ce) ?\\p{L}+",
  '¿?(?:quién|quien|cuándo|cuando|dónde|donde|cómo|como|cuánt[oa]s?|cuant[oa]s?|por qué|cuál(?:es)?) \\p{L}+',
].join('|')})(?!\\p{L})`;
/** Words that join a question to the one before. */
const JOIN = '(?:(?:and|n|or|so|but|also|plus|then|oh|und|et|y)\\s+)';
const NEXT_QUESTION = new RegExp(`(?:,\\s*${JOIN}*|\\s+(?:and|n|und|et|y)\\s+${JOIN}*)(?=${OPENS})`, 'iu');
const BEGINS = new RegExp(`^(?:\\p{N}{1,2}[.)]\\s*|[-*•]\\s+)?${JOIN}*${OPENS}`, 'iu');
/** A question that has no meaning without the one before. */
const CONTINUES = new RegExp(
  `^${JOIN}*(?:what|how) (?:if|about)(?!\\p{L})|(?<!\\p{L})(?:it|its|they|them|their|he|she|him|her|that one|those)(?!\\p{L})`,
  'iu',
);
/** Where a new line or a number begins a question. */
const NEXT_LINE = new RegExp(
  `(?:\\n\\s*|\\s+(?=\\p{N}[.)]\\s))(?=(?:\\p{N}{1,2}[.)]\\s*|[-*•]\\s+)?${JOIN}*${OPENS})`,
  'iu',
);
const QUESTION_MARK = /[?？]["”)]*$/;

/** "What if somebody leaves, are …?" asks one question in a case. */
const IN_CASE = new RegExp(`^${JOIN}*what if(?!\\p{L})`, 'iu');

/** Question words written with their verb, as one types. */
const CONTRACTED = /^(?:who|what|where|when|how|why)s$/;
const countContent = (question: string): number =>
  contentWords(question).filter((word) => !CONTRACTED.test(word)).length;

const asked = (text: string): AskedQuestion => ({
  text,
  continues: countContent(text) < MIN_WORDS || CONTINUES.test(text),
});

/**
 * Splits "When do I start, who is my buddy and what's for lunch?" into three questions. Leaves a sentence whole if a
 * clause is no question, says nothing by itself ("who leads it and why"), or is the case that the other asks about.
 */
const clausesOf = (sentence: string): AskedQuestion[] => {
  const clauses = sentence
    .split(NEXT_QUESTION)
    .map((clause) => clause.trim())
    .map((clause) => asked(QUESTION_MARK.test(clause) ? clause : `${clause}?`));
  const isApart =
    clauses.length > 1 &&
    !IN_CASE.test(sentence) &&
    clauses.every(({ text }) => BEGINS.test(text) && countContent(text) > 0) &&
    isWhole(clauses);
  return isApart ? clauses : [asked(sentence)];
};

/**
 * True if the first question says enough by itself. One content word is enough where the next one goes on with it:
 * "When do we get paid? And what if it's a Sunday?"
 */
const isWhole = ([first, second]: readonly AskedQuestion[]): boolean =>
  first !== undefined && countContent(first.text) >= (second?.continues ? 1 : MIN_WORDS);

/**
 * The questions of a message. Returns several if each can be asked by itself or continues the one before, drops the
 * story around them, and returns the whole message if it has no question or one that needs its context.
 */
export const questionsIn = (message: string): AskedQuestion[] => {
  const text = message.slice(0, MAX_CHARS).trim();
  const sentences = splitSentences(text)
    .flatMap(({ start, end }) => text.slice(start, end).split(NEXT_LINE))
    .map((sentence) => sentence.trim());
  // A question often lacks its question mark behind another one ("… who pays? and do I need approval"), or everywhere.
  const isAsked = (sentence: string, at: number) =>
    QUESTION_MARK.test(sentence) ||
    (BEGINS.test(sentence) && (at === 0 || QUESTION_MARK.test(sentences[at - 1] ?? '') || !text.includes('?')));
  const questions = sentences
    .filter(isAsked)
    .flatMap(clausesOf)
    .map(({ text: question, continues }) => ({
      text: question.replace(/^(?:\d{1,2}[.)]|[-*•])\s+/, '').replace(/^(?:also|plus|then|oh)\s+/i, ''),
      continues,
    }));
  const isStory = text.length > STORY_CHARS;
  const whole = questions.filter(({ text: question, continues }, at) =>
    at === 0 ? isWhole(isStory ? questions.slice(0, 1) : questions) : countContent(question) > 0 || !continues,
  );
  if (whole.length >= 2 && whole.length === questions.length) return whole;
  if (whole.length >= 1 && isStory) return whole;
  return [{ text, continues: false, ...inSituation(text, sentences, questions) }];
};

/** Minimum content words of a question that is asked in a situation, as a rule. */
const MIN_WORDS_IN_SITUATION = 2;
/** "My son is in year 4, how much is lunch?": where the question begins behind a statement. */
const STATED_FIRST = new RegExp(`^([^,?]{8,}),\\s+(?:(?:so|and|but|then)\\s+)?(?=${OPENS})`, 'iu');
/** "…, who can I call?" asks for somebody, whatever happened: the words of what happened ask for nothing else. */
const ASKS_WHOM = /^whom?\b/i;
/** Words of a statement: somebody is, has or does something. "If" and "when" make it a condition, which is asked about. */
const STATES =
  /(?<!\p{L})(?:i|we|he|she|it|they|my|our|his|her|the|there|this|that|some(?:one|body))(?:['’]\p{L}+)?(?!\p{L})/iu;
const CONDITION =
  /^\W*(?:(?:what )?if|when|whenever|where|while|after|before|once|unless|as|for|in|on|at|during|with|without|wenn|falls|si)(?!\p{L})/iu;

/** The only question of a message, apart from what its asker says of the situation. */
const inSituation = (
  text: string,
  sentences: readonly string[],
  questions: readonly AskedQuestion[],
): Partial<AskedQuestion> => {
  const [question, ...others] = questions;
  // A sentence without a question mark that begins with what happened is none of the questions.
  if (question === undefined && sentences.length === 1) return statedFirst(text);
  if (question === undefined || others.length > 0 || countContent(question.text) < MIN_WORDS_IN_SITUATION) return {};
  const asked = sentences.find((sentence) => sentence === question.text || `${sentence}?` === question.text);
  if (asked === undefined) return {};
  const around = sentences.filter((sentence) => sentence !== asked);
  if (around.length > 0) return { text: question.text, situation: around.join(' ') };
  return statedFirst(text);
};

/** The question behind a statement, in one sentence: "my locker is jammed, who can I call". */
const statedFirst = (text: string): Partial<AskedQuestion> => {
  const [whole, stated] = STATED_FIRST.exec(text) ?? [];
  if (whole === undefined || stated === undefined || !STATES.test(stated) || CONDITION.test(stated)) return {};
  const rest = text.slice(whole.length);
  const isWhole = QUESTION_MARK.test(text) && countContent(rest) >= MIN_WORDS_IN_SITUATION;
  return isWhole || ASKS_WHOM.test(rest) ? { text: rest, situation: stated } : {};
};
