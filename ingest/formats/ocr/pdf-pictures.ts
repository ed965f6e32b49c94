import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A picture decoded by pdf.js. */
interface Decoded {
  width: number;
  height: number;
  /** 1: one bit per pixel, 2: RGB, 3: RGBA. */
  kind?: number;
  data?: Uint8Array | Uint8ClampedArray;
}

/** Minimum width and height in pixels. Smaller pictures are logos, lines and letters of a font. */
const MIN_SIDE = 100;
/** Maximum pictures of a page; some scanners cut a page into strips. */
const MAX_PICTURES = 24;
/** Larger pictures are downsampled to at most this many pixels. A4 at 300 dots per inch has 9 million. */
const MAX_PIXELS = 16_000_000;

/**
 * Opens a file with the complete pdf.js: the copy in unpdf lacks the decoders for JBIG2, CCITT and JPEG 2000, the formats of
 * scanners.
 */
export const openPictures = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const own = globalThis as { pdfjsWorker?: unknown };
  const before = own.pdfjsWorker;
  // Both copies find their worker in this global. There is no conflict, because a parser process reads one file at a time.
  own.pdfjsWorker = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const opening = getDocument({
    // A copy, because pdf.js transfers the buffer.
    data: new Uint8Array(bytes),
    verbosity: 0,
    wasmUrl: `${path.join(folder, 'wasm')}${path.sep}`,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  }).promise;
  return opening.finally(() => {
    own.pdfjsWorker = before;
  });
};

/** The pictures of a page, in painting order, upright, as greyscale PGM files. */
export const pagePictures = async (page: PDFPageProxy): Promise<Uint8Array[]> => {
  const { OPS, Util } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures: Uint8Array[] = [];
  const stack: number[][] = [];
  let matrix: number[] = page.getViewport({ scale: 1 }).transform;
  for (const [i, operation] of fnArray.entries()) {
    const args = argsArray[i] as unknown[] | null;
    if (operation === OPS.save) stack.push(matrix);
    else if (operation === OPS.restore) matrix = stack.pop() ?? matrix;
    else if (operation === OPS.transform) matrix = Util.transform(matrix, args as number[]) as number[];
    else if (operation === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      if (Array.isArray(args?.[0])) matrix = Util.transform(matrix, args[0] as number[]) as number[];
    } else if (operation === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    else if (
      operation === OPS.paintImageXObject ||
      operation === OPS.paintInlineImageXObject ||
      operation === OPS.paintImageMaskXObject
    ) {
      const decoded = await decodedPicture(page, args?.[0]);
      const isMask = operation === OPS.paintImageMaskXObject;
      const picture = decoded && toPgm(decoded, isMask, quarterTurns(matrix));
      if (picture !== undefined && pictures.length < MAX_PICTURES) pictures.push(picture);
    }
  }
  return pictures;
};

/** Clockwise rotation of a picture on the page, in quarter turns. */
const quarterTurns = ([a = 1, b = 0]: readonly number[]): number =>
  (4 + Math.round(Math.atan2(b, a) / (Math.PI / 2))) % 4;

const decodedPicture = (page: PDFPageProxy, argument: unknown): Promise<Decoded | undefined> => {
  const given = (typeof argument === 'object' && argument !== null && 'data' in argument ? argument.data : argument) as
    | string
    | undefined;
  if (typeof given !== 'string') return Promise.resolve(argument as Decoded | undefined);
  const objects = given.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => objects.get(given, (found: Decoded | null) => resolve(found ?? undefined)));
};

/** Converts a picture to greyscale and turns it upright; undefined if it is too small or has no pixel data. */
const toPgm = (picture: Decoded, isMask: boolean, turns: number): Uint8Array | undefined => {
  const { width, height } = picture;
  if (width < MIN_SIDE || height < MIN_SIDE || picture.data === undefined) return undefined;
  const grey = greyOf(picture, isMask);
  if (grey === undefined) return undefined;
  const step = Math.ceil(Math.sqrt((width * height) / MAX_PIXELS));
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const [across, down] = turns % 2 === 0 ? [columns, rows] : [rows, columns];
  const header = new TextEncoder().encode(`P5\n${across} ${down}\n255\n`);
  const file = new Uint8Array(header.length + across * down);
  file.set(header);
  for (let y = 0, at = header.length; y < down; y++)
    for (let x = 0; x < across; x++) {
      const [column, row] =
        turns === 0
          ? [x, y]
          : turns === 1
            ? [y, rows - 1 - x]
            : turns === 2
              ? [columns - 1 - x, rows - 1 - y]
              : [columns - 1 - y, x];
      file[at++] = grey(column * step, row * step);
    }
  return file;
};

/** The brightness of a pixel, 0 black to 255 white. */
const greyOf = (
  { width, height, kind, data }: Decoded,
  isMask: boolean,
): ((x: number, y: number) => number) | undefined => {
  if (data === undefined) return undefined;
  const rowBytes = (width + 7) >> 3;
  // A mask paints where its bits are not set.
  if (kind === 1 || (isMask && data.length === rowBytes * height))
    return (x, y) => ((data[y * rowBytes + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0);
  const channels = Math.round(data.length / (width * height));
  if (channels !== 1 && channels !== 3 && channels !== 4) return undefined;
  return (x, y) => {
    const at = (y * width + x) * channels;
    return channels === 1 ? data[at]! : (data[at]! * 77 + data[at + 1]! * 151 + data[at + 2]! * 28) >> 8;
  };
};
