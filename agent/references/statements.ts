import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';

/** A statement of an answer: its text, the numbers that it cites, and the white space before it. */
export interface Statement {
  lead: string;
  text: string;
  cited: number[];
}

const MARKS = /\s*((?:\[\d+(?:\s*[,;]\s*\d+)*\]\s*)+)/g;

/** Splits an answer into statements. Citation marks after a full stop belong to the sentence before. */
export const splitStatements = (answer: string): Statement[] => {
  const text = answer
    .replace(
      /([.!?])((?:\s*\[\d+(?:\s*[,;]\s*\d+)*\])+)/g,
      (_, stop: string, marks: string) => `${marks.trim()}${stop}`,
    )
    .trim();
  const statements: Statement[] = [];
  let from = 0;
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end);
    const cited = [...sentence.matchAll(/\[(\d+(?:\s*[,;]\s*\d+)*)\]/g)].flatMap((mark) =>
      mark[1]!.split(/[,;]/).map((n) => Number(n.trim())),
    );
    statements.push({
      lead: text.slice(from, start),
      text: sentence
        .replace(MARKS, (_, __, at: number, whole: string) =>
          /[\p{L}\p{N}]/u.test(whole.slice(at).replace(MARKS, '')) ? ' ' : '',
        )
        .replace(/ +([.,;:!?])/g, '$1'),
      cited: [...new Set(cited)],
    });
    from = end;
  }
  return statements;
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

/** Joins statements, with their citation marks before the final punctuation. */
export const joinStatements = (statements: readonly Statement[]): string =>
  statements
    .map(({ lead, text, cited }, at) => {
      const marks = cited.map((n) => `[${n}]`).join('');
      const [, body, stop] = /^([\s\S]*?)([.!?:;]*)$/.exec(text)!;
      return `${at === 0 ? '' : lead}${body}${marks ? ` ${marks}` : ''}${stop}`;
    })
    .join('')
    .trim();
