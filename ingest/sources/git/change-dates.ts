import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from './git.ts';

/** Commits that are looked at: with some files each, their names are some megabytes. */
const MAX_COMMITS = 20_000;
/** A commit of more than this share of all files, and more files than a page has parts, is an import or a new format. */
const MAX_SHARE = 0.5;
const MIN_MANY = 20;

/** Stands before a commit's header, since no file's name begins with it. */
const MARK = '\u0001';

/**
 * When each file of HEAD last changed, by its newest commit. A commit of most files says little: it counts only for a file
 * that no other commit names. The oldest commits of a shallow clone, which seem to add everything, say nothing.
 * @param count files of HEAD
 * @returns ISO 8601 dates by path; empty where the history cannot be read, as in a clone without trees
 */
export const changeDates = async (git: Git, count: number, timeoutMs: number): Promise<ReadonlyMap<string, string>> => {
  const asked = [
    'log',
    '-z',
    '--name-only',
    '--no-renames',
    `--max-count=${MAX_COMMITS}`,
    `--format=${MARK}%H %ct`,
    'HEAD',
  ];
  const [listed, shallow] = await Promise.all([
    git.run(asked, { timeoutMs }).catch(() => Buffer.alloc(0)),
    shallowCommits(git),
  ]);
  const own = new Map<string, string>();
  const imported = new Map<string, string>();
  let at: { commit: string; date: string; files: string[] } | undefined;
  const close = () => {
    if (at === undefined || shallow.has(at.commit)) return;
    const isMany = at.files.length > Math.max(MIN_MANY, count * MAX_SHARE);
    for (const file of at.files) {
      if (isMany) imported.set(file, at.date);
      else if (!own.has(file)) own.set(file, at.date);
    }
  };
  for (const token of listed.toString().split('\0')) {
    const name = token.replace(/^\n/, '');
    if (name.startsWith(MARK)) {
      close();
      const [commit = '', seconds = ''] = name.slice(1).trim().split(' ');
      at = { commit, date: new Date(Number(seconds) * 1000).toISOString(), files: [] };
    } else if (name !== '') at?.files.push(name);
  }
  close();
  return new Map([...imported, ...own]);
};

/** The commits whose parents a shallow clone lacks. */
const shallowCommits = async (git: Git): Promise<ReadonlySet<string>> => {
  const listed = await readFile(path.join(git.folder, 'shallow'), 'utf8').catch(() => '');
  return new Set(listed.split('\n').filter(Boolean));
};
