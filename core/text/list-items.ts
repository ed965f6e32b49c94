const LIST_ITEM = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+\S/u;

/** True for a line that begins with a bullet or a number. */
export const isListItem = (line: string): boolean => LIST_ITEM.test(line);

/** True for an item below a line: any item below one that is no item itself, and an item that is set in further. */
export const isItemBelow = (line: string, below: string): boolean =>
  isListItem(below) && (!isListItem(line) || indentOf(below) > indentOf(line));

/** How far a line is set in, in characters. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
