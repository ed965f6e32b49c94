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

/**
 * Parses the JSON object in a model's answer: the whole text, or the outermost braces if text or a code fence surrounds
 * it.
 * @returns undefined if there is none
 */
export const readJsonObject = (text: string): unknown => {
  const candidates = [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)];
  for (const candidate of candidates) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
    } catch {
      // Tries the next candidate; the caller handles undefined.
    }
  }
  return undefined;
};
