/** The value of a table cell, for calculations. */
export type CellValue =
  | { kind: 'number'; value: number; unit?: string }
  | { kind: 'percent'; value: number }
  | { kind: 'currency'; value: number; currency: string }
  | { kind: 'date'; value: string };

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  HK$: 'HKD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  zł: 'PLN',
  Kč: 'CZK',
};
const CODES = 'USD|EUR|GBP|JPY|CNY|INR|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|KRW|BRL|MXN|ZAR|SGD|HKD|TRY|RUB|ILS|UAH';
const CURRENCY = new RegExp(`^(?:${CODES}|(?:US|HK|[ACR])?\\$|[€£¥₹₩₽₺₴₪]|zł|Kč)$`, 'i');
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  mrd: 1e9,
  tn: 1e12,
  trillion: 1e12,
};
/** Groups: sign, currency before, sign, digits, scale, and a percent sign, currency or unit after. */
const NUMBER =
  /^([-+−–]?)\s*((?:US|HK|[ACR])?\$|[€£¥₹₩₽₺₴₪]|[A-Z]{3})?\s*([-+−–]?)(\d[\d.,'’\s]*|\.\d+)\s*(?:(k|thousand|m|mn|mio|millions?|b|bn|billions?|mrd|tn|trillion)\b\.?)?\s*(%|\p{Sc}|[\p{L}°µ][\p{L}\d°µ²³/·.-]{0,14}(?:\s[\p{L}/]{1,12})?)?$/iu;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Parses a cell: numbers with thousands separators of either convention, negatives in brackets, scales ("1.2 bn"),
 * percentages, currencies by sign or ISO 4217 code, units, and dates.
 * @returns undefined for text and empty cells. A percentage is in percent (12.5 for "12.5 %"), a number or currency is
 * scaled (1.2e9 for "1.2 bn"), and a date is ISO 8601 with the cell's precision (`2024-05`, `2024-05-17`). A bare year
 * is a number.
 */
export const parseCell = (cell: string): CellValue | undefined => {
  const text = cell
    .normalize('NFKC')
    .replace(/\[[\w\s]{1,12}\]|[*†‡]+$/g, '')
    .trim();
  if (text === '' || text.length > 40 || !/\d/.test(text)) return undefined;
  const date = parseDate(text);
  if (date !== undefined) return { kind: 'date', value: date };
  const bracketed = /^\((.+)\)$/.exec(text);
  const match = NUMBER.exec(bracketed?.[1] ?? text);
  if (match === null) return undefined;
  const [, sign = '', before, innerSign = '', digits = '', scale, after] = match;
  const magnitude = parseDigits(digits);
  if (magnitude === undefined) return undefined;
  const isNegative = bracketed !== null || /[-−–]/.test(sign + innerSign);
  const value = Number(((isNegative ? -1 : 1) * magnitude * (SCALES[scale?.toLowerCase() ?? ''] ?? 1)).toPrecision(15));
  if (after === '%') return { kind: 'percent', value };
  const currency = [before, after].find((part) => part !== undefined && CURRENCY.test(part));
  if (currency !== undefined)
    return { kind: 'currency', value, currency: CURRENCIES[currency] ?? currency.toUpperCase() };
  if (before !== undefined) return undefined;
  return after === undefined ? { kind: 'number', value } : { kind: 'number', value, unit: after.trim() };
};

/**
 * Parses digits with separators. Of two kinds of separator, the last is the decimal mark. A single kind is the decimal
 * mark unless it groups by threes.
 */
const parseDigits = (digits: string): number | undefined => {
  const text = digits.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  if (/\s|[.,'’]$/.test(text)) return undefined;
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  let plain = text;
  if (comma >= 0 && point >= 0)
    plain = comma > point ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  else if (comma >= 0)
    plain = /^\d{1,3}(,\d{2,3})*,\d{3}$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  else if ((text.match(/\./g)?.length ?? 0) > 1)
    plain = /^\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : '';
  return /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
};

/**
 * Parses a date to ISO 8601: year first, day first with dots, or a named month. Accepts slashes only if the order is
 * unambiguous.
 */
const parseDate = (text: string): string | undefined => {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:[T ]\d{2}:\d{2}.*)?$/.exec(text);
  // `1200.5` is a number, because a point alone never separates year and month.
  if (yearFirst && !/^\d+\.\d+$/.test(text)) {
    const [, year = '', month, day] = yearFirst;
    return iso(year, Number(month), day === undefined ? undefined : Number(day));
  }
  const withPoints = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (withPoints) {
    const [, day, month, year = ''] = withPoints;
    return iso(year, Number(month), Number(day));
  }
  const withSlashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (withSlashes) {
    const [first, second, year = ''] = [Number(withSlashes[1]), Number(withSlashes[2]), withSlashes[3]];
    if (first > 12 || first === second) return iso(year, second, first);
    return second > 12 ? iso(year, first, second) : undefined;
  }
  const withName =
    /^(?:\w+day,?\s+)?(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+)?(?:of\s+)?([a-z]{3,9})\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?,?\s+(\d{4})$/i.exec(
      text,
    );
  const [, dayBefore, name = '', dayAfter, year = ''] = withName ?? [];
  const month = name === '' ? 0 : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  if (month === 0) return undefined;
  const day = dayBefore ?? dayAfter;
  return iso(year, month, day === undefined ? undefined : Number(day));
};

const iso = (year: string, month: number, day?: number): string | undefined => {
  if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > 31))) return undefined;
  const parts = [year, String(month).padStart(2, '0')];
  if (day !== undefined) parts.push(String(day).padStart(2, '0'));
  return parts.join('-');
};
