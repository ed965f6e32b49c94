import type { Answer } from './answer.ts';

/** True for the verdicts that give an answer: a stated one, or the likely one. */
export const givesAnswer = (verdict: string | undefined): boolean => verdict === 'answered' || verdict === 'likely';

/** The line that stands beside a likely answer wherever it is shown; undefined beside any other. */
export const unconfirmedLine = ({ verdict, unconfirmed = [] }: Pick<Answer, 'verdict' | 'unconfirmed'>) =>
  verdict === 'likely' && unconfirmed.length > 0 ? `Your pages don’t say ${unconfirmed.join('; ')}.` : undefined;
