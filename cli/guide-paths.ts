import { existsSync } from 'node:fs';
import path from 'node:path';

const NAMED = /(?:\bdocs\/[\w/-]+\.md|(?<![\w.])\.env\.example)\b/g;

/** Where Parley lies: above `cli/` in a clone, above `dist/cli/` in a package. */
const parleyFolder = path.resolve(
  import.meta.dirname,
  path.basename(path.dirname(import.meta.dirname)) === 'dist' ? '../..' : '..',
);

/**
 * Names the guides in what Parley itself says by where they are for whoever reads it: `docs/slack.md` in a clone,
 * `node_modules/parley/docs/slack.md` where Parley was installed.
 */
export const withGuidePaths = (text: string): string =>
  text.replace(NAMED, (named) => {
    const file = path.join(parleyFolder, named);
    return existsSync(file) ? path.relative(process.cwd(), file) : named;
  });
