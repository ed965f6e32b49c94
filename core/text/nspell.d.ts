declare module 'nspell' {
  /** Creates a spell checker from the two files of a Hunspell dictionary. */
  export default function nspell(affixes: Uint8Array, words: Uint8Array): { correct(word: string): boolean };
}
