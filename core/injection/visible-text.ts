import { stripVTControlCharacters } from 'node:util';
import { cacheByText } from '../cache-by-text.ts';

/**
 * Characters that people do not see but models read: zero-width and joining characters, soft hyphens, direction marks,
 * variation selectors, tag characters that can hide whole sentences (U+E0000 to U+E007F), and control characters that no
 * text needs, which move the cursor or recolour lines of a terminal.
 */
const INVISIBLE = new RegExp(
  `[${[
    '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164',
    '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f',
    '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}',
  ].join('')}]|\\u034f`,
  'gu',
);

/** Removes commands to a terminal whole, of which a part would be left as signs: "[31m". */
const withoutCommands = (text: string): string =>
  text.includes('\u001b') || text.includes('\u009b') ? stripVTControlCharacters(text) : text;

/** Text between an override to right-to-left and its end or the line's: readers see its letters from the last to the first. */
const TURNED = /\u202e([^\n\u202a-\u202e]*)/gu;
const inReadersOrder = (text: string): string =>
  text.includes('\u202e') ? text.replace(TURNED, (_, turned: string) => [...turned].reverse().join('')) : text;

/** Removes invisible characters from a text, and commands to a terminal whole. Turned letters stand as they are seen. */
export const visibleText = (text: string): string => inReadersOrder(withoutCommands(text)).replace(INVISIBLE, '');

/** What turns the direction of a line's letters around ("exe.png" for "gnp.exe"), and controls of a terminal. */
const TURNS_OR_CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * A page's title in one line, as it stands in lists, without what would show it as something else. Joiners stay, which letters
 * of some languages need.
 */
export const titleLine = (title: string): string =>
  withoutCommands(title).replace(/\s+/gu, ' ').replace(TURNS_OR_CONTROLS, '').trim();

/** Letters of other alphabets that look like Latin ones. Applied only to words that mix alphabets. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аɑα',
    b: 'Ьв',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еє',
    g: 'ɡ',
    h: 'һнⲏ',
    i: 'іιӏ',
    j: 'ј',
    k: 'кκ',
    l: 'ⅼ',
    m: 'мⅿ',
    n: 'пո',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'тτ',
    u: 'υս',
    v: 'ѵν',
    w: 'ԝѡ',
    x: 'хχ',
    y: 'уγ',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);
/** Letters drawn as emoji, in a circle or square or as flags are made of them, apart by one space at most. */
const DRAWN_TEXT =
  /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}](?: ?[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}])*/gu;
/** Where each letter stands apart, spaces end no word. */
const lettersOf = (drawn: string): string => {
  const letters = Array.from(drawn, (sign) => (sign === ' ' ? ' ' : asLetter(sign))).join('');
  return /[a-z]{2}/.test(letters) ? letters : letters.replaceAll(' ', '');
};
const FIRST_DRAWN = [0x1f1e6, 0x1f170, 0x1f150];
const asLetter = (drawn: string): string => {
  const code = drawn.codePointAt(0) ?? 0;
  return String.fromCharCode(97 + code - (FIRST_DRAWN.find((first) => first <= code) ?? code));
};

/** Digits and signs used for letters inside a word ("1gn0re"). */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Characters of cached sentences. Each is read twice in a row: for orders and for talk. */
const MAX_CHARS = 500_000;
/**
 * What folding may change in a lower-case text: anything but ASCII letters, digits and plain punctuation, digits inside
 * words, letters apart, and spaces to collapse.
 */
const UNFOLDED =
  /[^ a-z\d.,;:?"'()[\]{}/\\&%+=^-]|[a-z]\d|\d[a-z]|(?:^|[^a-z])[a-z][ .-][a-z][ .-]|[a-z]- | {2}|^[ ;]|[ ;]$/;

/**
 * Normalises a text for matching orders: removes invisible characters and marks of Markdown and HTML, folds case,
 * compatibility forms and look-alike letters, joins spaced letters ("i g n o r e"), and collapses white space. Never
 * shown.
 */
export const foldedForReading: (text: string) => string = cacheByText((text) => {
  const lower = text.toLowerCase();
  return inOneByte(UNFOLDED.test(lower) ? folded(text) : lower);
}, MAX_CHARS);

/**
 * The same text with a byte a letter, if it has only letters of Latin-1. A sentence shares the memory of its page, which one
 * dash makes two bytes a letter, and then each rule takes twice as long.
 */
const inOneByte = (text: string): string =>
  /[^\0-\xff]/.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1');

const folded = (text: string): string =>
  visibleText(decodedEntities(text))
    .replace(/(?<=\p{L})(?:\*{1,3}|~~)(?=\p{L})|(?<=\p{L})-[\n ][\s>]*(?=\p{Ll})/gu, '')
    .replace(DRAWN_TEXT, lettersOf)
    .normalize('NFKC')
    .toLowerCase()
    // A table cell is a separate clause.
    .replace(/\s*\|+\s*/g, ' ; ')
    .replace(/<!--|-->|[*`~>#]+/g, ' ')
    .replace(/_+/g, ' ')
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}[ .·-]){3,}\p{L}(?![\p{L}\p{N}])/gu, (apart) => apart.replace(/[ .·-]/g, ''))
    .replace(/[\p{L}\p{N}@$!]{2,}/gu, foldWord)
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[\s;]+|[\s;]+$/g, '');

/**
 * Removes accents from Latin letters, because an attacker may add or omit them: "réplý" equals "reply". Applied to the
 * rules too.
 */
export const withoutAccents = (text: string): string =>
  /[^\p{ASCII}]/u.test(text)
    ? text
        .normalize('NFD')
        .replace(/([a-z])\p{Mn}+/giu, '$1')
        .normalize('NFC')
    : text;

/** Decodes numeric HTML entities, which a model reads as characters. */
const decodedEntities = (text: string): string =>
  text.includes('&#')
    ? text.replace(
        /&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi,
        (whole, hex: string | undefined, decimal: string | undefined) => {
          const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      )
    : text;

const foldWord = (word: string): string => {
  // Most words need no folding.
  if (/^[a-z]+$/.test(word)) return word;
  const latin = /[a-z]/.test(word);
  if (!latin) return word;
  const mixed = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Coptic}]|[ɑɡᴢ]/u.test(word);
  const letters = mixed ? [...word].map((letter) => LOOK_ALIKES[letter] ?? letter).join('') : word;
  // Digits among letters count as letters, but versions and amounts keep their digits. At the end they do where another
  // one stands between letters ("1gn0r3").
  const count = letters.replace(/[^a-z]/g, '').length * 2;
  const spelled =
    (/^[a-z013457@$!]*[a-z]$/.test(letters) && count > letters.length) ||
    (/^[a-z013457]*[a-z][013457]+[a-z][a-z013457]*$/.test(letters) && letters.length > 4 && count >= letters.length);
  return spelled ? letters.replace(/[013457@$!]/g, (sign) => SUBSTITUTES[sign] ?? sign) : letters;
};
