import { elementsNamed, parseHtml } from '../../extract/dom.ts';
import { objectOf } from './values.ts';

const DESCRIPTION = /"(?:openapi|swagger)"\s*:\s*"\d/;

/**
 * The description of an API that a page hands to a script, as JSON: Redoc, Swagger UI and others draw the page from it in the
 * browser, so that its elements hold little of it or nothing. Scripts are read as data and never run.
 */
export const descriptionInPage = (html: string): string | undefined => {
  if (!DESCRIPTION.test(html)) return undefined;
  for (const script of elementsNamed(parseHtml(html), 'script')) {
    const source = script.children.map((child) => ('data' in child ? child.data : '')).join('');
    const version = DESCRIPTION.exec(source)?.index;
    const json = version === undefined ? undefined : objectAround(source, version);
    if (json !== undefined && isDescription(json)) return json;
  }
  return undefined;
};

/** The innermost object in braces around a place. Braces in double quotes do not count, as JSON has them in texts. */
const objectAround = (source: string, place: number): string | undefined => {
  const open: number[] = [];
  let start: number | undefined;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (at === place) start = open.at(-1);
    if (at >= place && start === undefined) return undefined;
    if (sign === '"') at = endOfText(source, at, place);
    else if (sign === '{') open.push(at);
    else if (sign === '}' && open.pop() === start && start !== undefined) return source.slice(start, at + 1);
  }
  return undefined;
};

/** The place of the quote that ends a text; its own beginning if it would reach over `place`, as a lone quote of a comment does. */
const endOfText = (source: string, start: number, place: number): number => {
  let at = start + 1;
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1;
  return start < place && at >= place ? start : at;
};

const isDescription = (json: string): boolean => {
  try {
    return Object.keys(objectOf(objectOf(JSON.parse(json)).paths)).length > 0;
  } catch {
    // It is a script's own object, whose keys have no quotes or whose values are computed.
    return false;
  }
};
