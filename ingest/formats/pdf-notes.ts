import type { TextRun } from './text-run.ts';

/** What is looked at of a line. */
interface PlacedLine {
  text: string;
  y: number;
  size: number;
  /** Small letters beside larger ones, above or below their line: exponents, indices and the marks of notes. */
  scripts: readonly TextRun[];
  /** The first run, where that is one of them. */
  mark?: string;
}

/** A note at the foot of a page, or of a column, by its lines. */
export interface Footnote<L extends PlacedLine> {
  /** Undefined for the rest of a note that began on the page before. */
  mark: string | undefined;
  lines: L[];
}

/** Letters of a note are this much smaller than the body's. */
const MAX_NOTE_SIZE = 0.93;
const MARK = /^(?:\d{1,3}|[a-z]|[*†‡§¶]{1,3})$/;
/** The end of a sentence, with the mark of a note behind it. */
export const SENTENCE_END = /[.!?:]["”’)]*(?:\[(?:\d{1,3}|[a-z]|[*†‡§¶]{1,3})\])?$/;

/**
 * Takes the notes at the foot of a page, or of its columns, out of its lines: small lines, the first of which begins with a
 * raised mark, below which nothing stands. They are no part of the sentence that goes on over the page break.
 *
 * @param open the last note of the page before, if that one does not end with its page
 */
export const apartFromNotes = <L extends PlacedLine>(
  page: readonly L[],
  body: number,
  open: boolean,
): { text: L[]; notes: Footnote<L>[] } => {
  const text: L[] = [];
  const notes: Footnote<L>[] = [];
  for (let at = 0; at < page.length; ) {
    let end = at;
    while (
      end < page.length &&
      page[end]!.size <= body * MAX_NOTE_SIZE &&
      (end === at || page[end]!.y < page[end - 1]!.y)
    )
      end++;
    const isLowest = end === page.length || page[end]!.y > (page[end - 1]?.y ?? 0);
    const stretch = page.slice(at, end);
    const first = open && notes.length === 0 && isLowest && end === page.length ? 0 : stretch.findIndex(isMarked);
    if (end === at || !isLowest || first === -1) {
      const next = Math.max(at + 1, end);
      for (const one of page.slice(at, next)) text.push(one);
      at = next;
      continue;
    }
    for (const one of stretch.slice(0, first)) text.push(one);
    for (const one of stretch.slice(first)) {
      if (isMarked(one) || notes.length === 0) notes.push({ mark: one.mark, lines: [one] });
      else notes.at(-1)!.lines.push(one);
    }
    at = end;
  }
  return { text, notes };
};

const isMarked = ({ mark }: PlacedLine): boolean => mark !== undefined && MARK.test(mark);
