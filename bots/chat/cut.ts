/** A text cut to so many characters, the last of them an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
