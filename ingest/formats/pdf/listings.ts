import type { TextRun } from './text-run.ts';

interface RunLine {
  y: number;
  size: number;
  runs: readonly TextRun[];
  /** True for a line of a listing whose lines are counted: it is code also in a file that is mostly monospaced. */
  isCounted?: boolean;
}

/** Maximum distance of two lines of a listing, relative to their size. */
const MAX_APART = 2;

/**
 * Takes off the numbers that count the lines of a listing, so that the rest is code: lines that begin with a number and have
 * program text alone behind it, where a line close to it has the number before or behind. A single one may be a table's.
 *
 * @param toLine makes a line of the runs that are left
 */
export const withoutLineNumbers = <L extends RunLine>(
  lines: readonly L[],
  toLine: (runs: readonly TextRun[]) => L,
): L[] => {
  const numbered = lines.map(({ runs }) => splitNumber(runs));
  return lines.flatMap((line, i) => {
    const own = numbered[i];
    if (own === undefined) return [line];
    // An empty line of the listing has its number alone, and a label in the margin may stand between two lines.
    const around = [i - 2, i - 1, i + 1, i + 2].flatMap((at) => numbered[at]?.number ?? []);
    if (!around.some((other) => [1, 2].includes(Math.abs(other - own.number)))) return [line];
    if (own.rest.length > 0) return [{ ...toLine(own.rest), isCounted: true }];
    // A page's number stands far from the listing; an empty line's is as close as the others.
    const above = lines[i - 1] ?? lines[i + 1];
    return above !== undefined && Math.abs(above.y - line.y) <= MAX_APART * line.size ? [] : [line];
  });
};

/** The number at the start of a line of program text, in a font of its own or not, and the runs behind it. */
const splitNumber = (runs: readonly TextRun[]): { number: number; rest: TextRun[] } | undefined => {
  const [first, ...rest] = runs;
  if (first === undefined || !rest.every(({ mono }) => mono === true)) return undefined;
  const { text, x, width } = first;
  if (/^\d{1,5}$/.test(text.trim()))
    return rest[0] === undefined || rest[0].x > x + width ? { number: Number(text), rest } : undefined;
  const [counted, number] = first.mono === true ? (/^(\d{1,5})\s+(?=\S)/.exec(text) ?? []) : [];
  if (counted === undefined) return undefined;
  const share = counted.length / text.length;
  const left = { ...first, text: text.slice(counted.length), x: x + width * share, width: width * (1 - share) };
  return { number: Number(number), rest: [left, ...rest] };
};
