import { decode } from '../../extract/decode.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { escapeMarkdown } from '../../extract/write-markdown.ts';
import { normalTable } from '../../tables/normal.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';

/** Columns of the table, and the properties of vCard (RFC 6350) that they show. */
const COLUMNS: readonly [string, readonly string[]][] = [
  ['Name', ['FN', 'N']],
  ['Nickname', ['NICKNAME']],
  ['Organization', ['ORG']],
  ['Title', ['TITLE', 'ROLE']],
  ['Email', ['EMAIL']],
  ['Phone', ['TEL']],
  ['Address', ['ADR']],
  ['Web', ['URL']],
  ['Groups', ['CATEGORIES']],
  ['Note', ['NOTE']],
];
/** Kinds of numbers and addresses that are no news of one. */
const PLAIN_KINDS =
  /^(?:voice|pref|internet|x-.*|type|pref=.*|msg|text|value=.*|charset=.*|encoding=.*|quoted-printable)$/i;

/** A property whose value is quoted-printable: `ENCODING=QUOTED-PRINTABLE`, of which vCard 2.1 needs only the value. */
const QUOTED_PRINTABLE = /^[^:]{0,500}\bQUOTED-PRINTABLE\b/i;

/** A contact that is begun and not ended. */
const CUT = /^BEGIN:VCARD[ \t]*$(?![\s\S]*^END:VCARD)/im;

interface Property {
  kinds: string[];
  value: string;
}

/** Reads contacts (.vcf) as a table with a row a person. Pictures, keys and birthdays are left out. */
export const readContacts: Reader = (bytes, { contentType } = {}) => {
  const source = unfolded(decode(bytes, contentType));
  if (!/^BEGIN:VCARD\s*$/im.test(source)) throw damaged('contacts', new Error('it holds no contact'));
  const people: Map<string, Property[]>[] = [];
  for (const line of source.split('\n')) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) people.push(new Map());
    const person = people.at(-1);
    const found = person && parseLine(line);
    if (!found) continue;
    const before = person.get(found.name);
    if (before === undefined) person.set(found.name, [found]);
    else before.push(found);
  }
  const page = createPageBuilder();
  const rows = people.map((person) => COLUMNS.map(([, names]) => cellOf(person, names)));
  const shown = COLUMNS.map((_, at) => at === 0 || rows.some((row) => row[at] !== ''));
  const kept = <Value>(row: readonly Value[]) => row.filter((_, at) => shown[at]);
  const table = normalTable({
    caption: '',
    header: [kept(COLUMNS.map(([name]) => name))],
    rows: rows
      .filter((row) => row.some((cell) => cell !== ''))
      .map((row) => ({ cells: kept(row).map((text) => ({ text, markdown: escapeMarkdown(text) })) })),
  });
  if (table !== undefined) page.table(table);
  if (CUT.test(source.slice(source.toUpperCase().lastIndexOf('BEGIN:VCARD'))))
    page.notice('The file ends in the middle of a contact.');
  const [only] = rows.length === 1 ? rows : [];
  return page.build(only?.[0] ?? '');
};

/** Joins the lines of one property: the next one begins with a space, or the one before ends with the sign of quoted-printable. */
const unfolded = (source: string): string => {
  const lines: string[] = [];
  for (const line of source.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const before = lines.at(-1);
    if (before !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = before + line.slice(1);
    else if (before?.endsWith('=') && QUOTED_PRINTABLE.test(before))
      lines[lines.length - 1] = before.slice(0, -1) + line;
    else lines.push(line);
  }
  return lines.join('\n');
};

const parseLine = (line: string): (Property & { name: string }) | undefined => {
  const [head, name = '', parameters = ''] =
    /^(?:[\w-]+\.)?([A-Za-z][\w-]*)((?:;(?:"[^"]*"|[^":;])*)*):/.exec(line) ?? [];
  if (head === undefined) return undefined;
  const stated = parameters.split(';').flatMap((one) =>
    one
      .replace(/^TYPE=/i, '')
      .replaceAll('"', '')
      .split(','),
  );
  const isQuoted = /QUOTED-PRINTABLE/i.test(parameters);
  const value = line.slice(head.length);
  return {
    name: name.toUpperCase(),
    kinds: stated.map((one) => one.trim().toLowerCase()).filter((one) => one !== '' && !PLAIN_KINDS.test(one)),
    value: isQuoted ? fromQuoted(value) : value,
  };
};

const fromQuoted = (value: string): string =>
  Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

/** The values of a person's properties; of several names for one thing the first that is there. */
const cellOf = (person: ReadonlyMap<string, readonly Property[]>, names: readonly string[]): string => {
  for (const name of names) {
    const written = (person.get(name) ?? []).map((one) => shownValue(name, one)).filter((value) => value !== '');
    if (written.length > 0) return [...new Set(written)].join(', ');
  }
  return '';
};

const shownValue = (name: string, { kinds, value }: Property): string => {
  // The parts of a name are family, given, further, before and behind.
  const parts = value.split(/(?<!\\);/).map((part) =>
    part
      .replace(/\\([\\;,:])/g, '$1')
      .replace(/\\n/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const ordered = name === 'N' ? [parts[3], parts[1], parts[2], parts[0], parts[4]] : parts;
  const text = ordered
    .filter(Boolean)
    .join(name === 'N' ? ' ' : ', ')
    .replace(/^(?:tel|mailto):/i, '');
  return text === '' || kinds.length === 0 || !/^(?:TEL|EMAIL|ADR|URL)$/.test(name)
    ? text
    : `${text} (${kinds.join(', ')})`;
};
