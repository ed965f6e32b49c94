import type { Feedback } from '../../core/conversation.ts';

/** The reasons that a thumbs down may name, as every form offers them. */
export const reasons: readonly { value: NonNullable<Feedback['reason']>; label: string }[] = [
  { value: 'wrong', label: 'It is wrong' },
  { value: 'outdated', label: 'It is outdated' },
  { value: 'not-grounded', label: 'Its sources do not say so' },
  { value: 'missing-source', label: 'It misses a source' },
  { value: 'other', label: 'Something else' },
];

export const isReason = (value: unknown): value is NonNullable<Feedback['reason']> =>
  reasons.some((reason) => reason.value === value);

/** Emoji that count as an opinion: Slack's names and Discord's characters, skin tones left aside. */
export const ratingOfReaction = (emoji: string): Feedback['rating'] | undefined => {
  const plain = emoji.replace(/::skin-tone-\d$/, '').replace(/[\u{1F3FB}-\u{1F3FF}]/gu, '');
  if (['+1', 'thumbsup', '👍', 'white_check_mark', '✅'].includes(plain)) return 'up';
  if (['-1', 'thumbsdown', '👎', 'x', '❌'].includes(plain)) return 'down';
  return undefined;
};
