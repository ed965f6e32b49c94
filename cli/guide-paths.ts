import { existsSync } from 'node:fs';
import path from 'node:path';

const GUIDE_PATH = /(?:\bdocs\/[\w/-]+\.md|(?<![\w.])\.env\.example)\b/g;

/** Parley's root folder: the parent of `cli/` in a clone, and of `dist/cli/` in a package. */
const parleyFolder = path.resolve(
  import.meta.dirname,
  path.basename(path.dirname(import.meta.dirname)) === 'dist' ? '../..' : '..',
);

/**
 * Replaces paths of guides in messages by paths relative to the working directory: `docs/slack.md` in a clone,
 * `node_modules/parley/docs/slack.md` in an installation.
 */
export const withGuidePaths = (text: string): string =>
  text.replace(GUIDE_PATH, (named) => {
    const file = path.join(parleyFolder, named);
    return existsSync(file) ? path.relative(process.cwd(), file) : named;
  });
