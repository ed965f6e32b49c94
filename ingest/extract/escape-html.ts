import { parseHtml, walk } from './dom.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes a text so that HTML and XML read it as text, also in an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The text with the signs that entities stand for. Tags in it are text. */
export const unescapeHtml = (text: string): string => {
  let plain = '';
  walk(parseHtml(text.replaceAll('<', '&lt;')), {
    text: (data) => {
      plain += data;
    },
  });
  return plain;
};
