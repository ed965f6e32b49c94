import { ofLast } from '../../words/of-last.ts';
import { stemsOf } from '../../words/stems.ts';

/** "a rabbit or a ferret": groups 1 and 2 are what may be chosen. */
const EITHER = /([\p{L}\p{N}-]+)\s+or\s+(?:an?\s+|the\s+)?([\p{L}\p{N}-]+)/iu;
/** True if a question leaves a choice of two, and a candidate's words name one of them alone. */
export const namesOneOf = (question: string, own: ReadonlySet<string>): boolean => {
  const sides = sidesOf(question);
  if (!sides) return false;
  const isNamed = (side: readonly string[]) => side.some((stem) => own.has(stem));
  return isNamed(sides.first) !== isNamed(sides.second);
};
const sidesOf = ofLast((question: string) => {
  const [, first, second] = EITHER.exec(question) ?? [];
  return first !== undefined && second !== undefined ? { first: stemsOf(first), second: stemsOf(second) } : undefined;
});
