import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';

/** A statement of an answer: its text, the numbers that it cites, and the white space before it. A block of code is one. */
export interface Statement {
  lead: string;
  text: string;
  cited: number[];
  /** Set for the lines of a table. */
  line?: { table: Table; part: 'head' | 'rule' | 'row' };
}

/** A table of an answer, with the white space before it. */
interface Table {
  lead: string;
  columns: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ROW = /^\|.*\|$/;
const RULE = /^\|(?:\s*:?-+:?\s*\|)+$/;
const HAS_WORDS = /[\p{L}\p{N}]/u;

const MARKS = /\s*((?:\[\d+(?:\s*[,;]\s*\d+)*\]\s*)+)/g;

/**
 * Splits an answer into statements. Citation marks after a full stop or a block of code belong to what stands before them. A
 * block that is not closed is closed at the end.
 */
export const splitStatements = (answer: string): Statement[] => {
  const text = answer
    .replace(
      /([.!?])((?:\s*\[\d+(?:\s*[,;]\s*\d+)*\])+)/g,
      (_, stop: string, marks: string) => `${marks.trim()}${stop}`,
    )
    .trim();
  const statements: Statement[] = [];
  let from = 0;
  const spans = splitSentences(text);
  for (let at = 0; at < spans.length; at += 1) {
    const { start, end } = spans[at]!;
    const sentence = text.slice(start, end);
    const fence = FENCE.exec(sentence)?.[1];
    if (fence !== undefined) {
      const closing = spans.findIndex((span, other) => other > at && text.slice(span.start, span.end).trim() === fence);
      const last = closing < 0 ? spans.length - 1 : closing;
      const block = text.slice(start, spans[last]!.end);
      statements.push({ lead: text.slice(from, start), text: closing < 0 ? `${block}\n${fence}` : block, cited: [] });
      from = spans[last]!.end;
      at = last;
      continue;
    }
    const cited = [...sentence.matchAll(/\[(\d+(?:\s*[,;]\s*\d+)*)\]/g)].flatMap((mark) =>
      mark[1]!.split(/[,;]/).map((n) => Number(n.trim())),
    );
    const before = statements.at(-1);
    if (before && FENCE.test(before.text) && cited.length > 0 && !/\p{L}/u.test(sentence)) {
      before.cited = [...new Set([...before.cited, ...cited])];
      from = end;
      continue;
    }
    statements.push({
      lead: text.slice(from, start),
      text: sentence
        .replace(MARKS, (_, __, at: number, whole: string) =>
          /[\p{L}\p{N}]/u.test(whole.slice(at).replace(MARKS, '')) ? ' ' : '',
        )
        .replace(/ +([.,;:!?])(?![\p{L}\p{N}])/gu, '$1'),
      cited: [...new Set(cited)],
    });
    from = end;
  }
  return withTables(statements);
};

/** Words that a bare answer may have beside the short answer: "Probably", "It was". */
const MAX_WORDS_BESIDE = 2;

/**
 * A first statement with the short answer but without a source has those of the statement after it, which gives the reasons
 * ("No, you have until Friday."). One that says nothing else ("Probably Aeson.") becomes the beginning of that statement.
 */
export const withAnswerJoined = (statements: readonly Statement[], shortAnswer: string): Statement[] => {
  const [first, second, ...rest] = statements;
  if (!first || !second || first.cited.length > 0 || !saysAnswer(first.text, shortAnswer)) return [...statements];
  if (!isBareAnswer(first.text, shortAnswer)) return [{ ...first, cited: second.cited }, second, ...rest];
  const text = `${first.text.replace(/[.!]+$/, '')}: ${second.text}`;
  return [{ ...second, lead: first.lead, text }, ...rest];
};

const saysAnswer = (text: string, shortAnswer: string): boolean => {
  const given = words(shortAnswer);
  return given.length > 0 && ` ${words(text).join(' ')} `.includes(` ${given.join(' ')} `);
};

const isBareAnswer = (text: string, shortAnswer: string): boolean => {
  const given = words(shortAnswer).length;
  const said = words(text).length;
  return said > given && said <= given + MAX_WORDS_BESIDE;
};

/** The lines of a statement that is a block of code, without their indents; undefined for another one. */
export const codeLines = ({ text }: Pick<Statement, 'text'>): string[] | undefined =>
  FENCE.test(text)
    ? text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.trim())
        .filter((line) => line !== '')
    : undefined;

/** Marks the lines of tables: a row, the rule below it, and the rows that follow without an empty line. */
const withTables = (statements: Statement[]): Statement[] => {
  let table: Table | undefined;
  for (const [at, statement] of statements.entries()) {
    const next = statements[at + 1];
    const follows = table !== undefined && !/\n\s*\n/.test(statement.lead);
    if (!ROW.test(statement.text)) table = undefined;
    else if (next && RULE.test(next.text) && !follows) {
      table = { lead: statement.lead, columns: next.text.split('|').length - 2 };
      statement.line = { table, part: 'head' };
    } else if (table && follows) statement.line = { table, part: RULE.test(statement.text) ? 'rule' : 'row' };
  }
  return statements;
};

/**
 * Tidies what a check left of an answer: the head of a table goes with its last row, a table whose head was taken away gets an
 * empty one, since it is no table without, and marks without words ("---") go.
 */
export const withWholeTables = <S extends Statement & { support: readonly unknown[] }>(kept: readonly S[]): S[] => {
  const begun = new Set<Table>();
  return kept.flatMap((statement): S[] => {
    const { line, text, support } = statement;
    if (!line) return HAS_WORDS.test(text) || support.length > 0 ? [statement] : [];
    const { table, part } = line;
    if (part !== 'row') return [];
    const row = { ...statement, lead: '\n' };
    if (begun.has(table)) return [row];
    begun.add(table);
    const head = kept.find((one) => one.line?.table === table && one.line.part === 'head');
    const cells = (cell: string) => `|${` ${cell} |`.repeat(table.columns)}`;
    return [
      { ...statement, lead: table.lead, text: head?.text ?? cells(''), cited: [], support: [] },
      { ...statement, lead: '\n', text: cells('---'), cited: [], support: [] },
      row,
    ];
  });
};

/** Joins statements, with their citation marks before the final punctuation, in the last cell of a row, or below a block of code. */
export const joinStatements = (statements: readonly Statement[]): string =>
  statements
    .map(({ lead, text, cited }, at) => {
      const marks = cited.map((n) => `[${n}]`).join('');
      const before = at === 0 ? '' : lead;
      if (marks && ROW.test(text)) return `${before}${text.replace(/\s*\|$/, '')} ${marks} |`;
      // The closing fence must be alone on its line.
      if (marks && FENCE.test(text)) return `${before}${text}\n${marks}`;
      const [, body, stop] = /^([\s\S]*?)([.!?:;]*)$/.exec(text)!;
      return `${before}${body}${marks ? ` ${marks}` : ''}${stop}`;
    })
    .join('')
    .trim();
