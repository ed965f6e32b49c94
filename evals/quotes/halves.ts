/** Which rows of a file are asked: all, or every second one, so that the others stay unseen. */
export const HALVES = { all: () => true, odd: (at: number) => at % 2 === 0, even: (at: number) => at % 2 === 1 };
/** True for the name of a half. */
export const isHalf = (name: string): name is keyof typeof HALVES => Object.hasOwn(HALVES, name);
