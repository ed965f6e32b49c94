import type { PDFDocumentProxy } from 'unpdf/pdfjs';

/** Why pages give no text: pictures of it, letters that the fonts do not name, or nothing. */
export type Silence = 'scanned' | 'unmapped' | 'empty';

/** Pages that are looked at: the first ones tell of a scan what all of them are. */
const MAX_PAGES = 5;

/** Tells from what the first pages draw why none of them gives text. */
export const whySilent = async (pdf: PDFDocumentProxy): Promise<Silence> => {
  const { getResolvedPDFJS } = await import('unpdf');
  const { OPS } = await getResolvedPDFJS();
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  let unmapped = false;
  for (let number = 1; number <= Math.min(MAX_PAGES, pdf.numPages); number++) {
    const page = await pdf.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [i, operation] of fnArray.entries()) {
      if (pictures.has(operation)) return 'scanned';
      // Text is shown, and no letter of it is known.
      if (operation === OPS.showText) unmapped ||= (argsArray[i]?.[0] as unknown[] | undefined)?.length === 0;
    }
    page.cleanup();
  }
  return unmapped ? 'unmapped' : 'empty';
};

/** Characters of a field's value; a longer one is cut. */
const MAX_VALUE = 5_000;

/** `Name: value` of a form's field that somebody filled in; a box that is ticked says `yes`. */
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

/** What a person sees of a choice, whose value may be a number. */
const nameOf = (options: unknown, value: string): string => {
  const known = Array.isArray(options) ? (options as { exportValue?: unknown; displayValue?: unknown }[]) : [];
  const shown = known.find(({ exportValue }) => exportValue === value)?.displayValue;
  return typeof shown === 'string' ? shown : value;
};
