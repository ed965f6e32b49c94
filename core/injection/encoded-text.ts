/** A run of base64 long enough for a sentence. */
const BASE64 = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{28,}={0,2}(?![A-Za-z0-9+/=])/g;
/** A run of hexadecimal bytes long enough for a sentence. */
const HEX = /(?<![\p{L}\p{N}])(?:[\da-f]{2}[ :]?){24,}(?![\p{L}\p{N}])/giu;
/** Words that most English sentences have, each moved by thirteen letters or written backwards. */
const MOVED =
  /(?<![\p{L}\p{N}])(?:gur|naq|lbh|gung|jvgu|guvf|sbe|sebz|abg|nyy|rirel|lbhe|nafjre|vf|gb|bs)(?![\p{L}\p{N}])/giu;
const BACKWARDS =
  /(?<![\p{L}\p{N}])(?:eht|dna|uoy|taht|htiw|siht|rof|morf|ton|lla|yreve|ruoy|rewsna|ot|fo)(?![\p{L}\p{N}])/giu;
/** One of them is in nearly every such sentence. To look for three costs more. */
const MAY_BE_MOVED = /gur|naq|lbh/i;
const MAY_BE_BACKWARDS = /eht|dna|uoy/i;
/** Such words from which on a sentence is taken to be moved or backwards. Some are also words or names. */
const MIN_WORDS = 3;
/** A text that names how it is moved needs one. */
const NAMES_MOVE = /(?<!\p{L})(?:rot-?13|caesar(?: cipher)?)(?!\p{L})/iu;

/** Letters, digits and punctuation of words with spaces between them. */
const TEXT = /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u;
const WORDS = /(?:\p{L}{2,}[,.;:!?]?\s+){3}\p{L}{2,}/u;

const movedByThirteen = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
  });

const distinct = (text: string, pattern: RegExp): number =>
  new Set(text.match(pattern)?.map((word) => word.toLowerCase())).size;

/**
 * What a text holds in base64, in hexadecimal bytes, moved by thirteen letters, or backwards, if that reads as words. People
 * cannot read it, and a model can.
 */
export const encodedText = (text: string): string[] => {
  const found: string[] = [];
  const add = (decoded: string) => {
    if (TEXT.test(decoded) && WORDS.test(decoded)) found.push(decoded);
  };
  for (const [run] of text.matchAll(BASE64)) add(Buffer.from(run, 'base64').toString('utf8'));
  for (const [run] of text.matchAll(HEX)) add(Buffer.from(run.replace(/[ :]/g, ''), 'hex').toString('utf8'));
  const minMoved = NAMES_MOVE.test(text) ? 1 : MIN_WORDS;
  if ((minMoved === 1 || MAY_BE_MOVED.test(text)) && distinct(text, MOVED) >= minMoved) add(movedByThirteen(text));
  if (MAY_BE_BACKWARDS.test(text) && distinct(text, BACKWARDS) >= MIN_WORDS) add([...text].reverse().join(''));
  return found;
};
