type Dictionary = { correct(word: string): boolean };
let dictionary: Promise<Dictionary> | undefined;

const read = async (): Promise<Dictionary> => {
  const [{ default: nspell }, { default: english }] = await Promise.all([import('nspell'), import('dictionary-en')]);
  return nspell(english.aff, english.dic);
};

/**
 * True if Hunspell's English dictionary contains a word in any form. Loads the dictionary at the first call: 0.2 s and
 * 27 MB.
 */
export const isEnglishWord = async (word: string): Promise<boolean> => {
  dictionary ??= read();
  return (await dictionary).correct(word);
};
