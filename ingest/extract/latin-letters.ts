import { type DosCodePage, decodeDos } from './dos-code-pages.ts';

/**
 * Encodings with a byte a letter, and the letters beyond ASCII of the languages that they are for, the commonest first. Encodings
 * of Windows stand first, since most files are in them.
 */
const GROUPS: readonly { labels: readonly string[]; alphabets: readonly string[] }[] = [
  {
    labels: ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850'],
    alphabets: [
      'éèàêçùîôœâûëïæüÿ',
      'üäößéàè',
      'óíáéñúüçà',
      'ãçáéóíõêúâàôü',
      'àèùòéìíîóú',
      'ëéïöóüèêáà',
      'åøæéöäüèóà',
      'äöåéüšàžè',
      'íáðóéúöþæý',
      'øðáíæúóý',
      'àóèéçíúòïü',
    ],
  },
  {
    labels: ['windows-1250', 'iso-8859-2', 'iso-8859-16', 'cp852'],
    alphabets: ['łąężśóćńź', 'íáéěřčžýšůúťóňď', 'áíéčžýšúťľôňďóäŕĺ', 'áéöóőíüúű', 'čšžćđ', 'ăîâşţșț'],
  },
  { labels: ['windows-1254', 'iso-8859-9', 'iso-8859-3'], alphabets: ['ışğüöçâî\u0307û'] },
  {
    labels: ['windows-1257', 'iso-8859-13', 'iso-8859-4', 'iso-8859-10'],
    alphabets: ['ėšųįžąūčę', 'āīšēņļūģžķč', 'äõüöšž'],
  },
  { labels: ['iso-8859-3'], alphabets: ['ĉŭĝŝĵĥ', 'ħżċġàèù'] },
  {
    labels: ['windows-1258'],
    alphabets: ['\u0301\u0300êôươđâ\u0323\u0309ă\u0303áàíúìóùéèãõý'],
  },
];

/** Bytes that are looked at, from shortly before the first letter beyond ASCII on. */
const SAMPLE_BYTES = 16_384;
/** Minimum letters beyond ASCII in words that tell an encoding. */
const MIN_LETTERS = 3;
/**
 * Minimum of different letters among them: one that comes again and again is a sign of another encoding, such as the fixed space
 * of "10 kg", which is "á" to DOS. Of the encodings of DOS and old Macs more, since few files are in them.
 */
const MIN_KINDS = 2;
const MIN_KINDS_RARE = 3;
/** Minimum share of the letters beyond ASCII in words that belong to one language. */
const MIN_FIT = 0.95;
/** How likely a letter is that a language does not have: in a name, or a word of another language. */
const FOREIGN = 0.002;
/** How likely signs are beside or inside of a word. */
const SIGN = 0.03;
const APOSTROPHE = 0.15;
/** By how much files of DOS and of old Macs are rarer than others, as a logarithm. */
const RARE = 8;
/** Minimum by which another encoding is likelier than the usual one, as the logarithm of how many times. */
const MIN_LEAD = 5;

const BESIDE_ASCII = /(?<=[a-zA-Z])\P{ASCII}+|\P{ASCII}+(?=[a-zA-Z])/gu;
/** Signs that stand beside words in any language. */
const SIGNS = new Set('\u00a0«»‘’‚“”„‹›–—…•·´\u00ad°®™©€£²³');

/**
 * Decodes text in Latin letters with a byte each and no declaration.
 *
 * @param usual the encoding that it is in where nothing tells
 */
export const decodeLatin = (bytes: Uint8Array, usual: 'windows-1252' | 'cp437' = 'windows-1252'): string => {
  const start = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - SAMPLE_BYTES / 8);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  let [best, least] = [{ label: usual as string, likelihood: -Infinity }, -Infinity];
  for (const { labels, alphabets } of GROUPS)
    for (const label of labels.includes('windows-1252') ? new Set([usual, ...labels]) : labels) {
      const letters = lettersInWords(decodeIn(label, sample));
      const told = letters.filter((letter) => !SIGNS.has(letter));
      const isRare = label === 'macintosh' || isDos(label);
      const minKinds = isRare ? MIN_KINDS_RARE : MIN_KINDS;
      if (label !== usual && (told.length < MIN_LETTERS || new Set(told).size < minKinds)) continue;
      const rare = label !== usual && isRare ? RARE : 0;
      for (const alphabet of alphabets) {
        const likelihood = likelihoodOf(letters, alphabet) - rare;
        if (label === usual) least = Math.max(least, likelihood);
        const fits = told.filter((letter) => alphabet.includes(letter)).length >= told.length * MIN_FIT;
        if (likelihood > best.likelihood && (fits || label === usual)) best = { label, likelihood };
      }
    }
  const label = best.likelihood >= least + MIN_LEAD ? best.label : usual;
  const text = decodeIn(label, bytes);
  return label === 'windows-1258' ? text.normalize('NFC') : text;
};

/** The logarithm of how likely letters are in a language, of whose alphabet each letter is as much rarer as it stands further back. */
const likelihoodOf = (letters: readonly string[], alphabet: string): number => {
  let sum = 0;
  for (let rank = 1; rank <= alphabet.length; rank++) sum += 1 / rank;
  let likelihood = 0;
  for (const letter of letters) {
    const at = alphabet.indexOf(letter);
    likelihood += Math.log(
      at !== -1 ? 1 / ((at + 1) * sum) : letter === '’' ? APOSTROPHE : SIGNS.has(letter) ? SIGN : FOREIGN,
    );
  }
  return likelihood;
};

/** The letters and signs beyond ASCII that stand beside letters of ASCII; small ones, but where a capital stands behind a small letter. */
const lettersInWords = (text: string): string[] =>
  [...text.matchAll(BESIDE_ASCII)].flatMap(({ 0: found, index }) => [
    ...(/[a-z]/.test(text[index - 1] ?? '') ? found : found.toLowerCase().replace(/\p{ASCII}/gu, '')),
  ]);

const isDos = (label: string): label is DosCodePage => label.startsWith('cp');
const decodeIn = (label: string, bytes: Uint8Array): string =>
  isDos(label) ? decodeDos(bytes, label) : new TextDecoder(label).decode(bytes);
