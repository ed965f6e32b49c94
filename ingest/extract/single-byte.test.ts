import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { decodeDos } from './dos-code-pages.ts';
import { extractText } from './markdown/markdown.ts';

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
    // One sign again and again is no letter: to DOS a fixed space is "á", and an old Mac's apostrophe is "í".
    'The pump weighs 10\u00a0kg and the hose\u00a04\u00a0kg. '.repeat(30),
    'It isn’t here, and we don’t ship it. '.repeat(30),
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

const DOS_UPPER = new Map(
  ['cp850', 'cp852'].map((page) => [
    page,
    new Map(Array.from({ length: 128 }, (_, at) => [decodeDos(Uint8Array.of(at + 128), page as 'cp850'), at + 128])),
  ]),
);
/** The bytes of a text in a code page of DOS. */
const inDos = (text: string, page: string): Uint8Array =>
  Uint8Array.from([...text], (letter) => DOS_UPPER.get(page)?.get(letter) ?? letter.charCodeAt(0));

const POLISH =
  'Wniosek o urlop składa się w dziale kadr najpóźniej trzy dni wcześniej. Każdy pracownik może wziąć dzień wolny na żądanie, jeżeli uprzedzi przełożonego.';
const CZECH =
  'Žádost o dovolenou se podává nejpozději tři dny předem. Každý zaměstnanec může čerpat volno také v pátek odpoledne.';
const HUNGARIAN =
  'A szabadságot legkésőbb három nappal előbb kell kérni. Az ügyvezető dönt, ha többen kérnek egyszerre időt.';
const ROMANIAN =
  'Cererea de concediu se depune cu trei zile înainte. Fiecare angajat îşi anunţă şeful de secţie şi colegii.';
const TURKISH =
  'İzin dilekçesi en geç üç gün önce verilir. Çalışanların yıllık izni yirmi iş günüdür; ağustos ayında şube kapalıdır.';
const LATVIAN =
  'Iesniegums par atvaļinājumu jāiesniedz trīs dienas iepriekš. Katram darbiniekam ir četras nedēļas gadā.';

describe('text in Latin letters with a byte each and no declaration', () => {
  it.each([
    [POLISH, 'windows-1250'],
    [POLISH, 'iso-8859-2'],
    [CZECH, 'windows-1250'],
    [HUNGARIAN, 'iso-8859-2'],
    [ROMANIAN, 'windows-1250'],
    [TURKISH, 'windows-1254'],
    ['Ad;Şehir\nAyşe Yıldız;Eskişehir\nGülşen Işık;Kırşehir\nOğuz Kılıç;İstanbul\n', 'windows-1254'],
    [LATVIAN, 'windows-1257'],
    ['L’œuvre du cœur a coûté très cher à la sœur; l’été, Noël et Pâques, ça a été fêté.', 'macintosh'],
  ])('reads %s in %s', (text, label) => {
    expect(decode(encoded(text, label))).toBe(text);
  });

  it.each([
    [CZECH, 'cp852'],
    [POLISH, 'cp852'],
    [
      'Größere Änderungen müssen früh über das Büro für Öffentlichkeit geführt und möglichst täglich geprüft werden, höchstens für fünf übliche Gäste, natürlich während der üblichen Öffnungszeiten, außer für Schüler und Lehrkräfte.',
      'cp850',
    ],
  ])('reads %s in DOS’s %s', (text, page) => {
    expect(decode(inDos(text, page))).toBe(text);
  });

  it.each([
    'À l’été, l’homme a l’idée d’un café.',
    'Café Müller, Señor Peña, Smørrebrød, Zoë, Ærø, 25 m²',
    'A ‘note’ — “quoted”… it’s £5, don’t',
    'Seinni partur av árinum er góður fyri føroyskar skúlar.',
  ])('leaves Western text: %s', (text) => {
    expect(decode(encoded(text, 'windows-1252'))).toBe(text);
  });

  it('reads Vietnamese, whose marks stand behind their letters', () => {
    const text = 'Ðơn xin nghỉ phép phải nộp trước ba ngày. Mỗi nhân viên được nghỉ hai mươi ngày một năm.';
    const parted = text.replace(/[àáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/gu, (letter) => {
      const [base = '', ...marks] = letter.normalize('NFD');
      const shape = (base + marks.filter((mark) => /[\u0302\u0306\u031b]/.test(mark)).join('')).normalize('NFC');
      return shape + marks.filter((mark) => /[\u0300\u0301\u0303\u0309\u0323]/.test(mark)).join('');
    });
    expect(decode(encoded(parted.replace('Ð', 'Đ'), 'windows-1258'))).toBe(text.replace('Ð', 'Đ'));
  });
});

it('reads Japanese in seven bits', () => {
  const bytes = Buffer.from('\x1b$B5Y2K\x1b(B: 3 days', 'latin1');
  expect(decode(bytes)).toBe('休暇: 3 days');
});

it('refuses text in an encoding that it does not know, and reads what is Western', () => {
  // EBCDIC, of which a small letter is a byte beyond ASCII.
  const ebcdic = Uint8Array.from(
    [...'The leave request is due three days before the first free day of a worker'.toLowerCase()],
    (letter) => (letter === ' ' ? 0x40 : letter.charCodeAt(0) + (letter < 'j' ? 0x20 : letter < 's' ? 0x27 : 0x2f)),
  );
  expect(() => extractText(ebcdic)).toThrow('an encoding that Parley does not know');
  expect(extractText(encoded('Übermäßig große Öfen kühlen später ab.', 'windows-1252')).text).toContain('Öfen');
});

it('reads a short Russian sentence as Russian, whose letters are as frequent in Greek', () => {
  const text = 'Отпуск по уходу за ребёнком';
  expect(decode(encoded(text, 'windows-1251'))).toBe(text);
});

it('finds the encoding of a long text once, not for each of its lines', () => {
  const LINES = 200_000;
  const line = 'Größere Änderungen müssen her.\n';
  const bytes = Buffer.from(line.repeat(LINES), 'latin1');
  const started = process.cpuUsage().user;
  expect(decode(bytes)).toHaveLength(line.length * LINES);
  // To judge a line takes about 30 µs, all of them six seconds.
  expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(2);
});
