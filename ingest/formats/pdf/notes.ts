import type { TextRun } from './text-run.ts';

/** The fields of a line that decide whether it is part of a note. */
interface PlacedLine {
  text: string;
  y: number;
  size: number;
  /** Superscripts and subscripts: exponents, indices and the marks of notes. */
  scripts: readonly TextRun[];
  /** The first run if it is one of them. */
  mark?: string;
}

/** A note at the bottom of a page or column. */
export interface Footnote<L extends PlacedLine> {
  /** Undefined for the rest of a note that started on the page before. */
  mark: string | undefined;
  lines: L[];
}

/** Maximum letter size of a note, relative to the body's. */
const MAX_NOTE_SIZE = 0.93;
const MARK = /^(?:\d{1,3}|[a-z]|[*†‡§¶]{1,3})$/;
/** The end of a sentence, optionally with the mark of a note after it. */
export const SENTENCE_END = /[.!?:]["”’)]*(?:\[(?:\d{1,3}|[a-z]|[*†‡§¶]{1,3})\])?$/;

/**
 * Separates the notes at the bottom of a page or of its columns from its lines: small lines with nothing below them, the first of
 * which starts with a superscript. They are not part of a sentence that continues on the next page.
 *
 * @param open the last note of the page before, if it does not end with its page
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
