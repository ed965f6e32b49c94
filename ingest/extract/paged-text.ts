/** A line of a text that was set for paper or a terminal. */
export interface TextLine {
  /** Columns before its first word; -1 for an empty line. */
  indent: number;
  /** Its words, without the white space around them. */
  plain: string;
}

/** "Shafranovich                 Informational                      [Page 3]", below each page of an RFC. */
const FOOTER = /(?:^|\s)\[Page (?:\d{1,4}|[ivxlc]{1,8})\]$/;
/** Its head has the number, the title and the month, in columns. */
const HEADER = /^(?:RFC \d+\s|Internet-Draft\s)|\S\s{2,}\S/;
/** Dots that lead from a line of contents to its page. */
const LEADERS = /(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,8})$/;
/** The number of a section or an appendix, before its words. */
const NUMBER = /^(?:(\d{1,2}(?:\.\d{1,2}){0,4})\.?|(?:Appendix\s+)?[A-Z](?:\.\d{1,2}){0,3}[.:])\s+(?=\S)/;
const MAX_HEADING = 80;
/** Columns from which a line stands in the middle of its page. */
const CENTRED = 8;

export const isPaged = (lines: readonly TextLine[]): boolean => lines.some(({ plain }) => FOOTER.test(plain));

/**
 * The lines of a text in pages, as RFCs are, without what stands above and below each page and without lines of contents. A
 * sentence that goes on over the page break has no empty line in it.
 *
 * @param empty a line to stand between what the page break parts
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
 * The level of a heading at the left margin of a text that is set in: alone between empty lines, by the depth of its number.
 * The text's own title is of level 1.
 */
export const marginHeading = (lines: readonly TextLine[], at: number): number | undefined => {
  const line = lines[at];
  if (line?.indent !== 0 || line.plain.length > MAX_HEADING) return undefined;
  // Its words would go on in the next line, as an item's do; and a mark of Markdown or a note's number begins no heading.
  if ((lines[at - 1]?.indent ?? -1) >= 0 || (lines[at + 1]?.indent ?? -1) >= 0 || /^[#[^]/.test(line.plain))
    return undefined;
  const [number = '', digits] = NUMBER.exec(line.plain) ?? [];
  const words = line.plain.slice(number.length);
  if (!/\p{L}{2}/u.test(words) || /[.,;]$|\s{3}/.test(words)) return undefined;
  return digits === undefined ? 2 : Math.min(6, digits.split('.').length + 1);
};

/** The first lines that stand in the middle of the page with nothing beside them: what an RFC is called. */
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
