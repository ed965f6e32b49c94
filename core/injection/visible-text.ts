/**
 * Characters that a reader never sees but a model reads: zero-width and joining characters, soft hyphens, direction marks,
 * variation selectors, and the tag characters in which whole sentences can be hidden (U+E0000 to U+E007F).
 */
const INVISIBLE = new RegExp(
  `[${[
    '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164',
    '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}',
  ].join('')}]|\\u034f`,
  'gu',
);

/** What a person sees of a text: the same characters without the invisible ones. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '');

/** Letters of other alphabets that look like Latin ones. Only words that mix alphabets are folded by it. */
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
/** Digits and signs that stand for letters inside a word ("1gn0re"). */
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

/**
 * A text as it is searched for orders: visible characters, one case, compatibility forms and look-alike letters folded,
 * letters that stand apart ("i g n o r e") joined, marks of Markdown and HTML left out, white space single. Never shown.
 */
export const foldedForReading = (text: string): string =>
  visibleText(decodedEntities(text))
    .replace(/(?<=\p{L})(?:\*{1,3}|~~)(?=\p{L})|(?<=\p{L})-[\n ][\s>]*(?=\p{Ll})/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    // A cell is a clause of its own.
    .replace(/\s*\|+\s*/g, ' ; ')
    .replace(/<!--|-->|[*`~>#]+/g, ' ')
    .replace(/_+/g, ' ')
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}[ .·-]){3,}\p{L}(?![\p{L}\p{N}])/gu, (apart) => apart.replace(/[ .·-]/g, ''))
    .replace(/[\p{L}\p{N}@$!]{2,}/gu, foldWord)
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[\s;]+|[\s;]+$/g, '');

/**
 * A text without the accents of its Latin letters, as words are compared where accents may have been put into them or left
 * out: "réplý" and "reply" are one. Rules are read the same way.
 */
export const withoutAccents = (text: string): string =>
  /[^\p{ASCII}]/u.test(text)
    ? text
        .normalize('NFD')
        .replace(/(?<=[a-z]\p{Mn}*)\p{Mn}/giu, '')
        .normalize('NFC')
    : text;

/** Characters that are written as numbers in HTML, which a model reads as the characters. */
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
  // Most words: nothing stands for another letter.
  if (/^[a-z]+$/.test(word)) return word;
  const latin = /[a-z]/.test(word);
  if (!latin) return word;
  const mixed = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Coptic}]|[ɑɡᴢ]/u.test(word);
  const letters = mixed ? [...word].map((letter) => LOOK_ALIKES[letter] ?? letter).join('') : word;
  // Digits among letters stand for letters; a version or an amount keeps its digits.
  return /^[a-z013457@$!]*[a-z]$/.test(letters) && letters.replace(/[^a-z]/g, '').length * 2 > letters.length
    ? letters.replace(/[013457@$!]/g, (sign) => SUBSTITUTES[sign] ?? sign)
    : letters;
};
