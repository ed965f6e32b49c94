/**
 * Formats a number with its noun.
 * @example
 * counted(1, 'page') // '1 page'
 * counted(3, 'person', 'people') // '3 people'
 */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
