import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutants.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Replaces a piece of the product's source as it is loaded. Call it before the file is imported for the first time. */
export const plant = ({ name, file, from, to }: Mutant): void => {
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
