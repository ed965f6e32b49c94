/** A number in a question or a cell, with its unit. */
export interface Quantity {
  value: number;
  /** ISO 4217 code, from a sign, a code or a name beside it. */
  currency?: string;
  /** The lower-case word after it: "days", "stations". */
  unit?: string;
  /** Offsets in the text. */
  start: number;
  end: number;
}

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };
const NAMES: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
  kroner: 'NOK',
};
const CODE = '(?:EUR|USD|GBP|NOK|SEK|DKK|CHF|CAD|AUD|JPY)';
const NUMBER = new RegExp(
  `(?:(?<before>[€$£¥]|\\b${CODE})\\s?)?(?<![\\p{L}\\p{N}.,_-])(?<digits>\\d{1,3}(?:[,  ’']\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?<thousands>k\\b)?(?![\\p{N}_])(?:\\s?(?<after>[€$£%°]|${CODE}\\b|[\\p{L}]+))?`,
  'giu',
);
const COUNTED = new Map(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
);
for (const [tens, value] of Object.entries({
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}))
  COUNTED.set(tens, value);
/** True for "one" to "twenty" and the tens. */
export const isNumberInWords = (word: string): boolean => COUNTED.has(word);
const ONES = 'one|two|three|four|five|six|seven|eight|nine';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const IN_WORDS = new RegExp(
  `\\b(?:(${TENS})-(${ONES})|(${[...COUNTED.keys()].join('|')})|(half an|half a))\\b(?:\\s([\\p{L}]+))?`,
  'giu',
);

/**
 * The numbers of a text, in order. "3,200" and "7k" are one number each. Ignores digits inside names ("D2", "GW-2").
 */
export const quantitiesIn = (text: string): Quantity[] => {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const { before, digits = '', thousands, after } = match.groups ?? {};
    const value = Number(digits.replace(/[^\d.]/g, '')) * (thousands ? 1000 : 1);
    const sign = [before, after].map((part) => currencyOf(part)).find(Boolean);
    found.push({
      value,
      ...(sign && { currency: sign }),
      ...(after && !currencyOf(after) && { unit: after.toLowerCase() === 'percent' ? '%' : after.toLowerCase() }),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return found;
};

/** As `quantitiesIn`, with numbers in words ("twenty-five") too. */
export const quantitiesAndWordsIn = (text: string): Quantity[] => {
  const found = quantitiesIn(text);
  for (const match of text.matchAll(IN_WORDS)) {
    const [whole, tens, ones, plain, half, unit] = match;
    const value = half
      ? 0.5
      : plain
        ? COUNTED.get(plain.toLowerCase())
        : (COUNTED.get(tens?.toLowerCase() ?? '') ?? 0) + (COUNTED.get(ones?.toLowerCase() ?? '') ?? 0);
    if (value === undefined) continue;
    found.push({
      value,
      ...(unit && { unit: unit.toLowerCase() }),
      start: match.index,
      end: match.index + whole.length,
    });
  }
  return found.sort((a, b) => a.start - b.start);
};

const WHOLE_CODE = new RegExp(`^${CODE}$`, 'i');

const currencyOf = (part: string | undefined): string | undefined =>
  part === undefined
    ? undefined
    : (SIGNS[part] ?? NAMES[part.toLowerCase()] ?? (WHOLE_CODE.test(part) ? part.toUpperCase() : undefined));

/** A range of numbers. Open ends are infinite. */
export interface NumberRange {
  from: number;
  to: number;
  /** True if the bound itself is excluded: "above 5,000". */
  openFrom?: boolean;
  openTo?: boolean;
  currency?: string;
  unit?: string;
}

/** What stands before a number that a text goes above, or stays below. */
const ABOVE = /\b(?:above|over|more than|exceeding)\s*$/i;
const BELOW = /\b(?:under|below|less than|fewer than)\s*$/i;

/** Parses "up to 20", "EUR 1,500 to 5,000", "ten or more", "above EUR 5,000", "between 3 and 6" and "at most 4". */
export const rangeIn = (text: string): NumberRange | undefined => {
  const numbers = quantitiesAndWordsIn(text);
  const [first, second] = numbers;
  if (!first) return undefined;
  const currency = first.currency ?? second?.currency;
  const unit = second?.unit ?? first.unit;
  const kind = { ...(currency && { currency }), ...(unit && { unit }) };
  const before = text.slice(0, first.start);
  if (second) {
    const between = text.slice(first.end, second.start);
    if (
      /^\s*(?:\p{L}{0,6}\s*)?(?:to|–|—|-|until|bis|à|and)\s*$/iu.test(between) ||
      first.unit === 'to' ||
      (first.unit === 'and' && /between\s*$/i.test(before))
    )
      return { from: first.value, to: second.value, currency, unit: second.unit };
    // In "Ten or more instruments in one order", the second number counts something else.
    return /^[^,;]*?\b(?:or|and) (?:more|above|over)\b/i.test(text.slice(first.start, second.start))
      ? { from: first.value, to: Number.POSITIVE_INFINITY, ...(first.currency && { currency: first.currency }) }
      : undefined;
  }
  if (/\b(?:up to|at most|no more than|until|bis zu|maximum(?: of)?|max\.?)\s*$/i.test(before))
    return { from: Number.NEGATIVE_INFINITY, to: first.value, ...kind };
  if (BELOW.test(before)) return { from: Number.NEGATIVE_INFINITY, to: first.value, openTo: true, ...kind };
  if (ABOVE.test(before)) return { from: first.value, openFrom: true, to: Number.POSITIVE_INFINITY, ...kind };
  if (/\b(?:at least|from)\s*$/i.test(before) || /\b(?:or|and) (?:more|above|over)\b|\+/.test(text.slice(first.start)))
    return { from: first.value, to: Number.POSITIVE_INFINITY, ...kind };
  return undefined;
};

/** Whether a text bounds the number that follows it: `above` for "over 15 %", `below` for "less than 20". */
export const boundBefore = (text: string): 'above' | 'below' | undefined =>
  ABOVE.test(text) || /\bbeyond\s*$/i.test(text) ? 'above' : BELOW.test(text) ? 'below' : undefined;

/** True for a value inside the range. An open end leaves the bound itself out. */
export const within = (value: number, { from, to, openFrom, openTo }: NumberRange): boolean =>
  (openFrom ? value > from : value >= from) && (openTo ? value < to : value <= to);
