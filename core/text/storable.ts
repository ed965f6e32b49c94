/** Replaces NUL and unpaired surrogates, which stores reject or replace, by U+FFFD. The length stays the same, so offsets do too. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
