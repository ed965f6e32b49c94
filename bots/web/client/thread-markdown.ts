import { oneLine } from '../../../core/text/one-line.ts';
import type { AnswerView } from '../api.ts';

type Source = Pick<AnswerView['citations'][number], 'n' | 'title' | 'url'>;
interface ExportedTurn {
  question: string;
  answer?: Pick<AnswerView, 'text'> & { citations: readonly Source[] };
}

/** A thread as Markdown: each question as a heading, then its answer and sources. */
export const threadMarkdown = (title: string, turns: readonly ExportedTurn[]): string =>
  [
    `# ${oneLine(title)}`,
    ...turns.flatMap(({ question, answer }) => [
      `## ${oneLine(question)}`,
      answer?.text ?? '_Not answered._',
      ...(answer && answer.citations.length > 0 ? [answer.citations.map(sourceLine).join('  \n')] : []),
    ]),
    '',
  ].join('\n\n');

const sourceLine = ({ n, title, url }: Source): string =>
  `[${n}] ${url ? `[${asWords(title)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)` : asWords(title)}`;

/** A title of a page without its signs of Markdown, which could end a link's label or begin another link. Code stays code. */
const asWords = (title: string): string =>
  oneLine(title).replace(/`[^`]*`|[\\*_[\]<>]/g, (found) => (found.startsWith('`') ? found : `\\${found}`));
