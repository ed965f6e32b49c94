import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import { gridTable } from '../../tables/grid.ts';
import { longest } from '../../tables/normal.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { asList, type Listed, readDiagram } from './diagrams.ts';
import { officeProperties } from './office.ts';
import { readChart } from './pptx-charts.ts';
import { type Element, isTag, localName, named, parseXml, xmlText } from './xml.ts';
import { unzipBounded } from './zip.ts';

/** Reads a PowerPoint file. Each slide is a section with its title, bullets, tables, charts, notes and comments, in order. */
export const readPptx: Reader = (bytes) => {
  const files = unzipBounded(bytes, 'PowerPoint', (name) => /^(?:ppt|docProps)\/.*\.(?:xml|rels)$/.test(name));
  const slides = slideNames(files);
  if (slides.length === 0) throw damaged('PowerPoint', new Error('it holds no slides'));
  const page = createPageBuilder();
  for (const [index, name] of slides.entries()) {
    const slide = parseXml(files.get(name));
    if (/^(?:0|false)$/.test(named(slide, 'sld')[0]?.attribs.show ?? '')) {
      page.notice(`The hidden slide ${index + 1} was left out.`);
      continue;
    }
    const notes = notesOf(name, files);
    const comments = commentsOf(name, files);
    // Skips a slide without text, whose only text would be its number.
    if (isBlank(slide) && notes === undefined && comments.length === 0) continue;
    writeSlide(page, slide, index + 1, drawnParts(name, files));
    if (notes !== undefined) page.block(`Notes: ${notes}`);
    for (const comment of comments) page.block(`Comment: ${comment}`);
  }
  const { title, metadata } = officeProperties(files);
  return page.build(title, metadata);
};

/** The slides' parts in the order of the presentation. */
const slideNames = (files: ReadonlyMap<string, Uint8Array>): string[] => {
  const targets = new Map(
    named(parseXml(files.get('ppt/_rels/presentation.xml.rels')), 'Relationship').map((one) => [
      one.attribs.Id,
      one.attribs.Target,
    ]),
  );
  const ordered = named(parseXml(files.get('ppt/presentation.xml')), 'sldId').flatMap(
    (one) => targets.get(one.attribs['r:id']) ?? [],
  );
  const names = ordered
    .map((target) => (target.startsWith('/') ? target.slice(1) : `ppt/${target}`))
    .filter((name) => files.has(name));
  if (names.length > 0) return names;
  const number = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1]);
  return [...files.keys()]
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => number(a) - number(b));
};

/** The parts of a slide's charts and diagrams by their relationship ids. */
const drawnParts = (slide: string, files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array | undefined> => {
  const relations = parseXml(files.get(slide.replace('slides/', 'slides/_rels/').concat('.rels')));
  return new Map(
    named(relations, 'Relationship')
      .filter(({ attribs }) => /\/(?:chart|diagramData)$/.test(attribs.Type ?? ''))
      .map(({ attribs: { Id = '', Target = '' } }) => [
        Id,
        files.get(Target.replace(/^\.\.\//, 'ppt/').replace(/^\//, '')),
      ]),
  );
};

const isBlank = (slide: ReturnType<typeof parseXml>): boolean =>
  named(slide, 'sp', 'graphicFrame').every(
    (shape) => paragraphs(shape).length === 0 && named(shape, 'chart', 'relIds').length === 0,
  );

const writeSlide = (
  page: PageBuilder,
  slide: ReturnType<typeof parseXml>,
  number: number,
  parts: ReadonlyMap<string, Uint8Array | undefined>,
): void => {
  const shapes = named(slide, 'sp', 'graphicFrame');
  const isTitle = (shape: Element) => named(shape, 'ph').some((one) => /title/i.test(one.attribs.type ?? ''));
  const title = shapes
    .filter(isTitle)
    .flatMap(paragraphs)
    .map(({ text }) => text)
    .join(' ');
  page.heading(2, title || `Slide ${number}`);
  for (const shape of shapes) {
    if (isTitle(shape)) continue;
    const [table] = named(shape, 'tbl');
    if (table !== undefined) {
      const rows = named(table, 'tr').map((row) =>
        named(row, 'tc').map((cell) =>
          paragraphs(cell)
            .map(({ text }) => text)
            .join(' '),
        ),
      );
      const width = longest(rows);
      const normal = gridTable(
        rows.map((row) => [...row, ...new Array<string>(width - row.length).fill('')]),
        title,
      );
      if (normal !== undefined) page.table(normal);
      continue;
    }
    for (const { attribs } of named(shape, 'chart')) {
      const chart = readChart(parts.get(attribs['r:id'] ?? ''));
      const table = chart && gridTable(chart.rows, chart.title || title, 1);
      if (table !== undefined) page.table(table);
    }
    writeLines(page, paragraphs(shape));
    for (const { attribs } of named(shape, 'relIds')) writeLines(page, readDiagram(parts.get(attribs['r:dm'] ?? '')));
  }
};

const writeLines = (page: PageBuilder, lines: readonly Listed[]): void => {
  if (lines.length === 1) page.block(lines[0]!.text);
  else if (lines.length > 1) page.block(asList(lines), lines.map(({ text }) => text).join('\n'));
};

const paragraphs = (shape: Element): Listed[] =>
  named(shape, 'p').flatMap((paragraph) => {
    const text = named(paragraph, 't', 'br')
      .map((run) => (localName(run) === 'br' ? ' ' : xmlText(run)))
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    const properties = paragraph.children.find((child): child is Element => isTag(child) && localName(child) === 'pPr');
    return text === '' ? [] : [{ level: Number(properties?.attribs.lvl ?? 0), text }];
  });

/** The comments on a slide: those of older versions are in `text`, those of newer ones in paragraphs. */
const commentsOf = (slide: string, files: ReadonlyMap<string, Uint8Array>): string[] =>
  named(parseXml(files.get(slide.replace('slides/', 'slides/_rels/').concat('.rels'))), 'Relationship')
    .filter(({ attribs }) => /\/comments$/.test(attribs.Type ?? ''))
    .flatMap(({ attribs: { Target = '' } }) => {
      const part = parseXml(files.get(Target.replace(/^\.\.\//, 'ppt/').replace(/^\//, '')));
      return named(part, 'cm', 'reply').map((comment) => {
        const own = comment.children.filter(
          (child): child is Element => isTag(child) && /^(?:text|txBody)$/.test(localName(child)),
        );
        return own
          .map((child) => xmlText(child))
          .join(' ')
          .replace(/\s+/g, ' ')
          .trim();
      });
    })
    .filter((comment) => comment !== '');

const notesOf = (slide: string, files: ReadonlyMap<string, Uint8Array>): string | undefined => {
  const relations = files.get(slide.replace('slides/', 'slides/_rels/').concat('.rels'));
  const target = named(parseXml(relations), 'Relationship').find((one) => /notesSlide$/.test(one.attribs.Type ?? ''))
    ?.attribs.Target;
  const notes = target === undefined ? undefined : files.get(target.replace(/^\.\.\//, 'ppt/'));
  if (notes === undefined) return undefined;
  const body = named(parseXml(notes), 'sp').filter((shape) =>
    named(shape, 'ph').some((one) => one.attribs.type === 'body'),
  );
  return (
    body
      .flatMap(paragraphs)
      .map(({ text }) => text)
      .join(' ') || undefined
  );
};
