import { parseJson } from '../../core/text/parse-json.ts';

/**
 * Follows one string field of a JSON object while the object streams in, and gives its new characters.
 * Only a key of the outermost object counts, so that a quoted page can't pose as the answer.
 *
 * @example
 * const follow = followField('text');
 * follow('{"verdict":"answered","te'); // ''
 * follow('xt":"Twenty-fi');            // 'Twenty-fi'
 * follow('ve days [1]."}');            // 've days [1].'
 */
export const followField = (field: string): ((delta: string) => string) => {
  let depth = 0;
  let inString = false;
  /** True while reading a key of the outermost object. */
  let isKey = false;
  let expectKey = false;
  let key = '';
  let current = '';
  let sequence = '';
  return (delta) => {
    let out = '';
    const put = (text: string) => {
      if (isKey) key += text;
      else if (depth === 1 && current === field) out += text;
    };
    for (const char of delta) {
      if (!inString) {
        if (char === '"') {
          inString = true;
          isKey = depth === 1 && expectKey;
          if (isKey) key = '';
        } else if (char === '{' || char === '[') {
          depth += 1;
          expectKey = depth === 1 && char === '{';
        } else if (char === '}' || char === ']') depth -= 1;
        else if (char === ':' && depth === 1) {
          current = key;
          expectKey = false;
        } else if (char === ',' && depth === 1) expectKey = true;
        continue;
      }
      if (sequence) {
        sequence += char;
        if (sequence[1] === 'u' && sequence.length < 6) continue;
        put(decodeEscape(sequence));
        sequence = '';
      } else if (char === '\\') sequence = '\\';
      else if (char === '"') inString = false;
      else put(char);
    }
    return out;
  };
};

const decodeEscape = (sequence: string): string => {
  try {
    return JSON.parse(`"${sequence}"`) as string;
  } catch {
    return '';
  }
};

/** Objects that are tried within one text; an answer holds its object among few others. */
const MAX_OBJECTS = 20;

/**
 * Parses the JSON object in a model's answer: the whole text, or the longest object within it where words, a code fence or
 * another object surround it.
 * @returns undefined if there is none
 */
export const readJsonObject = (text: string): unknown => {
  const whole = parseObject(text);
  if (whole !== undefined) return whole;
  const found = balancedObjects(text).toSorted((a, b) => b.length - a.length);
  for (const candidate of found.slice(0, MAX_OBJECTS)) {
    const value = parseObject(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
};

const parseObject = (text: string): object | undefined => {
  const value = parseJson(text);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
};

/** The outermost texts in balanced braces. Braces within strings do not count; quotes outside of braces begin no string. */
const balancedObjects = (text: string): string[] => {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = depth > 0;
    else if (char === '{') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, at + 1));
    }
  }
  return found;
};
