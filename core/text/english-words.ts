type Dictionary = { correct(word: string): boolean };
let dictionary: Promise<Dictionary> | undefined;

const read = async (): Promise<Dictionary> => {
  const [{ default: nspell }, { default: english }] = await Promise.all([import('nspell'), import('dictionary-en')]);
  return nspell(english.aff, english.dic);
};

/**
 * Tells whether a word is spelt right in English, in any of its forms, by Hunspell's dictionary. It is read when it is first
 * asked for: 0.2 s and 27 MB.
 */
export const isEnglishWord = async (word: string): Promise<boolean> => {
  dictionary ??= read();
  return (await dictionary).correct(word);
};
