import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import { clip } from '../report/clip.ts';
import type { EvalRow } from '../run/row.ts';
import { toScored } from '../run/row.ts';
import { readRunRows } from '../run/run-folder.ts';
import { readRunSummary } from '../run/summary.ts';
import { hasPassed } from './record-run.ts';

/** A case that a run answered wrongly. */
export interface FailingCase {
  id: string;
  strategy: string;
  question: string;
  expected: string[];
  given: string;
}

/** The failing cases of a run, in the forms that an issue and a chat message take. */
export interface CaseReport {
  failing: FailingCase[];
  /** Tells one set of failing cases from another. */
  key: string;
  /** Begins with a marker, by which the workflow finds the issue that it keeps. */
  markdown: string;
  /** A few lines of plain text. */
  text: string;
}

/** By which the workflow knows the one issue that it opens and updates. */
export const ISSUE_MARKER = '<!-- parley-failing-cases -->';
const MAX_LISTED = 50;
const MAX_IN_MESSAGE = 10;

/** Reads a run's folder and lists the cases that its default strategy failed. @throws INPUT_NOT_FOUND */
export const caseReport = async (folder: string): Promise<CaseReport> => {
  const summary = await readRunSummary(folder);
  if (summary === undefined) {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no finished run in ${folder}.`,
      remedy: 'Name the --out folder of an eval.',
    });
  }
  const names = summary.strategies.map(({ strategy }) => strategy);
  const counted = names.includes('auto') ? 'auto' : names[0];
  const failing: FailingCase[] = [];
  for await (const row of readRunRows(folder)) {
    if (row.strategy === counted && hasPassed(toScored(row)) === false) failing.push(failingCase(row));
  }
  failing.sort((a, b) => (a.id < b.id ? -1 : 1));
  const { run } = summary;
  const at = `${run.createdAt.slice(0, 16).replace('T', ' ')} UTC${run.commit ? `, commit ${run.commit.slice(0, 10)}` : ''}`;
  const title = `${failing.length} of ${run.questions} cases fail (${counted}, ${at})`;
  return {
    failing,
    key: sha256(JSON.stringify(failing.map(({ id }) => id))).slice(0, 12),
    markdown: [
      ISSUE_MARKER,
      `**${title}**`,
      '',
      '| Case | Question | Right | Given |',
      '| --- | --- | --- | --- |',
      ...failing
        .slice(0, MAX_LISTED)
        .map(
          ({ id, question, expected, given }) =>
            `| ${[`\`${id}\``, question, expected.join(' / '), given || 'nothing'].map(cell).join(' | ')} |`,
        ),
      ...(failing.length > MAX_LISTED ? ['', `and ${failing.length - MAX_LISTED} more.`] : []),
      '',
      'Fix the page or the setting and sync; who asked is told after two passes in a row.',
      '',
    ].join('\n'),
    text: [
      title,
      ...failing
        .slice(0, MAX_IN_MESSAGE)
        .map(
          ({ question, expected, given }) =>
            `• ${clip(question, 120)}: “${clip(given || 'nothing', 60)}”, right is “${clip(expected.join(' / '), 60)}”`,
        ),
      ...(failing.length > MAX_IN_MESSAGE ? [`and ${failing.length - MAX_IN_MESSAGE} more`] : []),
    ].join('\n'),
  };
};

/**
 * Posts to an incoming webhook of Slack or Discord, unless `key` is that of the last post: owners hear of a change, not of
 * every night. What was posted last is kept beside the run's folder.
 * @param key what is told of; empty when there is nothing to tell, so that the same thing is told again when it comes back
 * @returns whether it posted
 * @throws PLATFORM_REFUSED
 */
export const postOnChange = async (
  url: string,
  { folder, key, text, kind = 'cases' }: { folder: string; key: string; text: string; kind?: string },
): Promise<boolean> => {
  const file = join(dirname(folder), `${kind}-posted`);
  if (key === '') await rm(file, { force: true });
  if (key === '' || (await readFile(file, 'utf8').catch(() => '')) === key) return false;
  // Slack reads `text`, Discord `content`; each passes over the other. Nothing in it may call people.
  const body = JSON.stringify({
    text: plain(text),
    content: plain(text).slice(0, 1900),
    allowed_mentions: { parse: [] },
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(15_000),
  }).catch((cause: unknown) => {
    throw refused('it cannot be reached', cause);
  });
  await response.body?.cancel();
  if (!response.ok) throw refused(`it answered ${response.status}`);
  await writeFile(file, key);
  return true;
};

const refused = (why: string, cause?: unknown) =>
  new ParleyError('PLATFORM_REFUSED', {
    message: `The webhook took no message: ${why}.`,
    remedy: 'Check its address; it is tried again with the next run.',
    cause,
  });

const failingCase = ({ id, strategy, gold, answer }: EvalRow): FailingCase => ({
  id,
  strategy,
  question: gold.question,
  expected: gold.answerable ? gold.answers : ['(no answer)'],
  given: answer?.shortAnswer ?? '',
});

/** Text of questions and answers in a table: no cell may end, open HTML or mention anybody. */
const cell = (text: string): string =>
  clip(text, 200).replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('@', '@\u200b');

const plain = (text: string): string => text.replace(/<([!@#])/g, '‹$1').replaceAll('@', '@\u200b');
