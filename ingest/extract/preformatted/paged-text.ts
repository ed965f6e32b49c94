/** A line of a text that is laid out for paper or a terminal. */
export interface TextLine {
  /** Number of columns before its first word; -1 for an empty line. */
  indent: number;
  /** Its text without the white space around it. */
  plain: string;
}

/** "Shafranovich                 Informational                      [Page 3]", below each page of an RFC. */
const FOOTER = /(?:^|\s)\[Page (?:\d{1,4}|[ivxlc]{1,8})\]$/;
/** The header of a page of an RFC, with the number, the title and the month in columns. */
const HEADER = /^(?:RFC \d+\s|Internet-Draft\s)|\S\s{2,}\S/;
/** The dots between a line of contents and its page number. */
const LEADERS = /(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,8})$/;
/** The number of a section or an appendix, before its title. */
const NUMBER = /^(?:(\d{1,2}(?:\.\d{1,2}){0,4})\.?|(?:Appendix\s+)?[A-Z](?:\.\d{1,2}){0,3}[.:])\s+(?=\S)/;
const MAX_HEADING = 80;
/** Minimum indentation of a centred line. */
const CENTRED = 8;

/** True for lines with the footer of a page among them. */
export const isPaged = (lines: readonly TextLine[]): boolean => lines.some(({ plain }) => FOOTER.test(plain));

/**
 * Removes the headers and footers of pages and the lines of contents from a paged text such as an RFC. Joins a sentence across a
 * page break, without an empty line.
 *
 * @param empty the line to insert between paragraphs that a page break separates
 */
export const unpaged = <L extends TextLine>(lines: readonly L[], empty: L): L[] => {
  const out: L[] = [];
  const isEmpty = (at: number) => (lines[at]?.indent ?? 0) < 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (!FOOTER.test(line.plain)) {
      if (!LEADERS.test(line.plain)) out.push(line);
      else {
        const heading = out.findLastIndex(({ indent }) => indent >= 0);
        if (heading >= 0 && /^(?:table of )?contents$/i.test(out[heading]!.plain)) out.splice(heading);
      }
      continue;
    }
    while (out.length > 0 && out.at(-1)!.indent < 0) out.pop();
    let next = at + 1;
    while (next < lines.length && isEmpty(next)) next++;
    const head = lines[next];
    if (head?.indent === 0 && HEADER.test(head.plain)) next++;
    while (next < lines.length && isEmpty(next)) next++;
    const last = out.at(-1);
    const first = lines[next];
    const goesOn = last !== undefined && first !== undefined && last.indent > 0 && first.indent === last.indent;
    if (!goesOn || /[.!?:;]["”)]*$/.test(last.plain) || /^(?:[-*o+•]|\d+\.|\(?\w\))\s/.test(first.plain))
      out.push(empty);
    at = next - 1;
  }
  return out;
};

/**
 * The level of a heading at the left margin of an indented text, alone between empty lines. It depends on the depth of its number;
 * level 1 is the text's title. Undefined for other lines.
 */
export const marginHeading = (lines: readonly TextLine[], at: number): number | undefined => {
  const line = lines[at];
  if (line?.indent !== 0 || line.plain.length > MAX_HEADING) return undefined;
  // Not a heading: a line with a neighbour, such as a part of an item, and a mark of Markdown or the number of a note.
  if ((lines[at - 1]?.indent ?? -1) >= 0 || (lines[at + 1]?.indent ?? -1) >= 0 || /^[#[^]/.test(line.plain))
    return undefined;
  const [number = '', digits] = NUMBER.exec(line.plain) ?? [];
  const words = line.plain.slice(number.length);
  if (!/\p{L}{2}/u.test(words) || /[.,;]$|\s{3}/.test(words)) return undefined;
  return digits === undefined ? 2 : Math.min(6, digits.split('.').length + 1);
};

/** The first centred lines with nothing beside them, which are the title of an RFC. */
export const centredTitle = (lines: readonly TextLine[]): { from: number; to: number } | undefined => {
  for (let from = 0; from < Math.min(lines.length, MAX_LINES_ABOVE_TITLE); from++) {
    if ((lines[from]?.indent ?? -1) < CENTRED || (lines[from - 1]?.indent ?? -1) >= 0) continue;
    let to = from;
    while ((lines[to]?.indent ?? -1) >= CENTRED) to++;
    if ((lines[to]?.indent ?? -1) < 0) return { from, to };
  }
  return undefined;
};
const MAX_LINES_ABOVE_TITLE = 40;
