import type { Answer } from './answer.ts';
import { languageOf } from './text/language.ts';

/** True for the verdicts `answered` and `likely`. */
export const givesAnswer = (verdict: string | undefined): boolean => verdict === 'answered' || verdict === 'likely';

/** "Your pages don't say …", in the languages that Parley speaks. */
const DO_NOT_SAY = {
  en: (missing: string) => `Your pages don’t say ${missing}.`,
  de: (missing: string) => `Eure Seiten sagen nicht, ${missing}.`,
  fr: (missing: string) => `Vos pages ne disent pas ${missing}.`,
  es: (missing: string) => `Vuestras páginas no dicen ${missing}.`,
};
type Spoken = keyof typeof DO_NOT_SAY;
const SPOKEN = Object.keys(DO_NOT_SAY);

/**
 * A sentence that tells what no page says, in the language in which that is worded; where that is too short to tell, in the
 * language of the answer.
 * @param missing words that go on after "The pages don't say"
 */
export const pagesDoNotSay = (missing: readonly string[], answer: string): string => {
  const links = missing.join('; ');
  const language = languageOf(links, SPOKEN) ?? languageOf(answer, SPOKEN) ?? 'en';
  return DO_NOT_SAY[language as Spoken](links);
};

/** The line shown with a likely answer; undefined for any other. */
export const unconfirmedLine = ({
  verdict,
  unconfirmed = [],
  text,
}: Pick<Answer, 'verdict' | 'unconfirmed' | 'text'>): string | undefined =>
  verdict === 'likely' && unconfirmed.length > 0 ? pagesDoNotSay(unconfirmed, text) : undefined;
