import { editDistance } from '../../../core/text/edit-distance.ts';
import { questionTerms } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import type { ReplyLanguage } from '../../smalltalk/phrases/read-clause.ts';
import { asksForMore, smallTalkIn } from '../../smalltalk/recognise.ts';
import { withoutGreeting } from '../../smalltalk/without-greeting.ts';
import { stemsOf } from '../words/stems.ts';
import type { EarlierTurn } from './follow-up.ts';

/** What a message of a thread asks. */
export interface ReadTurn {
  /** The question: the message's own, or an earlier one that it asks again. */
  message: string;
  /** The turns before that question, the one that it goes on with last. */
  turns: EarlierTurn[];
  /** The language of a message that doubts the last answer. */
  doubts?: ReplyLanguage;
  /** True if it asks what else the page of the last answer says. */
  more?: true;
}

/** "No sorry, I meant the Bergen office": what follows takes the place of something in the question before. */
const CORRECTION =
  /^(?:(?:no|nope|nah|sorry|wait|oops|ah|oh|hm+|actually|ok(?:ay)?|but|nein|non|pardon)\W+)*(?:i (?:meant?|was (?:asking|talking) about|asked (?:about|for))|(?:ich )?mein(?:t)?e|je (?:voulais dire|parlais de)|quer[ií]a decir)\W+(.+)$/isu;
/** "Back to carrying over, till when …", "about the parking again: …": a topic of before, then the question. */
const RETURN =
  /^(?:(?:ok(?:ay)?|so|and|now|hm+|but)\W+)*(?:(?:going|coming|to (?:go|come)|let'?s go|can we go) )?(?:back to|zur[uü]ck zu[mr]?|pour revenir [aà]|volviendo a)\s+([^,;:?.–—]{2,60}?)(?:\s+(?:thing|question|topic|again|for a (?:second|moment)))*\s*[,;:.–—]\s*(\S.+)$/isu;
/** "*science", "science*": how a word of the message before is written. */
const REPAIR = /^(?:\*+\s*([\p{L}\p{N}][\p{L}\p{N}'’ -]{1,30})|([\p{L}\p{N}][\p{L}\p{N}'’ -]{1,30}?)\s*\*+)\W*$/u;
/** "Even on Sundays?" goes on as "and on Sundays?" does; even numbers are another thing. */
const EVEN = /^(?:(?:and|but|so)\s+)?even\s+(?!numbers?\b)/i;
/** Maximum share of a word's letters that a slip of typing changes. */
const MAX_SLIP = 0.4;

/** Reads a message with the questions before it: it may ask one of them again, correct it, or come back to it. */
export const readTurn = (text: string, turns: readonly EarlierTurn[]): ReadTurn => {
  const message = withoutGreeting(text).replace(EVEN, 'and ');
  const before = turns.at(-1);
  if (!before) return { message, turns: [] };
  if (asksForMore(text)) return { message: withoutGreeting(before.question), turns: turns.slice(0, -1), more: true };
  const doubts = doubtIn(text);
  if (doubts) return { message: withoutGreeting(before.question), turns: turns.slice(0, -1), doubts };
  const [, asterisk, behind] = REPAIR.exec(text.trim()) ?? [];
  const repaired = repairedQuestion(before.question, asterisk ?? behind ?? '');
  if (repaired !== undefined) return { message: withoutGreeting(repaired), turns: turns.slice(0, -1) };
  const [, meant] = CORRECTION.exec(text.trim()) ?? [];
  if (meant !== undefined) return { message: asksByItself(meant) ? meant : `and ${meant}`, turns: [...turns] };
  const [, topic, question] = RETURN.exec(text.trim()) ?? [];
  if (topic !== undefined && question !== undefined)
    return { message: question, turns: [...turns, { question: askedOf(topic, turns), answer: '', leads: true }] };
  return { message, turns: [...turns] };
};

/** Maximum earlier turns that are read. */
const MAX_TURNS = 12;
/** The turns of a thread, each as its question is meant: a turn that asks the one before again stands in its place. */
export const readTurns = (history: readonly EarlierTurn[]): EarlierTurn[] => {
  const read: EarlierTurn[] = [];
  for (const turn of history.slice(-MAX_TURNS)) {
    const { message, turns, doubts } = readTurn(turn.question, read);
    const topic = turns.at(-1)?.leads ? `${turns.at(-1)?.question} ` : '';
    if (turns.length < read.length) read.pop();
    // The answer to a doubt is the one before, once more.
    read.push({ ...turn, question: doubts ? message : `${topic}${message}` });
  }
  return read;
};

/** Minimum content words of a correction that is a question by itself. */
const MIN_OWN_WORDS = 3;
const OPENS_QUESTION =
  /^(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|do|does|did|can|could|may|must|will|would|should|has|have)\b/i;
const asksByItself = (text: string): boolean =>
  OPENS_QUESTION.test(text) && questionTerms(text).length >= MIN_OWN_WORDS;

/** The question with its word that is written most like the given one replaced by it; undefined if none is alike. */
const repairedQuestion = (question: string, written: string): string | undefined => {
  const [word, ...others] = words(written);
  if (word === undefined || others.length > 0) return undefined;
  const alike = words(question)
    .map((asked) => ({ asked, distance: editDistance(asked, word) }))
    .filter(({ asked, distance }) => distance > 0 && distance <= MAX_SLIP * Math.max(asked.length, word.length))
    .toSorted((a, b) => a.distance - b.distance)[0]?.asked;
  if (alike === undefined) return words(question).includes(word) ? question : undefined;
  const at = question.toLowerCase().indexOf(alike);
  return at < 0 ? undefined : question.slice(0, at) + written.trim() + question.slice(at + alike.length);
};

/** A topic, with the last earlier question that was about it. */
const askedOf = (topic: string, turns: readonly EarlierTurn[]): string => {
  const stems = new Set(questionTerms(topic).flatMap(stemsOf));
  const about = turns.findLast(({ question, answer }) =>
    [...stemsOf(question), ...stemsOf(answer)].some((stem) => stems.has(stem)),
  );
  return about ? `${about.question} ${topic}` : topic;
};

/** What somebody says who doubts an answer: "somebody told me twelve", "it was 5", "it's 20". */
const CLAIM =
  /^(?:(?:but|because|cause|cos|since|i'?m (?:pretty |quite )?sure|i (?:thought|think|heard|read|remember|know)|(?:some(?:body|one)|everyone|they|he|she|my \p{L}+|the \p{L}+|a \p{L}+|it|that|this|there)(?:'s| is| was| were| says?| said| tells?| told| used)|last (?:time|year))(?!\p{L})).{1,100}$/iu;

/**
 * The language of a message that doubts the last answer, alone ("are you sure?") or with what somebody takes to be right
 * ("that's wrong, it's 20").
 */
const doubtIn = (text: string): ReplyLanguage | undefined => {
  const whole = smallTalkIn(text);
  if (whole) return whole.kind === 'doubt' ? whole.language : undefined;
  const [, first, rest] = /^([^,.!?;:\n–—]{2,60})[,.!?;:\n–—]+\s*(\S[^?\n]*)$/u.exec(text.trim()) ?? [];
  if (first === undefined || rest === undefined) return undefined;
  const lead = smallTalkIn(first);
  return lead && (lead.kind === 'doubt' || lead.kind === 'wrong') && CLAIM.test(rest) ? lead.language : undefined;
};
