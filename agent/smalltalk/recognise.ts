import { languageOf } from '../../core/text/language.ts';
import { oddInput } from './odd-input.ts';
import { PHRASE_KINDS, type PhraseKind } from './phrases/phrasebook.ts';
import {
  choreIn,
  clausesOf,
  fold,
  isForMore,
  languageSaid,
  orderedIn,
  type ReadClause,
  type ReplyLanguage,
  readClause,
} from './phrases/read-clause.ts';

/** Kinds of messages that ask the pages nothing. */
export type SmallTalkKind =
  | PhraseKind
  | 'injection'
  | 'remark'
  | 'chore'
  | 'empty'
  | 'emoji'
  | 'link'
  | 'stack-trace'
  | 'no-words';

export interface SmallTalk {
  kind: SmallTalkKind;
  language: ReplyLanguage;
}

/** Maximum characters of small talk; longer messages ask something. */
const MAX_CHARS = 140;
/** Maximum characters of a message that may ask to ignore instructions. */
const MAX_ORDER_CHARS = 400;

/** A sum without a model, which Parley can't do: "what is 17 * 23?" */
const SUM =
  /^(?:what(?:'s| is)|calculate|compute|solve|how much is|was ist|combien font|cuanto es)? ?[\d\s.,()]+(?:[-+*/x^×÷]|plus|minus|times|divided by|mal|geteilt durch)[-+*/x^×÷\d\s.,()]*=?\??$/;

/**
 * Recognises a message that asks the pages nothing: a greeting, thanks, a question about Parley itself, a link alone.
 * Undefined for anything else, and if in doubt.
 * @param options.hasModel true if a model answers: it writes poems, calculates, and shortens or translates an earlier answer
 * @param options.hasEarlier true in a thread with an earlier answer, where "are you sure?" is about that answer
 */
export const smallTalkIn = (
  message: string,
  { hasModel = false, hasEarlier = false }: { hasModel?: boolean; hasEarlier?: boolean } = {},
): SmallTalk | undefined => {
  const odd = oddInput(message);
  if (odd) return { kind: odd, language: 'en' };
  const folded = fold(message);
  const ordered = folded.length <= MAX_ORDER_CHARS ? orderedIn(folded) : [];
  if (ordered.length > 0) return { kind: 'injection', language: languageSaid([{ languages: ordered }]) };
  if (folded.length > MAX_CHARS) return undefined;
  if (!hasModel) {
    const chore = choreIn(folded);
    if (chore.length > 0) return { kind: 'chore', language: languageSaid([{ languages: chore }]) };
    if (SUM.test(message.trim().toLowerCase())) return { kind: 'chore', language: replyLanguageOf(folded) };
  }
  if (!hasEarlier && mayBeTopic(folded)) return undefined;
  const clauses = clausesOf(folded).map(readClause);
  if (!isWhollyRead(clauses)) return undefined;
  const kind = PHRASE_KINDS.find((one) => clauses.some((clause) => clause.kind === one));
  if (!kind || (hasEarlier && (kind === 'doubt' || asksForMore(message))) || (kind === 'rework' && hasModel))
    return undefined;
  return { kind, language: languageSaid(clauses) };
};

const isWhollyRead = (clauses: readonly (ReadClause | undefined)[]): clauses is ReadClause[] =>
  clauses.length > 0 && clauses.every((clause) => clause !== undefined);

/** Small talk of a message that a model took for a remark, which asks nothing and is none of the known phrases. */
export const remark = (message: string): SmallTalk => ({ kind: 'remark', language: replyLanguageOf(fold(message)) });

const replyLanguageOf = (folded: string): ReplyLanguage => {
  const language = languageOf(folded);
  return language === 'de' || language === 'fr' || language === 'es' ? language : 'en';
};

/** True for praise that is a topic where nothing was answered yet: "sound" asks for the sound desk. */
export const mayBeTopic = (folded: string): boolean =>
  /^(?:a )?(?:sound|magic|mint|grand|ace|top|star|gem|hero|angel|champ(?:ion)?|copy|wizard|treasure|legend|noted|roger|sorted|smashing|shame|pity|belter|trooper|beauty|ripper|genius|life ?saver)\W*$/.test(
    folded,
  );

/** True for a message that asks what else the page of the last answer says: "tell me more about that". */
export const asksForMore = (message: string): boolean => isForMore(fold(message));

/** The turns that asked the pages something, without "thanks!" and "are you sure?". */
export const withoutSmallTalk = <Turn extends { question: string }>(turns: readonly Turn[] = []): Turn[] =>
  turns.filter(({ question }) => smallTalkIn(question) === undefined && !asksForMore(question));
