import { decode } from '../../extract/decode.ts';
import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import type { Reader } from '../reader.ts';
import { type Token, tokensOf } from './tokens.ts';
import { writeTable, writeText } from './write-tables.ts';

/** Maximum messages inside of one another. */
const MAX_DEPTH = 30;
const BLOCKS = new Set(['message', 'enum', 'service', 'oneof', 'extend', 'group']);

/** Reads Protocol Buffers (.proto): messages and enums as tables of their fields, services with their calls, and their comments. */
export const readProtobuf: Reader = (bytes) => {
  const page = createPageBuilder();
  const tokens = tokensOf(decode(bytes));
  const scope: Scope = { tokens, at: 0, page };
  readBlock(scope, '', '', 0);
  return page.build('');
};

interface Scope {
  tokens: readonly Token[];
  at: number;
  page: PageBuilder;
}

/** Reads what stands between brackets. Tables of a part are written before the parts inside of it. */
const readBlock = (scope: Scope, kind: string, prefix: string, depth: number): void => {
  const rows: string[][] = [];
  const inner: (() => void)[] = [];
  collect(scope, kind, prefix, depth, rows, inner, '');
  const { page } = scope;
  if (kind === 'enum') writeTable(page, ['Value', 'Number', 'Description'], rows);
  else if (kind === 'message' || kind === 'extend') writeTable(page, ['Field', 'Type', 'Number', 'Description'], rows);
  for (const write of inner) write();
};

const collect = (
  scope: Scope,
  kind: string,
  prefix: string,
  depth: number,
  rows: string[][],
  inner: (() => void)[],
  choice: string,
): void => {
  const { tokens, page } = scope;
  let comments: string[] = [];
  let lastLine = -2;
  while (scope.at < tokens.length) {
    const token = tokens[scope.at]!;
    if (token.kind === 'comment') {
      // A comment apart from what follows is about nothing there.
      if (token.startsLine) comments = token.line > lastLine + 1 ? [token.text] : [...comments, token.text];
      lastLine = token.line + token.text.split('\n').length - 1;
      scope.at++;
      continue;
    }
    if (token.text === '}') {
      scope.at++;
      return;
    }
    const said = token.line <= lastLine + 1 ? comments.join('\n') : '';
    comments = [];
    const statement = statementAt(scope);
    const [first = '', name = ''] = statement.words;
    const behind = commentBehind(scope, token.line);
    if (statement.opens && BLOCKS.has(first) && depth < MAX_DEPTH) {
      if (first === 'oneof') collect(scope, kind, prefix, depth + 1, rows, inner, name);
      else {
        const full = prefix === '' || first === 'service' ? name : `${prefix}.${name}`;
        const from = scope.at;
        skipBlock(scope);
        const to = scope.at;
        inner.push(() => {
          page.heading(2, `${first} ${full}`);
          writeText(page, said, 2);
          readBlock({ tokens: tokens.slice(from, to), at: 0, page }, first, full, depth + 1);
        });
      }
    } else if (first === 'rpc') {
      if (statement.opens) skipBlock(scope);
      inner.push(() => {
        page.heading(
          3,
          statement.words
            .join(' ')
            .replace(/ ?([()]) ?/g, '$1')
            .replace(/\)returns\(/, ') returns ('),
        );
        writeText(page, [said, behind].filter(Boolean).join('\n'), 3);
      });
    } else {
      if (statement.opens) skipBlock(scope);
      addField(statement.words, [said, behind].filter(Boolean).join(' '), kind, choice, rows);
    }
  }
};

/** The words up to the end of a statement; `opens` if a bracket follows. */
const statementAt = (scope: Scope): { words: string[]; opens: boolean } => {
  const words: string[] = [];
  let square = 0;
  for (; scope.at < scope.tokens.length; scope.at++) {
    const { kind, text } = scope.tokens[scope.at]!;
    if (kind === 'comment') continue;
    if (kind === 'sign' && text === '[') square++;
    if (kind === 'sign' && (text === ';' || text === '{') && square === 0) {
      scope.at++;
      return { words, opens: text === '{' };
    }
    if (kind === 'sign' && text === '}' && square === 0) return { words, opens: false };
    if (square === 0) words.push(kind === 'string' ? `"${text}"` : text);
    if (kind === 'sign' && text === ']') square--;
  }
  return { words, opens: false };
};

/** The comment at the end of a statement's line. */
const commentBehind = (scope: Scope, line: number): string => {
  const next = scope.tokens[scope.at];
  return next?.kind === 'comment' && !next.startsLine && next.line === line ? next.text : '';
};

/** Goes behind the bracket that closes an open one. */
const skipBlock = (scope: Scope): void => {
  for (let depth = 1; scope.at < scope.tokens.length && depth > 0; scope.at++) {
    const { kind, text } = scope.tokens[scope.at]!;
    if (kind === 'sign' && text === '{') depth++;
    else if (kind === 'sign' && text === '}') depth--;
  }
};

const addField = (words: readonly string[], said: string, kind: string, choice: string, rows: string[][]): void => {
  const equals = words.lastIndexOf('=');
  if (
    equals < 1 ||
    ['option', 'reserved', 'extensions', 'syntax', 'package', 'import', 'edition'].includes(words[0] ?? '')
  )
    return;
  const [name, number] = [words[equals - 1] ?? '', words.slice(equals + 1).join('')];
  const type = words
    .slice(0, equals - 1)
    .join(' ')
    .replace(/ ?([<>]) ?/g, '$1')
    .replace(/<(\S+) (\S+)>/, '<$1, $2>');
  if (kind === 'enum') rows.push([name, number, said]);
  else if (type !== '') rows.push([name, choice === '' ? type : `${type}, one of ${choice}`, number, said]);
};
