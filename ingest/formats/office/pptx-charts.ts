import type { ParentNode } from '../../extract/dom.ts';
import { type Element, isTag, localName, named, parseXml, xmlText } from './xml.ts';

/** The data of a chart. */
export interface Chart {
  title: string;
  /** The header, then a row per category with its name and the value of each series. */
  rows: string[][];
}

/** Maximum categories of a chart that are read. */
const MAX_POINTS = 2000;

/** Reads a chart's part as a table; undefined for a chart without data. */
export const readChart = (part: Uint8Array | undefined): Chart | undefined => {
  const chart = parseXml(part);
  const series = named(chart, 'ser').map((one) => ({
    name: words(child(one, 'tx')),
    categories: points(child(one, 'cat') ?? child(one, 'xVal')),
    values: points(child(one, 'val') ?? child(one, 'yVal')),
  }));
  const length = series.reduce((most, { values }) => Math.max(most, values.length), 0);
  if (length === 0) return undefined;
  const categories = series.find((one) => one.categories.length > 0)?.categories ?? [];
  const [titleElement] = named(chart, 'title');
  // The chart's own title is a child of the chart. Titles of axes come later in the file.
  const above = titleElement?.parent;
  const title = titleElement && above && isTag(above) && localName(above) === 'chart' ? runs(titleElement) : '';
  const head = ['', ...series.map(({ name }, i) => name || `Series ${i + 1}`)];
  const rows = Array.from({ length: Math.min(length, MAX_POINTS) }, (_, i) => [
    categories[i] ?? String(i + 1),
    ...series.map(({ values }) => values[i] ?? ''),
  ]);
  return { title, rows: [head, ...rows] };
};

const child = (element: Element, name: string): Element | undefined =>
  element.children.find((one): one is Element => isTag(one) && localName(one) === name);

/** The text of a referenced cell: the first value of the chart's cache. */
const words = (element: Element | undefined): string =>
  element === undefined ? '' : xmlText(named(element, 'v')[0]).trim();

const runs = (element: ParentNode): string =>
  named(element, 't')
    .map((run) => xmlText(run))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** Values by index. The cache leaves out empty ones. */
const points = (element: Element | undefined): string[] => {
  const found: string[] = [];
  if (element === undefined) return found;
  // The first level of multi-level categories is the innermost one.
  const cache = named(element, 'lvl')[0] ?? element;
  for (const point of named(cache, 'pt')) {
    const at = Number(point.attribs.idx);
    if (Number.isInteger(at) && at >= 0 && at < MAX_POINTS) found[at] = xmlText(named(point, 'v')[0]).trim();
  }
  return Array.from(found, (value) => value ?? '');
};
