/** Shortens a text to at most `length` characters, the last of which is then an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
