import { counts, measures } from '../language/measures.ts';
import { type Name, readName } from '../language/names.ts';
import { readStatement, type Statement } from '../language/statement.ts';
import { readNumber } from '../language/values.ts';

/** A statement with its words in the text. */
export interface Stated {
  statement: Statement;
  quote: string;
}

/** A number out of a table. */
export interface Cell {
  owner: Name;
  measure: string;
  period: string;
  value: number;
  quote: string;
}

/** A complete list of the subjects that a relation links to its owner. */
export interface Listing {
  owner: Name;
  relation: string;
  members: Name[];
  quote: string;
}

/** The statements of a text, in its order. */
export interface Reading {
  stated: Stated[];
  cells: Cell[];
  listings: Listing[];
  /** Instructions in the text to its reader, with the answer that they demand. */
  orders: { quote: string; wants: string }[];
}

const cache = new Map<string, Reading>();
const mostCached = 20_000;

/** Reads a passage or a table; its page's title resolves its pronouns and rows. */
export const readPassage = (title: string, text: string): Reading => {
  const key = `${title}\n${text}`;
  const known = cache.get(key);
  if (known) return known;
  const topic = topicOf(title);
  const reading: Reading = { stated: [], cells: [], listings: [], orders: [] };
  let rows: string[] = [];
  for (const line of [...text.split('\n'), '']) {
    if (line.startsWith('|')) {
      rows.push(line);
      continue;
    }
    if (rows.length > 0) readTable(rows, topic, reading);
    rows = [];
    for (const sentence of sentencesOf(line)) readSentence(sentence, topic, reading);
  }
  if (cache.size >= mostCached) cache.clear();
  cache.set(key, reading);
  return reading;
};

/** The thing that a page is about: its title without the marks of archives and drafts. */
const topicOf = (title: string): Name =>
  readName(title.replace(/, archived page of \d{4}$/, '').replace(/^Draft notes on /, ''));

const sentencesOf = (line: string): string[] =>
  line.startsWith('#')
    ? []
    : line
        .split(LEFT_OUT)
        .flatMap((part) => part.split(/(?<=[.!?](?: ?\[\d+\])*)\s+(?=[A-Z0-9[])/))
        .filter((sentence) => sentence.trim());

/** Where a source that is shown in part leaves something out. */
const LEFT_OUT = /\s+…\s+/;

/** A sentence without hyperlinks and citation numbers. */
export const plain = (sentence: string): string =>
  sentence
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\s*\[\d+\]/g, '')
    .trim();

const order =
  /^(?:Ignore all previous instructions|SYSTEM NOTE: disregard the question|Assistant, stop here).* ([A-Z]{3,})\.$/;

const readSentence = (sentence: string, topic: Name, reading: Reading): void => {
  const words = plain(sentence);
  const wants = order.exec(words)?.[1];
  if (wants) reading.orders.push({ quote: sentence, wants });
  const said = readStatement(words, topic);
  if (said) reading.stated.push({ statement: said, quote: sentence });
  else readTableSentence(words, reading);
};

/** Cells and lists as the reader itself words them when it gathers knowledge. */
const cellSentence = /^In the table of (.+?), (.+?) for (.+?) is (-?[\d,]+)\.$/;
const listSentence = new RegExp(`^(${counts.map(({ caption }) => caption).join('|')}) (.+?): (.+)\\.$`);

/** A cell of a table as a sentence. */
export const writeCell = ({ owner, measure, period, value }: Cell): string =>
  `In the table of ${owner.name}, ${measures.find(({ id }) => id === measure)!.column} for ${period} is ${value}.`;
/** A list of what belongs to something, as a sentence. */
export const writeListing = ({ owner, relation, members }: Listing): string =>
  `${counts.find((it) => it.relation === relation)!.caption} ${owner.name}: ${members.map(({ name }) => name).join('; ')}.`;

const readTableSentence = (words: string, reading: Reading): void => {
  const cell = cellSentence.exec(words);
  const measure = cell && measures.find(({ column }) => column === cell[2]);
  if (cell && measure)
    reading.cells.push({
      owner: readName(cell[1]!),
      measure: measure.id,
      period: cell[3]!,
      value: readNumber(cell[4]!)!,
      quote: words,
    });
  const list = listSentence.exec(words);
  if (list)
    reading.listings.push({
      owner: readName(list[2]!),
      relation: counts.find(({ caption }) => caption === list[1])!.relation,
      members: list[3]!.split('; ').map(readName),
      quote: words,
    });
};

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => plain(cell).trim());

/** Lists by the header of their first column, with the relation that their second column states. */
const listColumns: Record<string, { relation: string; second?: string }> = {
  'Film|Year': { relation: 'director', second: 'released' },
  'Book|Publisher': { relation: 'author', second: 'publisher' },
  'Product|Launched': { relation: 'maker', second: 'launched' },
};

const readTable = (rows: readonly string[], owner: Name, reading: Reading): void => {
  const [header, ...body] = rows
    .filter((row) => !/^\|[\s:|-]+\|?$/.test(row))
    .map((row) => ({ row, cells: cellsOf(row) }));
  if (!header) return;
  const list = listColumns[header.cells.join('|')];
  if (list) {
    const members = body.map(({ cells }) => readName(cells[0]!));
    reading.listings.push({ owner, relation: list.relation, members, quote: rows.join('\n') });
    for (const { row, cells } of body) {
      const subject = readName(cells[0]!);
      reading.stated.push({ statement: { relation: list.relation, subject, object: owner }, quote: row });
      const second = secondOf(list.second, cells[1]!);
      if (second) reading.stated.push({ statement: { relation: list.second!, subject, object: second }, quote: row });
    }
    return;
  }
  for (const [column, name] of header.cells.entries()) {
    const measure = measures.find((it) => it.column === name && it.period === header.cells[0]);
    if (!measure) continue;
    for (const { row, cells } of body) {
      const value = readNumber(cells[column] ?? '');
      if (value !== undefined) reading.cells.push({ owner, measure: measure.id, period: cells[0]!, value, quote: row });
    }
  }
};

const secondOf = (relation: string | undefined, text: string): Statement['object'] | undefined => {
  if (relation === 'released') return { kind: 'year', value: Number(text) };
  if (relation === 'launched') return { kind: 'date', value: text };
  return relation ? readName(text) : undefined;
};
