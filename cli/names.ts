import type { Command } from 'commander';
import { ParleyError } from '../core/errors.ts';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

interface NamesOptions {
  find?: boolean;
  dryRun?: boolean;
  part?: string[];
  json?: boolean;
}

export const register = (program: Command): void => {
  program
    .command('names')
    .description('Lists names that count as one, and why; finds more of them, and separates what was wrongly joined.')
    .option('--find', 'look for names of one thing: other accents, hyphens, plurals, legal forms, initials')
    .option('--dry-run', 'with --find: print what would be joined, and change nothing')
    .option('--part <names...>', 'two names that are not one: removes what joins them, for good')
    .option('--json', 'print JSON')
    .action((options: NamesOptions) =>
      withParley(async ({ stores }) => {
        const { listMerges, mergeNames, separateNames } = await import('../ingest/knowledge/names/merged-names.ts');
        if (options.part) {
          const [name, other, ...more] = options.part;
          if (name === undefined || other === undefined || more.length > 0)
            throw new ParleyError('BAD_USAGE', {
              message: '--part takes two names.',
              remedy: "Name both: --part 'Acme Inc.' 'Acme'.",
            });
          const documents = await separateNames(stores, name, other);
          if (options.json) printJson({ name, other, documents });
          else print(`${name} and ${other} are two things now; ${documents} documents had joined them.`);
        } else if (options.find) {
          const { merges, kept } = await mergeNames(stores, { dryRun: options.dryRun });
          if (options.json) printJson({ merges, kept });
          else {
            for (const { name, other, reason } of merges) print(`${name} = ${other}  ${reason}`);
            for (const { name, other, because } of kept) print(`${name} ≠ ${other}  ${because}`);
            print(
              `${merges.length} ${options.dryRun ? 'would be joined' : 'joined'}, ${kept.length} kept apart as the pages contradict.`,
            );
          }
        } else {
          const rows = [];
          for await (const { subjectName, predicate, objectName, documentIds } of listMerges(stores))
            rows.push({ name: subjectName, other: objectName, reason: predicate, documentIds });
          if (options.json) printJson(rows);
          else if (rows.length === 0) print('No two names count as one. `parley names --find` looks for some.');
          else
            for (const { name, other, reason, documentIds } of rows)
              print(`${name} = ${other}  ${reason}  ${documentIds.slice(0, 3).join(', ')}`);
        }
      }),
    );
};
