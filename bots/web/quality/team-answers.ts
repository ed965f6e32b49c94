import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import type { Scope } from '../../../core/document.ts';
import { ParleyError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/sha256.ts';
import { TEAM_ANSWERS, teamAnswerPage } from '../../../core/team-answers.ts';
import { slug } from '../../../ingest/resolve-input.ts';
import type { Parley } from '../../../runtime/parley.ts';

const MAX_ANSWER_CHARS = 20_000;
const MAX_NAME_CHARS = 60;

/** An answer that a member of the team wrote. */
export interface TeamAnswer {
  question: string;
  /** Other wordings of the same question; they are written into the page so that search finds it by them. */
  wordings?: readonly string[];
  /** Markdown. */
  answer: string;
  /** The writer's name as readers see it. */
  by: string;
  /** ISO 8601. */
  at: string;
  scopes: readonly Scope[];
}

/**
 * Writes a team answer as a page of the source TEAM_ANSWERS and ingests it, so that it is searched, cited and forgotten like
 * any other page. Its text names the writer and the date. A new answer to the same question replaces the page.
 *
 * @returns the page's document id
 * @throws BAD_USAGE for an empty or too long answer, INPUT_UNREADABLE when the page could not be ingested
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

/** The page as Markdown with YAML front matter: title, author, date and scopes. */
const pageOf = ({ wordings = [], scopes, ...page }: TeamAnswer): string => {
  const title = page.question.replace(/\s+/g, ' ').trim();
  const matter = stringify({ title, updated_at: page.at, author: page.by, scopes: [...scopes] });
  return `---\n${matter}---\n\n${teamAnswerPage({ ...page, wordings })}\n`;
};

const hashOf = (question: string) => sha256(question.toLowerCase().replace(/\s+/g, ' ').trim()).slice(0, 8);
