import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';

/** The bytes of a text in an encoding with a byte a letter. */
const encoded = (text: string, label: string): Uint8Array => {
  const table = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) table.set(new TextDecoder(label).decode(Uint8Array.of(byte)), byte);
  return Uint8Array.from([...text], (letter) => table.get(letter) ?? 0x3f);
};

const RUSSIAN = 'Отпуск по уходу за ребёнком длится двадцать шесть недель. Заявление подают начальнику отдела.';
const GREEK = 'Η άδεια ανατροφής διαρκεί είκοσι έξι εβδομάδες. Η αίτηση υποβάλλεται στον προϊστάμενο.';
const HEBREW = 'חופשת הלידה נמשכת עשרים ושישה שבועות. את הבקשה מגישים למנהל המחלקה.';
const ARABIC = 'تستمر إجازة رعاية الطفل ستة وعشرين أسبوعا. يقدم الطلب إلى رئيس القسم.';
const THAI = 'การลาเลี้ยงดูบุตรมีระยะเวลายี่สิบหกสัปดาห์ ให้ยื่นคำขอต่อหัวหน้าแผนก';

describe('text with a byte a letter and no declaration', () => {
  it.each([
    [RUSSIAN, 'windows-1251'],
    [RUSSIAN, 'koi8-r'],
    [RUSSIAN, 'ibm866'],
    [RUSSIAN, 'x-mac-cyrillic'],
    [RUSSIAN, 'iso-8859-5'],
    [GREEK, 'windows-1253'],
    [GREEK, 'iso-8859-7'],
    [HEBREW, 'windows-1255'],
    [ARABIC, 'windows-1256'],
    [ARABIC, 'iso-8859-6'],
    [THAI, 'windows-874'],
  ])('reads %s in %s', (text, label) => {
    expect(decode(encoded(text, label))).toBe(text);
    const page = `<html><body class="page wide"><p>${text}</p><p>Version 2 of the page</p></body></html>`;
    expect(decode(encoded(page, label))).toBe(page);
  });

  it.each([
    'La fête à côté du théâtre a été créée en été; ça a coûté très cher à Noël.',
    'Größere Änderungen müssen über das Büro für Öffentlichkeitsarbeit geführt werden.',
    'Næste år må både børn og ældre gå på lærerværelset, også før påske.',
    'The café costs £3 — “cheap”, said Zoë…',
  ])('leaves Western text: %s', (text) => {
    expect(decode(encoded(text, 'windows-1252'))).toBe(text);
  });
});

it.each([
  ['little', (view: DataView, at: number, code: number) => view.setUint32(at, code, true)],
  ['big', (view: DataView, at: number, code: number) => view.setUint32(at, code, false)],
] as const)('reads UTF-32 with a mark, %s end first', (_, put) => {
  const text = 'A locker 🔒 costs 7 euros.';
  const codes = [0xfeff, ...[...text].map((letter) => letter.codePointAt(0) ?? 0)];
  const bytes = new Uint8Array(codes.length * 4);
  for (const [i, code] of codes.entries()) put(new DataView(bytes.buffer), i * 4, code);
  expect(decode(bytes)).toBe(text);
});
