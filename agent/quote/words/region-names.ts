import { words } from '../../../core/text/words.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let names: ReadonlySet<string> | undefined;

/** The names of the world's countries in a language. */
export const regionsIn = (language: string): string[] => {
  const named = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.flatMap((second) => named.of(first + second) ?? []));
};

/** The words of the world's countries' names in Parley's languages, folded. They are often typed in lower case. */
export const regionNames = (): ReadonlySet<string> => {
  names ??= new Set(LANGUAGES.flatMap(regionsIn).flatMap(words));
  return names;
};
