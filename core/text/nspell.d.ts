declare module 'nspell' {
  /** @param affixes @param words the two files of a Hunspell dictionary */
  export default function nspell(affixes: Uint8Array, words: Uint8Array): { correct(word: string): boolean };
}
