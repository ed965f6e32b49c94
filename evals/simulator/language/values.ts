/** What a relation leads to when it is no entity. Dates are ISO 8601 days. */
export type Value = { kind: 'date' | 'word'; value: string } | NumberValue;
export interface NumberValue {
  kind: 'year' | 'number';
  value: number;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** An ISO day in words: style 0 `4 March 1961`, style 1 `March 4, 1961`. */
const dateInWords = (iso: string, style = 0): string => {
  const [year, month, day] = iso.split('-') as [string, string, string];
  const name = months[Number(month) - 1]!;
  return style === 0 ? `${Number(day)} ${name} ${year}` : `${name} ${Number(day)}, ${year}`;
};

/** 48210 as `48,210`. */
export const grouped = (value: number): string => {
  const digits = String(Math.abs(value));
  let out = '';
  for (let i = 0; i < digits.length; i++) out += i > 0 && (digits.length - i) % 3 === 0 ? `,${digits[i]}` : digits[i];
  return value < 0 ? `-${out}` : out;
};

/** A value as a page words it; `style` 0 or 1 varies dates. */
export const valueInWords = (value: Value, style = 0): string =>
  value.kind === 'date'
    ? dateInWords(value.value as string, style)
    : value.kind === 'number'
      ? grouped(value.value as number)
      : String(value.value);

const datePattern = new RegExp(
  `^(?:(\\d{1,2}) (${months.join('|')})|(${months.join('|')}) (\\d{1,2}),?) (\\d{4})$`,
  'i',
);

/** A day in any of its wordings (or ISO) as ISO 8601; undefined for any other text. */
export const readDate = (text: string): string | undefined => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const match = datePattern.exec(text);
  if (!match) return undefined;
  const name = (match[2] ?? match[3])!.toLowerCase();
  const month = months.findIndex((m) => m.toLowerCase() === name) + 1;
  return `${match[5]}-${String(month).padStart(2, '0')}-${(match[1] ?? match[4])!.padStart(2, '0')}`;
};

/** A whole number as pages write it (`48,210`, `-12`); undefined for any other text. */
export const readNumber = (text: string): number | undefined =>
  /^-?\d{1,3}(,\d{3})+$|^-?\d+$/.test(text) ? Number(text.replaceAll(',', '')) : undefined;

/** A value in every wording that counts as right; the first is how Parley should say it. */
export const aliasesOf = (value: Value, unit?: string): string[] => {
  if (value.kind === 'date') {
    const day = value.value as string;
    return [dateInWords(day), dateInWords(day, 1), day];
  }
  if (value.kind === 'word')
    return [value.value as string, (value.value as string).replace(/^(?:an?|the) /, '')].filter(unique);
  const { kind, value: n } = value as NumberValue;
  const plain = String(n);
  const forms = kind === 'year' ? [plain] : [grouped(n), plain];
  return [...forms.map((form) => (unit ? `${form} ${unit}` : form)), ...forms].filter(unique);
};

const unique = (item: string, index: number, all: string[]): boolean => all.indexOf(item) === index;
