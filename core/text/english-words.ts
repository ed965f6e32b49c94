type Dictionary = { correct(word: string): boolean };
let dictionary: Promise<Dictionary> | undefined;

const read = async (): Promise<Dictionary> => {
  const [{ default: nspell }, { default: english }] = await Promise.all([import('nspell'), import('dictionary-en')]);
  return nspell(english.aff, english.dic);
};

/** British spellings and what the American dictionary has for them. */
const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/our(?=$|s|ed|ing|ite|ful|able|ly|hood)/, 'or'],
  [/is(?=e$|es$|ed$|ing$|ation)/, 'iz'],
  [/ys(?=e$|es$|ed$|ing$)/, 'yz'],
  [/(?<=[bt])re(?=$|s$)/, 'er'],
  [/ogue(?=$|s$)/, 'og'],
  [/ll(?=ed$|ing$|er$|ers$)/, 'l'],
  [/ence(?=$|s$)/, 'ense'],
  [/^tyre/, 'tire'],
  [/^kerb/, 'curb'],
  [/^gre(?=y)/, 'gra'],
  [/^chequ/, 'check'],
  [/plough/, 'plow'],
  [/mould/, 'mold'],
  [/programme(?=$|s$)/, 'program'],
  [/^draught/, 'draft'],
  [/^storey/, 'story'],
  [/aluminium/, 'aluminum'],
  [/^pyjama/, 'pajama'],
  [/^jeweller/, 'jeweler'],
];
/** The American spellings of a word that may be British. */
const americanFormsOf = (word: string): string[] =>
  BRITISH.flatMap(([british, american]) => (british.test(word) ? [word.replace(british, american)] : []));

/**
 * True if Hunspell's English dictionary contains a word in any form, or its American spelling. Loads the dictionary at the
 * first call: 0.2 s and 27 MB.
 */
export const isEnglishWord = async (word: string): Promise<boolean> => {
  dictionary ??= read();
  const english = await dictionary;
  return [word, ...americanFormsOf(word)].some((one) => english.correct(one));
};
