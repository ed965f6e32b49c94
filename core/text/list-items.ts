const LIST_ITEM = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+\S/u;

/** True for a line that begins with a bullet or a number. */
export const isListItem = (line: string): boolean => LIST_ITEM.test(line);
