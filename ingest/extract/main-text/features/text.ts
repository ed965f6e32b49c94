import { isTag, type ParentNode } from '../../dom.ts';
import { PHRASE_NAMES, phraseBits } from '../phrases.ts';
import { type FeatureGroup, share } from './feature-group.ts';

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The block's own text: its length, its links, and how much it resembles a sentence. */
export const textShape: FeatureGroup = {
  names: [
    'log_length',
    'link_density',
    'words',
    'mean_word',
    'commas',
    'sentences',
    'ends_sentence',
    'ends_colon',
    'upper_start',
    'capital_words',
    'upper_letters',
    'digits',
    'bold',
    'heading',
    'links',
    'pre',
    'cell',
    'title_overlap',
    'in_title',
    'address',
  ],
  prepare({ blocks, length, density, title }) {
    const titleWords = new Set(words(title));
    return (i, row, at) => {
      const { text, boldLength, links, pre, table, element } = blocks[i]!;
      const size = length[i]!;
      const tokens = text.split(' ');
      let capitals = 0;
      for (const token of tokens) if (/^\p{Lu}/u.test(token)) capitals++;
      let upper = 0;
      let digits = 0;
      let commas = 0;
      let stops = 0;
      for (let c = 0; c < size; c++) {
        const code = text.charCodeAt(c);
        if (code >= 65 && code <= 90) upper++;
        else if (code >= 48 && code <= 57) digits++;
        else if (code === 44 || code === 0x3001 || code === 0xff0c) commas++;
        else if (
          (code === 46 || code === 33 || code === 63 || code === 0x3002) &&
          (c === size - 1 || text.charCodeAt(c + 1) === 32)
        )
          stops++;
      }
      const own = size < 300 ? words(text) : [];
      const common = own.filter((word) => titleWords.has(word)).length;
      row[at++] = Math.log1p(size);
      row[at++] = density[i]!;
      row[at++] = Math.min(200, tokens.length);
      row[at++] = size / tokens.length;
      row[at++] = commas;
      row[at++] = Math.min(30, stops);
      row[at++] = Number(/[.!?…。！？]["”’»)\]]*$/.test(text));
      row[at++] = Number(/[:：]$/.test(text));
      row[at++] = Number(/^["“«(]?\p{Lu}/u.test(text));
      row[at++] = capitals / tokens.length;
      row[at++] = upper / size;
      row[at++] = digits / size;
      row[at++] = share(boldLength, size);
      row[at++] = headingLevel(element);
      row[at++] = links;
      row[at++] = Number(pre);
      row[at++] = Number(table !== undefined);
      row[at++] = share(common, own.length);
      row[at++] = Number(size > 12 && title.includes(text));
      row[at++] = Number(/@\w+\.\w|https?:|www\.|\+?\d[\d ()-]{7,}\d/.test(text));
    };
  },
};

/** Level of the heading around the block; 0 for none. */
export const headingLevel = (element: ParentNode | undefined): number => {
  let node: ParentNode | null = element ?? null;
  for (let up = 0; up < 3 && node !== null && isTag(node); up++, node = node.parent)
    if (/^h[1-6]$/.test(node.name)) return Number(node.name[1]);
  return 0;
};

/** Phrases of boilerplate, words that the page repeats, and the start of its description. */
export const phrases: FeatureGroup = {
  names: [...PHRASE_NAMES.map((name) => `phrase_${name}`), 'repeated', 'described'],
  prepare({ blocks, description }) {
    const times = new Map<string, number>();
    for (const { text } of blocks) times.set(text, (times.get(text) ?? 0) + 1);
    const start = description.slice(0, 60).toLowerCase();
    return (i, row, at) => {
      const { text } = blocks[i]!;
      const bits = phraseBits(text);
      for (let p = 0; p < PHRASE_NAMES.length; p++) row[at++] = (bits >> p) & 1;
      row[at++] = Math.min(10, times.get(text)!);
      row[at++] = Number(start.length > 30 && text.toLowerCase().startsWith(start));
    };
  },
};
