import type { TextRun } from './text-run.ts';

/** Minimum letters, and different ones, of a font to judge it by. Digits alone have one width in most fonts. */
const MIN_LETTERS = 40;
const MIN_DIFFERENT = 10;
/** Letters of which a font for prose has narrow and wide ones. */
const NARROW = /[filjt.,;:'|]/;
const WIDE = /[mwMW@%]/;
/** Maximum difference of the widths of a fixed font's characters, as a share. */
const TOLERANCE = 0.02;

interface Measured {
  letters: number;
  least: number;
  most: number;
  different: Set<string>;
}

/**
 * Marks the runs of fonts whose characters all have one width. Most files say so of a font; others leave it out, and their
 * listings would be read as prose.
 */
export const markFixedFonts = (pages: readonly (readonly TextRun[])[]): void => {
  const fonts = new Map<string, Measured>();
  for (const run of pages.flat()) {
    if (run.font === undefined || run.size <= 0 || !/^[\x20-\x7e]{3,}$/.test(run.text)) continue;
    const width = run.width / run.text.length / run.size;
    const known = fonts.get(run.font) ?? { letters: 0, least: width, most: width, different: new Set() };
    fonts.set(run.font, known);
    known.letters += run.text.length;
    known.least = Math.min(known.least, width);
    known.most = Math.max(known.most, width);
    if (known.different.size < 80) for (const letter of run.text) known.different.add(letter);
  }
  const fixed = new Set([...fonts].filter(([, one]) => isFixed(one)).map(([font]) => font));
  if (fixed.size === 0) return;
  for (const run of pages.flat()) if (run.font !== undefined && fixed.has(run.font)) run.mono = true;
};

const isFixed = ({ letters, least, most, different }: Measured): boolean => {
  const all = [...different].join('');
  return (
    letters >= MIN_LETTERS &&
    [...all.replace(/[^a-z]/gi, '')].length >= MIN_DIFFERENT &&
    NARROW.test(all) &&
    WIDE.test(all) &&
    most - least <= most * TOLERANCE
  );
};
