import { decode } from '../../extract/decode.ts';
import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import type { Reader } from '../reader.ts';
import { type Token, tokensOf } from './tokens.ts';
import { writeLine, writeTable, writeText } from './write-tables.ts';

const KINDS = new Set(['type', 'interface', 'input', 'enum', 'union', 'scalar', 'directive', 'schema']);

/** Reads a schema of GraphQL (SDL): each type with its description, and its fields or values as a table. */
export const readGraphql: Reader = (bytes) => {
  const tokens = tokensOf(decode(bytes)).filter(({ kind }) => kind !== 'comment');
  const page = createPageBuilder();
  let description = '';
  for (let at = 0; at < tokens.length; ) {
    const { kind, text } = tokens[at]!;
    if (kind === 'string') {
      description = text;
      at++;
    } else if (kind === 'word' && KINDS.has(text)) {
      const isExtension = tokens[at - 1]?.text === 'extend';
      at = writeDefinition(tokens, at, description, isExtension, page);
      description = '';
    } else at++;
  }
  return page.build('');
};

/** Writes one definition. @returns the place behind it */
const writeDefinition = (
  tokens: readonly Token[],
  start: number,
  description: string,
  isExtension: boolean,
  page: PageBuilder,
): number => {
  const kind = tokens[start]!.text;
  let at = start + 1;
  const head: Token[] = [];
  // Its head goes up to its fields, or to what comes next.
  for (; at < tokens.length && tokens[at]!.text !== '{'; at++) {
    const { kind: of, text, startsLine } = tokens[at]!;
    if (startsLine && (of === 'string' || KINDS.has(text) || text === 'extend')) break;
    head.push(tokens[at]!);
  }
  page.heading(2, `${isExtension ? 'extend ' : ''}${kind} ${joined(head)}`.trim());
  writeText(page, description, 2);
  if (tokens[at]?.text !== '{') return at;
  const end = closing(tokens, at);
  const rows = fieldsIn(tokens.slice(at + 1, end));
  if (kind === 'enum')
    writeTable(
      page,
      ['Value', 'Description'],
      rows.map(({ name, said }) => [name, said]),
    );
  else
    writeTable(
      page,
      ['Field', 'Type', 'Description'],
      rows.map(({ name, type, said }) => [name, type, said]),
    );
  const args = rows.flatMap(({ name, args: list }) =>
    list.filter(({ said }) => said !== '').map((one) => `${name}, ${one.name}: ${one.said}`),
  );
  for (const line of args) writeLine(page, line);
  return end + 1;
};

interface Field {
  name: string;
  type: string;
  said: string;
  args: Field[];
}

/** The fields of a definition, each on a line of its own or behind its description. */
const fieldsIn = (tokens: readonly Token[], depth = 0): Field[] => {
  const fields: Field[] = [];
  let said = '';
  for (let at = 0; at < tokens.length; ) {
    const { kind, text } = tokens[at]!;
    if (kind !== 'word' || text.startsWith('@')) {
      if (kind === 'string') said = text;
      at++;
      continue;
    }
    let next = at + 1;
    let args: Field[] = [];
    let name = text;
    if (tokens[next]?.text === '(') {
      const end = closing(tokens, next);
      args = depth > 0 ? [] : fieldsIn(tokens.slice(next + 1, end), depth + 1);
      name += `(${args.map((one) => `${one.name}: ${one.type}`).join(', ')})`;
      next = end + 1;
    }
    const type: Token[] = [];
    if (tokens[next]?.text === ':')
      for (next++; next < tokens.length; next++) {
        const token = tokens[next]!;
        // The next field begins with a word behind a whole type.
        const isNext =
          token.kind !== 'sign' && type.length > 0 && !['=', '(', ':', '[', '{', '|', '&'].includes(type.at(-1)!.text);
        if (isNext && (token.kind === 'string' || !token.text.startsWith('@'))) break;
        type.push(token);
      }
    fields.push({ name, type: joined(type), said, args });
    said = '';
    at = next;
  }
  return fields;
};

/** The place of the bracket that closes the one at a place; the end if none does. */
const closing = (tokens: readonly Token[], start: number): number => {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== 'sign') continue;
    if ('{(['.includes(text)) depth++;
    else if ('})]'.includes(text) && --depth === 0) return at;
  }
  return tokens.length;
};

/** Writes tokens in one line, as people do: `posts(first: Int = 10): [Post!]`. */
const joined = (tokens: readonly Token[]): string => {
  let line = '';
  for (const [at, { kind, text }] of tokens.entries()) {
    const before = tokens[at - 1];
    const isGlued =
      before === undefined ||
      (kind === 'sign' && '!]):('.includes(text)) ||
      (before.kind === 'sign' && '[('.includes(before.text));
    line += (isGlued ? '' : ' ') + (kind === 'string' ? `"${text}"` : text);
  }
  return line.replace(/\s+/g, ' ');
};
