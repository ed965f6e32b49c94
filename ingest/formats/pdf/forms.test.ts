import { describe, expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';
import { writePdf } from '../testing/written-pdf.ts';

const read = (bytes: Uint8Array) => readerFor({ name: 'a.pdf' })!(bytes);

/** A PDF of one empty page with these fields of a form. */
const withFields = (...fields: string[]): Uint8Array =>
  withAnnotations(...fields.map((field) => `/Subtype /Widget ${field}`));

/** A PDF of one empty page with these annotations. */
const withAnnotations = (...fields: string[]): Uint8Array => {
  const numbers = fields.map((_, i) => `${i + 4} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${numbers}] >> /Names << /EmbeddedFiles << /Names [(plan) << /Type /Filespec /F (plan.xlsx) >>] >> >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [${numbers}] >>`,
    ...fields.map((field) => `<< /Type /Annot /Rect [9 9 99 29] ${field} >>`),
  ];
  let file = '%PDF-1.4\n';
  for (const [i, object] of objects.entries()) file += `${i + 1} 0 obj\n${object}\nendobj\n`;
  return new TextEncoder().encode(`${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`);
};

describe('a form', () => {
  it('keeps what was filled in, choices as they are shown, and leaves empty fields out', async () => {
    const page = await read(
      withFields(
        '/FT /Tx /T (name) /TU (Full name) /V (Ana Holm)',
        '/FT /Ch /Ff 131072 /T (town) /Opt [[(1) (Bergen)] [(2) (Oslo)]] /V (2)',
        '/FT /Tx /T (remarks)',
      ),
    );
    expect(page.text).toContain('Full name: Ana Holm');
    expect(page.text).toContain('town: Oslo');
    expect(page.text).not.toContain('remarks');
  });

  it('keeps what was typed onto it and remarked on it, by whom, and names what is attached', async () => {
    const page = await read(
      withAnnotations(
        '/Subtype /FreeText /Contents (Ana Holm, Bergen) /DA (/Helv 12 Tf)',
        '/Subtype /Text /T (Bo Ray) /Contents (Is this still the right town?)',
        '/Subtype /Highlight /F 2 /T (Bo Ray) /Contents (a hidden remark)',
        '/Subtype /FileAttachment /FS << /Type /Filespec /F (map.png) >>',
      ),
    );
    expect(page.markdown).toBe('Ana Holm, Bergen\n\n## Comments\n\nBo Ray (page 1): Is this still the right town?');
    expect(page.metadata.notices).toEqual([
      'The attachment plan.xlsx was not read.',
      'The attachment map.png was not read.',
    ]);
  });

  it('an empty page is called empty, not scanned', async () => {
    await expect(read(withFields())).rejects.toMatchObject({
      message: expect.stringContaining('no text and no pictures'),
    });
  });
});

it('leaves out running heads and page numbers, and keeps the same words inside a page', async () => {
  const page = (number: number) => [
    { text: 'Winter storage', x: 60, y: 800, size: 10 },
    ...Array.from({ length: 6 }, (_, i) => ({
      text: `Rule ${number}${i} is kept here.`,
      x: 60,
      y: 700 - 40 * i,
      size: 10,
    })),
    { text: '47', x: 60, y: 400, size: 10 },
    { text: 'Winter storage', x: 60, y: 360, size: 18 },
    ...Array.from({ length: 3 }, (_, i) => ({
      text: `More on ${number}${i} below.`,
      x: 60,
      y: 300 - 40 * i,
      size: 10,
    })),
    { text: String(number), x: 290, y: 30, size: 10 },
  ];
  const { markdown } = await read(writePdf([page(1), page(2), page(3)]));
  expect(markdown.match(/^# Winter storage$/gm)).toHaveLength(3);
  expect(markdown.match(/Winter storage/g)).toHaveLength(3);
  expect(markdown.match(/^47$/gm)).toHaveLength(3);
  expect(markdown).not.toMatch(/^[123]$/m);
});

it('a scan of 800 pages is refused by what it is, and read page by page with --ocr', async () => {
  const picture = 'q 500 0 0 700 40 40 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q';
  const kids = Array.from({ length: 800 }, (_, i) => `${i + 4} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count 800 /Kids [${kids}] >>`,
    `<< /Length ${picture.length} >>\nstream\n${picture}\nendstream`,
    ...Array.from({ length: 800 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R >>'),
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  const scan = new TextEncoder().encode(
    `%PDF-1.4\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`,
  );
  await expect(read(scan)).rejects.toMatchObject({ message: expect.stringContaining('pictures of 800 pages') });
  // A picture of one dot holds no words: every page is looked at, and that is said.
  const stop = AbortSignal.abort();
  await expect(readerFor({ name: 'a.pdf' }, { languages: 'eng', signal: stop })!(scan)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:CANCELLED|INPUT_UNREADABLE)$/),
  });
});

it('keeps lines that number the pages of a file with nothing else on them', async () => {
  const pages = [1, 2, 3, 4].map((number) => [{ text: `Locker ${number}`, x: 60, y: 700, size: 12 }]);
  const { text } = await read(writePdf(pages));
  for (const number of [1, 2, 3, 4]) expect(text).toContain(`Locker ${number}`);
});
