/** Encodings with a byte a letter, of scripts other than Latin, by the letters of the script and those that are commonest in it. */
const SCRIPTS: readonly { labels: readonly string[]; own: RegExp; common: RegExp }[] = [
  {
    labels: ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'],
    own: /\p{Script=Cyrillic}/u,
    common: /[оеаинтсрвлкмія]/u,
  },
  {
    labels: ['windows-1253', 'iso-8859-7'],
    own: /\p{Script=Greek}/u,
    common: /[αοιετσνηυρπκάόίέή]/u,
  },
  { labels: ['windows-1255'], own: /\p{Script=Hebrew}/u, common: /[יוהלאתרבמשנ]/u },
  { labels: ['windows-1256', 'iso-8859-6'], own: /\p{Script=Arabic}/u, common: /[المينوريتبةدعس]/u },
  { labels: ['windows-874'], own: /\p{Script=Thai}/u, common: /[านรกอเงมยลวดทสต่้ั]/u },
];

/** Minimum letters beyond ASCII that tell an encoding, in words of them. */
const MIN_LETTERS = 12;
/** Minimum share of the letters beyond ASCII that stand beside another one. In Western words they stand among ASCII letters. */
const MIN_BESIDE = 0.7;
/** Maximum share of the letters beyond ASCII that stand beside a letter of ASCII, which words of these scripts do not hold. */
const MAX_MIXED = 0.3;
/** Minimum share of a script's commonest letters. Read in the wrong encoding, a text has at most a third of them. */
const MIN_COMMON = 0.45;
/** Minimum share of the script's letters among all letters beyond ASCII. */
const MIN_OWN = 0.9;
/** Letters where no word has them: a capital behind a small letter, and the sigma that ends a word before another letter. */
const MISPLACED = /\p{Ll}\p{Lu}|ς\p{L}/gu;
/** Maximum share of such letters, which names of products have too. */
const MAX_MISPLACED = 0.05;
const LETTER = /[\p{L}\p{M}\uFFFD]/u;
const isAsciiLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
/** Bytes that are looked at. */
const SAMPLE_BYTES = 16_384;

/** Detects the encoding of text in Cyrillic, Greek, Hebrew, Arabic or Thai whose letters have a byte each. */
export const singleByteEncoding = (bytes: Uint8Array): string | undefined => {
  const start = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - SAMPLE_BYTES / 8);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  let [high, beside, mixed] = [0, 0, 0];
  for (let at = 0; at < sample.length; at++) {
    if ((sample[at] ?? 0) <= 0x7f) continue;
    high++;
    if ((sample[at - 1] ?? 0) > 0x7f || (sample[at + 1] ?? 0) > 0x7f) beside++;
    if (isAsciiLetter(sample[at - 1]) || isAsciiLetter(sample[at + 1])) mixed++;
  }
  if (high < MIN_LETTERS || beside < high * MIN_BESIDE || mixed > high * MAX_MIXED) return undefined;
  let best: { label: string; share: number } | undefined;
  for (const { labels, own, common } of SCRIPTS)
    for (const label of labels) {
      const text = new TextDecoder(label).decode(sample);
      const signs = text.match(/\P{ASCII}/gu) ?? [];
      const letters = signs.filter((sign) => LETTER.test(sign));
      const owned = letters.filter((letter) => own.test(letter)).length;
      // Of all signs: encodings that differ in few letters have other signs in their places.
      const share = letters.filter((letter) => common.test(letter)).length / Math.max(1, signs.length);
      if (letters.length < MIN_LETTERS || owned < letters.length * MIN_OWN || share < MIN_COMMON) continue;
      if ((text.match(MISPLACED)?.length ?? 0) > letters.length * MAX_MISPLACED) continue;
      if (share > (best?.share ?? 0)) best = { label, share };
    }
  return best?.label;
};
