import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** A commit whose program can run on today's packages. */
export interface EarlierVersion {
  commit: string;
  /** Writes its files into a folder that is not there yet, and lends them today's packages. */
  unpack(folder: string): void;
}

/**
 * The commit before the latest step of Postgres' tables was added: the newest program that does not know them as they are now.
 * @returns why there is none, where the history is not there or its program needs packages that are gone
 */
export const versionBeforeLatestTables = (): EarlierVersion | string => {
  let commit: string;
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'stores/postgres/migrations/0*.ts');
    commit = git('rev-parse', '--verify', `${added}^`);
  } catch {
    return 'no git history that holds the version before the latest tables, such as in a shallow clone';
  }
  const { dependencies } = JSON.parse(git('show', `${commit}:package.json`)) as { dependencies: object };
  const gone = Object.keys(dependencies).filter((name) => !existsSync(join(root, 'node_modules', name)));
  if (gone.length > 0) return `${commit.slice(0, 7)} needs packages that are no longer installed: ${gone.join(', ')}`;
  return {
    commit,
    unpack(folder) {
      mkdirSync(folder, { recursive: true });
      const files = `${folder}.tar`;
      git('archive', '--format=tar', `--output=${files}`, commit);
      execFileSync('tar', ['-xf', files, '-C', folder]);
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    },
  };
};
