import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { TextRun } from './text-run.ts';

/** What lies on a page besides what the page draws, as pdf.js gives it. */
export type Annotation = Readonly<Record<string, unknown>>;

/** Kinds of annotations whose contents are what a reader of the file remarked. */
const REMARKS: ReadonlySet<unknown> = new Set([
  'Text',
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'Caret',
  'Stamp',
  'Square',
  'Circle',
  'Line',
  'Polygon',
  'PolyLine',
  'Ink',
]);
/** Flags of an annotation that is not shown: hidden, or not on a screen. */
const UNSHOWN = 0x02 | 0x20;
/** The size of typed letters that name none, in points. */
const USUAL_SIZE = 10;
/** The width of a letter as a share of its size, about. */
const LETTER_WIDTH = 0.5;

const textOf = (value: unknown): string => {
  const text = (value as { str?: unknown } | undefined)?.str;
  return typeof text === 'string' ? text.replace(/\r\n?/g, '\n').trim() : '';
};

const isShown = ({ annotationFlags }: Annotation): boolean => (Number(annotationFlags ?? 0) & UNSHOWN) === 0;

/** What somebody remarked on a page: `Ann Lee (page 3): Is this still so?`; undefined for another annotation. */
export const remarkOf = (annotation: Annotation, page: number): string | undefined => {
  const text = textOf(annotation.contentsObj);
  if (!REMARKS.has(annotation.subtype) || !isShown(annotation) || text === '') return undefined;
  return `${[textOf(annotation.titleObj), `(page ${page})`].filter(Boolean).join(' ')}: ${text}`;
};

/** What somebody typed onto a page, as the page's own text: a line each, from the top of its box. */
export const typedRuns = (annotation: Annotation): TextRun[] => {
  const { subtype, rect, defaultAppearanceData } = annotation;
  const text = textOf(annotation.contentsObj);
  if (subtype !== 'FreeText' || !isShown(annotation) || text === '') return [];
  const [left = 0, , , top = 0] = rect as number[];
  const size = Number((defaultAppearanceData as { fontSize?: number } | undefined)?.fontSize) || USUAL_SIZE;
  return text.split('\n').map((line, at) => ({
    text: line,
    x: left,
    y: top - size * (1 + 1.2 * at),
    width: line.length * size * LETTER_WIDTH,
    size,
    mono: false,
    font: 'typed',
  }));
};

/** The name of a file that is attached at a place of a page. */
export const pinnedFile = ({ subtype, file }: Annotation): string | undefined =>
  subtype === 'FileAttachment' ? (file as { filename?: string } | undefined)?.filename : undefined;

/** The names of the files that are attached to a PDF as a whole, or of which it is the cover. */
export const attachedFiles = async (pdf: PDFDocumentProxy): Promise<string[]> => {
  // pdf.js declares no type for them.
  const attached = (await pdf.getAttachments()) as ReadonlyMap<string, { filename?: string }> | null;
  return attached === null ? [] : [...attached].map(([name, { filename }]) => filename || name);
};
