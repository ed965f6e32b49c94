import { CODE } from './markdown-comments.ts';

/** Groups of `CODE` before those of a pattern behind it. */
const OWN = 3;

/** A pattern behind that of code, made once: lines are read by the same few. */
const behindCode = new WeakMap<RegExp, RegExp>();
const codeOr = (pattern: RegExp): RegExp => {
  const made = behindCode.get(pattern) ?? new RegExp(`${CODE.source}|${pattern.source}`, 'gm');
  behindCode.set(pattern, made);
  return made;
};

/** Replaces what matches outside of code. */
export const outsideCode = (
  markdown: string,
  pattern: RegExp,
  write: (found: string, at: number, groups: readonly (string | undefined)[]) => string,
): string =>
  markdown.replace(codeOr(pattern), (found: string, ...rest: unknown[]) => {
    if (rest[1] !== undefined || rest[2] !== undefined) return found;
    const at = rest.findIndex((value) => typeof value === 'number');
    return write(found, rest[at] as number, rest.slice(OWN, at) as (string | undefined)[]);
  });
