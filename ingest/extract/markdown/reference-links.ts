import { CODE } from './markdown-comments.ts';

/** `[label]: address "title"`. A footnote (`[^1]: …`) is text. */
const DEFINITION =
  /^[ \t]{0,8}\[(?!\^)([^[\]\n]{1,200})\]:[ \t]{0,9}<?((?:https?:|mailto:|[./#])[^\s<>]{0,2000}|[^\s<>]{1,2000}\.(?:md|html?|rst|adoc|pdf|txt)(?:#[^\s<>]{0,200})?)>?(?:[ \t]{1,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^()\n]{0,500}\)))?[ \t]*$/;
const USE = /(!?)\[([^[\]\n]{1,300})\](?:\[([^[\]\n]{0,200})\])?(?![[(:])/;
const HEADING = /^ {0,3}#{1,6}[ \t][^\n]*$/;

/**
 * Writes links whose addresses stand elsewhere on the page (`[the guide][guide]`, `[guide]: guide.md`) with their addresses, and
 * leaves out the lines that hold those. Many generators read such a line directly below a sentence too, as CommonMark does not.
 * A heading keeps its words alone. Code stays as it is.
 */
export const referenceLinks = (markdown: string): string => {
  if (!/\]:/.test(markdown)) return markdown;
  const addresses = new Map<string, string>();
  const rest = markdown.replace(
    new RegExp(`${CODE.source}|${DEFINITION.source}`, 'gm'),
    (found, ...groups: unknown[]) => {
      const [label, address] = groups.slice(3, 5) as (string | undefined)[];
      if (label === undefined || address === undefined) return found;
      const key = keyOf(label);
      if (!addresses.has(key)) addresses.set(key, address);
      return '';
    },
  );
  if (addresses.size === 0) return markdown;
  const linked = (text: string, withAddress: boolean) =>
    text.replace(new RegExp(`${CODE.source}|${USE.source}`, 'gm'), (found, ...groups: unknown[]) => {
      const [image, words, label] = groups.slice(3, 6) as (string | undefined)[];
      if (words === undefined) return found;
      const address = addresses.get(keyOf(label || words));
      if (address === undefined) return found;
      if (image === '!') return `![${words}](${address})`;
      return withAddress ? `[${words}](${address.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})` : words;
    });
  const headings = new RegExp(`${CODE.source}|(${HEADING.source})`, 'gm');
  return linked(
    rest.replace(headings, (found, ...groups: unknown[]) => (groups[3] === undefined ? found : linked(found, false))),
    true,
  );
};

const keyOf = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();
