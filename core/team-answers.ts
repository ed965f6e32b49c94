import { oneLine } from './text/one-line.ts';
import { splitSentences } from './text/sentences.ts';
import { words } from './text/words.ts';

/** Id of the source of team answers, which only reviewers write. */
export const TEAM_ANSWERS = 'team-answers';
const MAX_WORDINGS = 12;
const ASKED_AS = 'Also asked as: ';
const SIGNED = /^Answered by .+ on \d{1,2} \p{L}+ \d{4}\.$/u;

/** The content of a team answer's page. */
export interface TeamAnswerPage {
  question: string;
  /** Other wordings of the same question. */
  wordings: readonly string[];
  /** Markdown. */
  answer: string;
  by: string;
  /** ISO 8601. */
  at: string;
}

/**
 * Formats the page of a team answer: the question as heading, then other wordings, the answer, and who gave it when.
 * `readTeamAnswer` parses it.
 */
export const teamAnswerPage = ({ question, wordings, answer, by, at }: TeamAnswerPage): string => {
  const title = oneLine(question);
  const others = [...new Set(wordings.map(oneLine))].filter((one) => one !== title && one !== '');
  // Each wording ends like a question, so that quoting does not mistake one for the answer.
  const asked = others.slice(0, MAX_WORDINGS).map((one) => (/[?!.]$/.test(one) ? one : `${one}?`));
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
  return [
    `# ${title}`,
    ...(asked.length > 0 ? [`${ASKED_AS}${asked.join(' ')}`] : []),
    answer.trim(),
    `Answered by ${by} on ${day}.`,
  ].join('\n\n');
};

/** The parsed text of a team answer's page: every wording of the question, and the answer's position. */
export interface TeamAnswerText {
  questions: string[];
  /** Offsets of the answer in the text. */
  start: number;
  end: number;
  /** Who gave the answer when, as a sentence. Absent if a later passage of a long page contains it. */
  signed?: string;
}

/** Parses the first passage of a team answer's page; undefined for any other text. */
export const readTeamAnswer = (text: string): TeamAnswerText | undefined => {
  const heading = /^\s*# (.+)$/m.exec(text);
  if (!heading?.[1]) return undefined;
  const questions = [heading[1]];
  let [start, end, signed] = [-1, -1, ''];
  for (const { index, 0: block } of text.slice(heading.index + heading[0].length).matchAll(/\S(?:.|\n(?!\s*\n))*/g)) {
    if (block.startsWith(ASKED_AS)) {
      const asked = block.slice(ASKED_AS.length);
      questions.push(...splitSentences(asked).map((one) => asked.slice(one.start, one.end)));
      continue;
    }
    if (SIGNED.test(block.trim())) {
      signed = block.trim();
      continue;
    }
    const from = heading.index + heading[0].length + index;
    if (start < 0) start = from;
    end = from + block.trimEnd().length;
  }
  return start < 0 ? undefined : { questions, start, end, ...(signed !== '' && { signed }) };
};

/** The words of a question, folded and joined by single spaces; empty without a word. */
export const plainQuestion = (question: string): string => words(question).join(' ');

/** True if two questions have the same words, ignoring case, accents, punctuation and white space. */
export const isSameQuestion = (a: string, b: string): boolean => {
  const [one, other] = [plainQuestion(a), plainQuestion(b)];
  return one !== '' && one === other;
};
