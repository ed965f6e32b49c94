import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Edit, Mutant } from './mutants/mutant.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Replaces pieces of the product's source as they are loaded. Call it before their files are imported for the first time. */
export const plant = ({ name, file, from, to, also = [] }: Mutant): void => {
  for (const edit of [{ file, from, to }, ...also]) plantEdit(name, edit);
};

const plantEdit = (name: string, { file, from, to }: Edit): void => {
  const path = `${root}${file}`;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.startsWith('file:') || fileURLToPath(url) !== path) return loaded;
      const source = String(loaded.source);
      if (source.split(from).length !== 2)
        throw new Error(
          `the mutant ${name} does not fit ${file} any more: its piece is there ${source.split(from).length - 1} times`,
        );
      return { ...loaded, source: source.replace(from, () => to) };
    },
  });
};
