import { withoutAccents } from './visible-text.ts';

/** A rule that finds an order to the model in a folded sentence. */
export interface OrderRule {
  /**
   * `attack`: overrides rules, imitates a prompt, or addresses a machine; the whole page is not evidence.
   * `directive`: dictates an answer or asks a reader for a secret; only the sentence is not evidence.
   */
  severity: 'attack' | 'directive';
  pattern: RegExp;
  /**
   * True if the rule finds words to be said that may be meant for people outside the team: "say that …". Such an order
   * is the page's content where the page is about talking with them (outside-people.ts).
   */
  mayBeForOthers: boolean;
  /** True if what follows in the paragraph belongs to the order: a role to play, what is said instead. */
  throughParagraph: boolean;
}

/**
 * A rule of a pattern over folded text. It is never meant for others and ends with its sentence; spread it to change
 * that.
 */
export const rule = (severity: OrderRule['severity'], pattern: string): OrderRule => ({
  severity,
  pattern: new RegExp(withoutAccents(pattern), 'u'),
  mayBeForOthers: false,
  throughParagraph: false,
});

/** Maximum folded characters between two words of one order. */
export const REACH = 90;
/** Any few words between two parts of an order. */
export const WITHIN_REACH = `[^?!]{0,${REACH}}?`;

export const WORD_START = '(?<![\\p{L}])';
export const WORD_END = '(?![\\p{L}])';
/** A pattern for any of these words as a whole word, not within a number or a longer word. */
export const whole = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})${WORD_END}`;

/** Where an imperative can start: at a sentence, at a clause, or after "please", "must", "you should". */
export const CLAUSE =
  '(?:^|[.!?:;,()\\[\\]"\'“”„«»–—-]\\s*|(?<![\\p{L}])(?:please|kindly|must|should|shall|always|now|also|then|instead|only|just|simply|first|bitte|veuillez|por favor|per favore|proszę|пожалуйста|alsjeblieft)\\s+)';
/** Excludes what a program will do. */
export const NO_FORECAST = '(?<!(?<!you )(?:will|would|can|could|may|might|does|did) )';

/** What points at the exchange itself in front of its noun: "for this conversation", "in deiner Antwort". */
const THIS =
  '(?:this|these|that|your|you|the (?:users?|reader|answer|reply|response|page|text|document|conversation|session)|how|what|dies\\p{L}*|dein\\p{L}*|ihre?\\p{L}*|cet?(?:te)?|ces|ta|ton|tes|vos|votre|est[aeo]s?|tus?|sus?|quest[aeoi]|quell[aeoi]|t[uo][aoei]|sua|deze|dit|jouw?|uw|t(?:ej|en|ym)|twoj\\p{L}*|эт\\p{L}+|тво\\p{L}+|ваш\\p{L}*)';
/**
 * Behind rules: what they are about. "Ignore the old instructions about the alarm code" is what staff are told when a rule of
 * theirs changes, so it costs its sentence and not its page; whoever wants all rules gone names no matter.
 */
export const ofTopic = (topic: string): string =>
  `(?:(?!(?:and|or|but|then|und|oder|et|ou|y|o|e|en|i|и)(?!\\p{L}))\\p{L}+ )?(?:${topic}) (?!${THIS}(?!\\p{L}))\\p{L}`;
