/** An element that stands in a text: `<ref name="a">A book</ref>`. */
export interface FoundElement {
  /** In lower case. */
  name: string;
  attributes: string;
  inside: string;
}

/**
 * Replaces elements, and all that is in them, by what a function writes. Comments are left out. An element that is never closed
 * stays as it is.
 *
 * @param names of the elements, in lower case
 */
export const replaceElements = (
  text: string,
  names: readonly string[],
  replace: (element: FoundElement) => string,
): string => {
  const begin = new RegExp(`<!--|<(${names.join('|')})((?:\\s[^<>]{0,1000}|/)?)>`, 'gi');
  // Lower-casing other letters may change the length.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const neverClosed = new Set<string>();
  let out = '';
  let at = 0;
  for (let found = begin.exec(text); found !== null; found = begin.exec(text)) {
    const [sign, tag, attributes = ''] = found;
    const name = tag?.toLowerCase();
    const end = name === undefined ? '-->' : `</${name}`;
    const opened = found.index + sign.length;
    if (attributes.endsWith('/')) {
      out += text.slice(at, found.index) + replace({ name: name ?? '', attributes, inside: '' });
      at = opened;
      continue;
    }
    if (neverClosed.has(end)) continue;
    const closed = lower.indexOf(end, opened);
    if (closed === -1) {
      neverClosed.add(end);
      // As MediaWiki does: a comment goes on to the end.
      if (name !== undefined) continue;
      return out + text.slice(at, found.index);
    }
    out += text.slice(at, found.index);
    if (name === undefined) at = closed + end.length;
    else {
      out += replace({ name, attributes, inside: text.slice(opened, closed) });
      at = text.indexOf('>', closed) + 1 || text.length;
    }
    begin.lastIndex = at;
  }
  return out + text.slice(at);
};

/** Keeps pieces of HTML aside, so that no later step changes them. A piece is marked between two characters that no script uses. */
export const createShelf = () => {
  const pieces: string[] = [];
  return {
    put: (html: string): string => `\uE000${pieces.push(html) - 1}\uE001`,
    /** Puts the pieces back, also those inside of pieces. */
    fill(html: string): string {
      let filled = html;
      for (let depth = 0; depth < 8 && filled.includes('\uE000'); depth++)
        filled = filled.replace(MARK, (_, number: string) => pieces[Number(number)] ?? '');
      return filled;
    },
  };
};

const MARK = /\uE000(\d+)\uE001/g;

/** Text without the characters that mark pieces. */
export const withoutMarks = (text: string): string => text.replace(/[\uE000\uE001]/g, '');
