/** The part of a long text that goes into one message. */
export interface Portion {
  start: number;
  end: number;
  /** Reopens a code fence, or repeats the header of a table, that the previous cut went through. */
  before: string;
  /** Closes a code fence that this cut goes through. */
  after: string;
}

export interface PortionLimits {
  /** After this many characters, the message ends at the next paragraph break. */
  soft: number;
  /** Maximum characters of a message. */
  hard: number;
}

/** The opening line of the code fence that is still open at the end of a text, if any. */
const openFence = (text: string): string | undefined => {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const fence = /^\s*(`{3,}|~{3,})(.*)$/.exec(line);
    if (!fence) continue;
    if (open === undefined) open = line.trim();
    else if (fence[2]?.trim() === '' && fence[1]?.startsWith(open.slice(0, 3))) open = undefined;
  }
  return open;
};

/** The header of the table that a cut after `text` goes through, if any, to repeat it in the next message. */
const openTable = (text: string, next: string): string | undefined => {
  if (!/^\s*\|/.test(next)) return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  let first = lines.length;
  while (first > 0 && /^\s*\|/.test(lines[first - 1] ?? '')) first -= 1;
  const [header, rule] = [lines[first], lines[first + 1]];
  return header && rule && /^\s*\|[\s:|-]+\|?\s*$/.test(rule) && lines.length - first > 2
    ? `${header}\n${rule}\n`
    : undefined;
};

/**
 * Splits a growing text into messages. A cut never moves when the text grows, so messages before the last one do not change.
 */
export const portions = (text: string, { soft, hard }: PortionLimits): Portion[] => {
  const result: Portion[] = [];
  let start = 0;
  let before = '';
  for (;;) {
    const room = hard - before.length - 8;
    const rest = text.slice(start);
    if (rest.length <= soft || (rest.length <= room && border(rest, soft, room) === undefined)) {
      result.push({ start, end: text.length, before, after: '' });
      return result;
    }
    const length = border(rest, soft, room) ?? fallback(rest, soft, room);
    const shown = before + rest.slice(0, length);
    const fence = openFence(shown);
    result.push({
      start,
      end: start + length,
      before,
      after: fence ? `${shown.endsWith('\n') ? '' : '\n'}${fence.slice(0, 3)}` : '',
    });
    start += length;
    before = fence ? `${fence}\n` : (openTable(shown, text.slice(start)) ?? '');
  }
};

/** The texts of the messages into which a text is split. */
export const portionTexts = (text: string, limits: PortionLimits): string[] =>
  portions(text, limits).map(({ before, start, end, after }) => before + text.slice(start, end) + after);

/** The end of the first paragraph after `soft` that is outside of code and before `hard`, if any. */
const border = (text: string, soft: number, hard: number): number | undefined => {
  for (let at = text.indexOf('\n\n', soft); at >= 0 && at + 2 <= hard; at = text.indexOf('\n\n', at + 1))
    if (openFence(text.slice(0, at)) === undefined) return at + 2;
  return undefined;
};

/** The last line end before `hard`, or else the last word end, or else `hard` itself, without splitting a surrogate pair. */
const fallback = (text: string, soft: number, hard: number): number => {
  const line = text.lastIndexOf('\n', hard - 1);
  if (line >= soft) return line + 1;
  const word = text.lastIndexOf(' ', hard - 1);
  if (word >= soft / 2) return word + 1;
  const code = text.charCodeAt(hard - 1);
  return code >= 0xd800 && code <= 0xdbff ? hard - 1 : hard;
};
