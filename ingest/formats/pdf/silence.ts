import type { PDFDocumentProxy } from 'unpdf/pdfjs';

/** The reason for pages without text: pictures of text, fonts without a mapping to Unicode, or no text at all. */
export type Silence = 'scanned' | 'unmapped' | 'empty';

/** Number of pages to check. In a scan, the first pages are like the others. */
const MAX_PAGES = 5;

/** Detects from the drawing operations of the first pages why the file has no text. */
export const whySilent = async (bytes: Uint8Array): Promise<Silence> => {
  const { getDocumentProxy, getResolvedPDFJS } = await import('unpdf');
  // A copy, because pdf.js transfers the buffer. With its pictures, which the reader of text leaves out.
  const pdf = (await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })) as PDFDocumentProxy;
  try {
    return await reasonOf(pdf, getResolvedPDFJS);
  } finally {
    await pdf.loadingTask.destroy();
  }
};

const reasonOf = async (
  pdf: PDFDocumentProxy,
  getResolvedPDFJS: typeof import('unpdf')['getResolvedPDFJS'],
): Promise<Silence> => {
  const { OPS } = await getResolvedPDFJS();
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  let unmapped = false;
  for (let number = 1; number <= Math.min(MAX_PAGES, pdf.numPages); number++) {
    const page = await pdf.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [i, operation] of fnArray.entries()) {
      if (pictures.has(operation)) return 'scanned';
      // Text is drawn, but its letters are unknown.
      if (operation === OPS.showText) unmapped ||= (argsArray[i]?.[0] as unknown[] | undefined)?.length === 0;
    }
    page.cleanup();
  }
  return unmapped ? 'unmapped' : 'empty';
};

/** Maximum characters of a field's value. */
const MAX_VALUE = 5_000;

/** `Name: value` of a filled form field; undefined for an empty one. The value of a ticked box is `yes`. */
export const formField = (annotation: Readonly<Record<string, unknown>>): string | undefined => {
  const { fieldName, fieldType, fieldValue, alternativeText, checkBox, options } = annotation;
  if (typeof fieldName !== 'string' || (fieldType === 'Btn' && checkBox !== true)) return undefined;
  const chosen = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((one) => typeof one === 'string');
  const shown = chosen
    .map((value) => nameOf(options, value))
    .join(', ')
    .trim()
    .slice(0, MAX_VALUE);
  if (shown === '' || shown === 'Off') return undefined;
  const name = typeof alternativeText === 'string' && alternativeText !== '' ? alternativeText : fieldName;
  return `${name.trim()}: ${fieldType === 'Btn' ? 'yes' : shown}`;
};

/** The label of a choice, whose value may be a number. */
const nameOf = (options: unknown, value: string): string => {
  const known = Array.isArray(options) ? (options as { exportValue?: unknown; displayValue?: unknown }[]) : [];
  const shown = known.find(({ exportValue }) => exportValue === value)?.displayValue;
  return typeof shown === 'string' ? shown : value;
};
