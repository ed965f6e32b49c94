import { splitSentences } from './text/sentences.ts';
import { words } from './text/words.ts';

/** The source of answers that people of the team wrote; only reviewers write into it. */
export const TEAM_ANSWERS = 'team-answers';
const MAX_WORDINGS = 12;
const ASKED_AS = 'Also asked as: ';
const SIGNED = /^Answered by .+ on \d{1,2} \p{L}+ \d{4}\.$/u;

/** The body of a team answer's page, as Markdown. */
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
 * The page of a team answer: its heading is the question, below it stand the other wordings, the answer, and who stands for it
 * since when. `readTeamAnswer` reads it back.
 */
export const teamAnswerPage = ({ question, wordings, answer, by, at }: TeamAnswerPage): string => {
  const title = oneLine(question);
  const others = [...new Set(wordings.map(oneLine))].filter((one) => one !== title && one !== '');
  // Each ends as a question does: nobody is then told one as if it were the answer.
  const asked = others.slice(0, MAX_WORDINGS).map((one) => (/[?!.]$/.test(one) ? one : `${one}?`));
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
  return [
    `# ${title}`,
    ...(asked.length > 0 ? [`${ASKED_AS}${asked.join(' ')}`] : []),
    answer.trim(),
    `Answered by ${by} on ${day}.`,
  ].join('\n\n');
};

/** What the text of a team answer's page says: every wording that it answers, and the answer as it stands there. */
export interface TeamAnswerText {
  questions: string[];
  /** Where the answer begins and ends in the text. */
  start: number;
  end: number;
  /** Who stands for it since when, in words; absent where that stands in a later passage of a long page. */
  signed?: string;
}

/** Reads the first passage of a team answer's page; undefined for any other text. */
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

/** A question without case, marks, punctuation and surplus white space; empty where it holds no word. */
export const plainQuestion = (question: string): string => words(question).join(' ');

/** Whether two questions are the same but for case, marks, punctuation and white space. */
export const isSameQuestion = (a: string, b: string): boolean => {
  const [one, other] = [plainQuestion(a), plainQuestion(b)];
  return one !== '' && one === other;
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
