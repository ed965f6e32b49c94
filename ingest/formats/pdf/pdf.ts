import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs';
import { ParleyError } from '../../../core/errors.ts';
import { isoDate } from '../../extract/metadata.ts';
import type { PageMetadata } from '../../extract/page.ts';
import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import { damaged, locked } from '../errors.ts';
import type { Scans } from '../ocr/pdf-scans.ts';
import type { Recognition } from '../ocr/recognised.ts';
import { ownTitle } from '../program-title.ts';
import type { Reader } from '../reader.ts';
import { type Annotation, attachedFiles, pinnedFile, remarkOf, typedRuns } from './annotations.ts';
import { markFixedFonts } from './fonts.ts';
import { isGarbage } from './garbage.ts';
import { layOutPages } from './layout.ts';
import { type OutlineEntry, readOutline } from './outline.ts';
import { withRuledTables } from './ruled-tables.ts';
import { formField, type Silence, whySilent } from './silence.ts';
import type { TextRun } from './text-run.ts';
import { turned, turnOf } from './turned.ts';
import { seenRuns } from './unseen.ts';

/** Maximum pages of one file that are read. The number of others is reported. */
const MAX_PAGES = 3000;
/** Maximum pages whose lines are looked at for tables, which takes about as long as their text. */
const MAX_RULED_PAGES = 500;

/** Reads a PDF: paragraphs by the positions of lines, headings by bookmarks or letter size, tables by aligned columns. */
export const readPdf: Reader = async (bytes, { ocr } = {}) => {
  const { getDocumentProxy } = await import('unpdf');
  const page = createPageBuilder();
  let file: ReadFile;
  let garbled = 0;
  try {
    // A copy, because pdf.js transfers the buffer. It also refuses Node's Buffer.
    const pdf = (await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      // No picture is decoded: text recognition opens the file for itself.
      maxImageSize: 1,
    })) as PDFDocumentProxy;
    try {
      file = await readPages(pdf, bytes, page);
      for (const [i, runs] of file.runs.entries())
        if (isGarbage(runs)) {
          file.runs[i] = [];
          garbled++;
        }
      if (ocr !== undefined) file.scans = await recognise(bytes, file.runs, ocr);
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (cause) {
    throw (cause as Error).name === 'PasswordException' ? locked('PDF') : damaged('PDF', cause);
  }
  const { runs, total, info, scans, fields, remarks } = file;
  if (scans?.unfinished !== undefined) return { ...page.build(''), unfinished: scans.unfinished };
  const silent = runs.filter(isSilent).length;
  if (silent === runs.length && fields.length + remarks.length > 0) {
    // A form whose labels are a picture still has the filled values, and a scan what was remarked on it.
    for (const one of [...fields, ...remarks]) page.block(one);
    page.notice(
      fields.length > 0
        ? 'Only the fields of the form hold text; --ocr reads its pages.'
        : 'Only the comments hold text; --ocr reads the pages.',
    );
    const { title, metadata } = properties(info);
    return page.build(title, metadata);
  }
  if (silent === runs.length && (garbled > 0 || file.silence === 'unmapped'))
    throw new ParleyError('INPUT_UNREADABLE', {
      message: 'The PDF’s fonts do not say which letters they draw: its text comes out as signs that are no words.',
      remedy:
        'Save it anew from the program that made it, or run `ocrmypdf --force-ocr` over it and ingest the result.',
    });
  if (silent === runs.length && file.silence === 'empty')
    throw new ParleyError('INPUT_UNREADABLE', {
      message: 'The PDF holds no text and no pictures: its pages are empty, or drawn as lines.',
      remedy: 'Open it to see what it holds; print it as pictures and ingest it with --ocr to have drawn letters read.',
    });
  if (silent === runs.length)
    throw new ParleyError('INPUT_UNREADABLE', {
      message: `The PDF holds pictures of ${silent === 1 ? 'a page' : `${silent} pages`}, no text: it was scanned.`,
      remedy: ocr
        ? `Nothing in it could be read as ${ocr.languages}; name its languages (--ocr deu), or scan it anew at 300 dots an inch.`
        : 'Ingest it with --ocr to have it read, which takes some seconds a page.',
    });
  for (const notice of scans?.notices ?? []) page.notice(notice);
  if (garbled > 0)
    page.notice(
      `${garbled} of ${runs.length} pages have fonts that do not say which letters they draw; they were left out.`,
    );
  if (silent > garbled) page.notice(`${silent - garbled} of ${runs.length} pages hold no text; they may be scanned.`);
  if (runs.length < total) page.notice(`Only the first ${runs.length} of ${total} pages were read.`);
  layOutPages(runs, page, file.outline);
  if (fields.length > 0) {
    page.heading(2, 'Form fields');
    for (const field of fields) page.block(field);
  }
  if (remarks.length > 0) {
    page.heading(2, 'Comments');
    for (const remark of remarks) page.block(remark);
  }
  const { title, metadata } = properties(info);
  const built = page.build(title, { ...metadata, ...(scans?.recognised && { recognised: scans.recognised }) });
  return { ...built, title: title || (/^#{1,2} (?!(?:Form fields|Comments)$)(.+)$/m.exec(built.markdown)?.[1] ?? '') };
};

interface ReadFile {
  runs: TextRun[][];
  /** Number of pages of the file. */
  total: number;
  info: Record<string, unknown>;
  /** `name: value` of the filled form fields. */
  fields: string[];
  /** What people remarked on its pages. */
  remarks: string[];
  outline: readonly OutlineEntry[];
  /** Set if no page has text. */
  silence?: Silence;
  /** Set if text recognition is on. */
  scans?: Scans;
}

/** True for a page without text: a picture of text, or an empty page. */
const isSilent = (runs: readonly TextRun[]): boolean => runs.every(({ text }) => text.trim() === '');

const readPages = async (pdf: PDFDocumentProxy, bytes: Uint8Array, page: PageBuilder): Promise<ReadFile> => {
  const runs: TextRun[][] = [];
  const fields = new Set<string>();
  const remarks: string[] = [];
  const attached = await attachedFiles(pdf);
  const unseenPages: number[] = [];
  const withPictures = openedOnce(bytes);
  const seenOf = async (one: PDFPageProxy, drawn: readonly TextRun[]) =>
    // Opening a file with its pictures takes time, and few pages have letters that seem to have no ground.
    (await seenRuns(one, drawn)) === drawn
      ? drawn
      : seenRuns(await (await withPictures.open()).getPage(one.pageNumber), drawn);
  for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) {
    const one = await pdf.getPage(number);
    const { items, styles } = await one.getTextContent();
    const isMono = (font: string) => styles[font]?.fontFamily === 'monospace';
    const texts = items.filter((item) => 'str' in item);
    const all = texts.map((item) => toRun(item, isMono(item.fontName)));
    const drawn = all.filter((run) => isOnPage(run, one.view) && run.size * one.userUnit > DOTS);
    const isLooked = number <= MAX_RULED_PAGES;
    const seen = isLooked ? await seenOf(one, drawn) : drawn;
    if (seen !== drawn) unseenPages.push(number);
    const turn = turnOf(texts, one.view);
    const annotations = (await one.getAnnotations()) as Annotation[];
    const plain = [...seen, ...annotations.flatMap(typedRuns)].map((run) => ({
      ...run,
      ...turned(turn, run.x, run.y),
    }));
    runs.push(isLooked ? [...(await withRuledTables(one, plain, turn))] : plain);
    for (const annotation of annotations) {
      if (annotation.subtype === 'Link' && typeof annotation.url === 'string')
        page.link({ href: annotation.url, text: '' });
      const field = formField(annotation);
      if (field !== undefined) fields.add(field);
      const remark = remarkOf(annotation, number);
      if (remark !== undefined) remarks.push(remark);
      const pinned = pinnedFile(annotation);
      if (pinned !== undefined) attached.push(pinned);
    }
    one.cleanup();
  }
  await withPictures.close();
  if (unseenPages.length > 0)
    page.notice(
      `Text that no reader sees was left out (in the colour of what is behind it, covered, or without ink): ${pagesText(unseenPages)}.`,
    );
  for (const name of new Set(attached)) page.notice(`The attachment ${name} was not read.`);
  const { info } = (await pdf.getMetadata()) as unknown as { info: Record<string, unknown> };
  markFixedFonts(runs);
  const silence = runs.every(isSilent) ? await whySilent(bytes) : undefined;
  return { runs, total: pdf.numPages, info, fields: [...fields], remarks, outline: await readOutline(pdf), silence };
};

/** Opens the file a second time, with its pictures, where that is asked for. */
const openedOnce = (bytes: Uint8Array) => {
  let opened: Promise<PDFDocumentProxy> | undefined;
  return {
    open: () => {
      opened ??= import('unpdf').then(
        ({ getDocumentProxy }) =>
          getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }) as unknown as Promise<PDFDocumentProxy>,
      );
      return opened;
    },
    close: async () => (await opened)?.loadingTask.destroy(),
  };
};

/** Pages as a reader is told of them: "page 3", "pages 3, 4 and 12 more". */
const pagesText = (pages: readonly number[]): string =>
  pages.length === 1
    ? `page ${pages[0]}`
    : `pages ${pages.slice(0, MAX_SAID_PAGES).join(', ')}${pages.length > MAX_SAID_PAGES ? ` and ${pages.length - MAX_SAID_PAGES} more` : ''}`;
const MAX_SAID_PAGES = 8;

/** Letters of this size or smaller, in points, are dots that nobody reads. */
const DOTS = 1;

/** True for text that is drawn on the page, and not beside it, where nobody sees it. */
const isOnPage = (
  { text, x, y, width, size }: TextRun,
  [left = 0, bottom = 0, right = 0, top = 0]: number[],
): boolean =>
  text.trim() === '' ||
  (x + Math.max(width, size) >= left && x - size <= right && y + size >= bottom && y - size <= top);

/** Replaces pages without text by their recognised text. */
const recognise = async (bytes: Uint8Array, runs: TextRun[][], ocr: Recognition) => {
  const { recogniseScans } = await import('../ocr/pdf-scans.ts');
  const scans = await recogniseScans(
    bytes,
    runs.flatMap((run, i) => (isSilent(run) ? [i + 1] : [])),
    ocr,
  );
  for (const [number, found] of scans.runs) runs[number - 1] = found;
  return scans;
};

/** Arabic letters in the shape that they have within a word, in which nobody searches for them. */
const PRESENTATION_FORMS = /[\uFB50-\uFDFF\uFE70-\uFEFC]+/g;

const toRun = (
  item: { str: string; transform: number[]; width: number; height: number; fontName: string },
  mono: boolean,
): TextRun => ({
  text: item.str.replace(PRESENTATION_FORMS, (letters) => letters.normalize('NFKC')),
  x: item.transform[4] ?? 0,
  y: item.transform[5] ?? 0,
  width: item.width,
  size: item.height || Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0),
  mono,
  font: item.fontName,
});

const properties = (info: Record<string, unknown>): { title: string; metadata: PageMetadata } => {
  const value = (name: string) => (typeof info[name] === 'string' ? (info[name] as string).trim() : '');
  const found: PageMetadata = {
    author: value('Author') || undefined,
    published: pdfDate(value('CreationDate')),
    updated: pdfDate(value('ModDate')) ?? pdfDate(value('CreationDate')),
    language: value('Language') || undefined,
  };
  return {
    title: ownTitle(value('Title')),
    metadata: Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined)),
  };
};

/** Converts `D:20240517101500+02'00'` to ISO 8601. */
const pdfDate = (text: string): string | undefined => {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([-+Z])(\d\d)?'?(\d\d)?)?/.exec(text);
  if (match === null) return isoDate(text);
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign = 'Z',
    zoneHour = '00',
    zoneMinute = '00',
  ] = match;
  return isoDate(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${sign === 'Z' ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`}`,
  );
};
