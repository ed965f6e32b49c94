import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import type { Scope } from '../../../core/document.ts';
import { ParleyError } from '../../../core/errors.ts';
import { TEAM_ANSWERS, teamAnswerPage } from '../../../core/team-answers.ts';
import { slug } from '../../../ingest/resolve-input.ts';
import type { Parley } from '../../../runtime/parley.ts';

const MAX_ANSWER_CHARS = 20_000;
const MAX_NAME_CHARS = 60;

/** An answer that somebody stands for. */
export interface TeamAnswer {
  question: string;
  /** Other wordings of the same question, so that whoever uses them finds the page. */
  wordings?: readonly string[];
  /** Markdown. */
  answer: string;
  /** How the writer is named to those who get the answer. */
  by: string;
  /** ISO 8601. */
  at: string;
  scopes: readonly Scope[];
}

/**
 * Writes a team answer as a page of its own source and ingests it: from then on it is found, cited and forgotten like any
 * page, with the writer's name and the date in its text. The same question again replaces its page.
 *
 * @returns the page's document id
 * @throws BAD_USAGE for an answer without words, INPUT_UNREADABLE when the page could not be ingested
 */
export const writeTeamAnswer = async (
  { settings, ingest }: Pick<Parley, 'settings' | 'ingest'>,
  answer: TeamAnswer,
): Promise<string> => {
  const text = answer.answer.trim();
  if (text === '' || text.length > MAX_ANSWER_CHARS) {
    throw new ParleyError('BAD_USAGE', {
      message: text === '' ? 'The answer has no words.' : `The answer is longer than ${MAX_ANSWER_CHARS} characters.`,
      remedy: text === '' ? 'Write what the next person who asks should get.' : 'Write a page, and add its source.',
    });
  }
  const folder = path.resolve(settings.PARLEY_DATA, TEAM_ANSWERS);
  await mkdir(folder, { recursive: true });
  const name = `${slug(answer.question).slice(0, MAX_NAME_CHARS)}-${hashOf(answer.question)}.md`;
  const file = path.join(folder, name);
  await writeFile(file, pageOf({ ...answer, answer: text }));
  const report = await ingest([folder], { source: TEAM_ANSWERS });
  const failure = report.failed.find(({ input }) => input.endsWith(name));
  if (failure) {
    throw new ParleyError('INPUT_UNREADABLE', {
      message: `The answer is written, and cannot be read: ${failure.message}`,
      remedy: failure.remedy,
    });
  }
  return `${TEAM_ANSWERS}/${name}`;
};

/** The page with what is said about it before its text: its title, who wrote it when, who may see it. */
const pageOf = ({ wordings = [], scopes, ...page }: TeamAnswer): string => {
  const title = page.question.replace(/\s+/g, ' ').trim();
  const matter = stringify({ title, updated_at: page.at, author: page.by, scopes: [...scopes] });
  return `---\n${matter}---\n\n${teamAnswerPage({ ...page, wordings })}\n`;
};

const hashOf = (question: string) =>
  createHash('sha256').update(question.toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 8);
