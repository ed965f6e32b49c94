/** Maximum pairs that are open at once; what is deeper stays as it is. */
const MAX_OPEN = 100;

/**
 * Replaces each pair of double brackets, the innermost first: `{{note|see [[Boats]]}}`. A pair that is never closed stays as it is.
 * Each character is looked at once.
 *
 * @param replace what stands for a pair, by what is inside of it
 */
export const replacePairs = (
  text: string,
  [open, close]: readonly [string, string],
  replace: (inside: string) => string,
): string => {
  // A run of an odd number of brackets begins with a single one: `[[a|[b c]]]` ends with a link and a pair.
  const runs = new RegExp(`[${escaped(open.charAt(0))}${escaped(close.charAt(0))}]{2,}`, 'g');
  const tokens = new RegExp(`(?:${escaped(open)}|${escaped(close)})`, 'g');
  const parts: string[][] = [[]];
  let at = 0;
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    const odd = oddLength(run);
    for (const { 0: token, index } of run.slice(odd).matchAll(tokens)) {
      const here = parts.at(-1)!;
      const from = start + odd + index;
      here.push(text.slice(at, from));
      at = from + token.length;
      if (token === open && parts.length <= MAX_OPEN) parts.push([]);
      else if (token === close && parts.length > 1) {
        const inside = parts.pop()!.join('');
        parts.at(-1)!.push(replace(inside));
      } else here.push(token);
    }
  }
  parts.at(-1)!.push(text.slice(at));
  return parts.map((part) => part.join('')).join(open);
};

const oddLength = (run: string): number => (new Set(run).size === 1 ? run.length % 2 : 0);

const escaped = (sign: string): string => sign.replace(/[[\]{}]/g, '\\$&');

/** Parts between bars that stand in no link: `a|[[b|c]]` has two. */
export const splitAtBars = (text: string): string[] => {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(/\[\[[^[\]]*\]\]|\|/g)) {
    if (found !== '|') continue;
    parts.push(text.slice(at, index));
    at = index + 1;
  }
  parts.push(text.slice(at));
  return parts;
};
