import { unescapeHtml } from '../../extract/escape-html.ts';

/** Maximum characters that the entities of a file may add: fifty times what a long manual has. */
const MAX_ADDED_CHARS = 2_000_000;
/** Maximum entities that name others in their text. */
const MAX_DEPTH = 8;
const XML_OWN = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/**
 * Writes the entities of an XML file out: those that it declares itself, and those of HTML. One that is declared elsewhere stands
 * by its name (`&kde;` as "kde"). Files that an entity would insert are named. What would expand beyond a bound stays as it is.
 *
 * @returns the text without its DOCTYPE, and the names of files that were not inserted
 */
export const expandEntities = (xml: string): { text: string; files: string[] } => {
  const { subset, body } = splitDoctype(xml);
  const declared = new Map<string, string>();
  const external = new Map<string, string>();
  for (const [, name = '', , file, quote] of subset.matchAll(
    /<!ENTITY\s+([\w.:-]+)\s+(?:(SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))\s+["']([^"']*)["']|("[^"]*"|'[^']*'))/g,
  )) {
    if (file !== undefined) external.set(name, file);
    else if (quote !== undefined && !declared.has(name)) declared.set(name, quote.slice(1, -1));
  }
  let added = 0;
  const files = new Set<string>();
  const expand = (text: string, depth: number): string =>
    text.replace(/&([A-Za-z_][\w.:-]*);/g, (whole, name: string) => {
      if (XML_OWN.has(name)) return whole;
      const file = external.get(name);
      if (file !== undefined) {
        files.add(file);
        return '';
      }
      const value = declared.get(name);
      if (value === undefined) return named(whole, name);
      if (depth >= MAX_DEPTH || added + value.length > MAX_ADDED_CHARS) return name;
      added += value.length;
      return expand(value, depth + 1);
    });
  const text = body
    .split(/(<!\[CDATA\[[\s\S]*?(?:\]\]>|$))/)
    .map((part) => (part.startsWith('<![CDATA[') ? part : expand(part, 0)))
    .join('');
  return { text, files: [...files] };
};

/** A sign of HTML, or the name of an entity that another file declares. */
const named = (whole: string, name: string): string => {
  const sign = unescapeHtml(whole);
  return sign === whole ? name : sign.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
};

/** Parts an XML text at the end of its DOCTYPE, which may declare entities between brackets. */
const splitDoctype = (xml: string): { subset: string; body: string } => {
  const start = xml.search(/<!DOCTYPE\s/);
  if (start === -1) return { subset: '', body: xml };
  const bracket = xml.indexOf('[', start);
  const close = xml.indexOf('>', start);
  if (bracket === -1 || close === -1 || close < bracket)
    return close === -1 ? { subset: '', body: xml } : { subset: '', body: xml.slice(0, start) + xml.slice(close + 1) };
  const end = /\]\s*>/g;
  end.lastIndex = bracket;
  const found = end.exec(xml);
  if (found === null) return { subset: '', body: xml };
  return { subset: xml.slice(bracket, found.index), body: xml.slice(0, start) + xml.slice(end.lastIndex) };
};
