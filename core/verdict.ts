import type { Answer } from './answer.ts';

/** True for the verdicts `answered` and `likely`. */
export const givesAnswer = (verdict: string | undefined): boolean => verdict === 'answered' || verdict === 'likely';

/** The line shown with a likely answer; undefined for any other. */
export const unconfirmedLine = ({ verdict, unconfirmed = [] }: Pick<Answer, 'verdict' | 'unconfirmed'>) =>
  verdict === 'likely' && unconfirmed.length > 0 ? `Your pages don’t say ${unconfirmed.join('; ')}.` : undefined;
