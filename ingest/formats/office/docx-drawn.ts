import type { PageBuilder } from '../../extract/page-builder.ts';
import { gridTable } from '../../tables/grid.ts';
import { readDiagram } from './diagrams.ts';
import { readChart } from './pptx-charts.ts';
import { named, parseXml } from './xml.ts';

const RUBY = /<w:ruby\b[^>]*>(?:(?!<\/w:ruby>)[\s\S])*<\/w:ruby>/g;
const RUBY_BASE = /<w:rubyBase\b[^>]*>([\s\S]*)<\/w:rubyBase>/;
const TEXT = /<w:t\b[^>]*>([^<]*)<\/w:t>/g;

/** Replaces words with their reading above them by the words, which are inside of what shows the reading. */
export const withRubyBases = (document: string): string =>
  document.replace(RUBY, (ruby) => {
    const base = RUBY_BASE.exec(ruby)?.[1] ?? '';
    return `<w:t>${[...base.matchAll(TEXT)].map(([, text = '']) => text).join('')}</w:t>`;
  });

const DRAWING = /<w:drawing\b[^>]*>(?:(?!<\/w:drawing>)[\s\S])*<\/w:drawing>/g;

/** Puts the text of diagrams (SmartArt) where the document shows them, a line each. */
export const withDiagrams = (document: string, files: ReadonlyMap<string, Uint8Array>): string => {
  const parts = partsOf(files, /\/diagramData$/);
  if (parts.size === 0) return document;
  return document.replace(DRAWING, (drawing) => {
    const id = /<dgm:relIds\b[^>]*\br:dm="([^"]*)"/.exec(drawing)?.[1];
    const lines = id === undefined ? [] : readDiagram(parts.get(id));
    return lines.length === 0
      ? drawing
      : lines
          .map(({ level, text }) => `<w:t xml:space="preserve">${'– '.repeat(level)}${escaped(text)}</w:t>`)
          .join('<w:br/>');
  });
};

/** Writes the data of the charts of a document as tables. */
export const writeCharts = (page: PageBuilder, files: ReadonlyMap<string, Uint8Array>): void => {
  for (const part of partsOf(files, /\/chart$/).values()) {
    const chart = readChart(part);
    const table = chart && gridTable(chart.rows, chart.title, 1);
    if (table !== undefined) page.table(table);
  }
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The parts of a document by their relationship ids. */
const partsOf = (files: ReadonlyMap<string, Uint8Array>, type: RegExp): Map<string, Uint8Array> => {
  const found = new Map<string, Uint8Array>();
  for (const { attribs } of named(parseXml(files.get('word/_rels/document.xml.rels')), 'Relationship')) {
    const { Id = '', Target = '', Type = '' } = attribs;
    const part = type.test(Type) ? files.get(Target.startsWith('/') ? Target.slice(1) : `word/${Target}`) : undefined;
    if (part !== undefined) found.set(Id, part);
  }
  return found;
};
