import type { Command } from 'commander';
import type { FlaggedPage } from '../agent/page-quarantine.ts';
import type { Source } from '../core/document.ts';
import { counted } from '../core/text/counted.ts';
import { addSkipped, countFailed, noneSkipped } from '../ingest/report.ts';
import type { SourceMemory } from '../ingest/resolve-input.ts';
import { failureLine, shortPath, skippedLines } from './ingest-output.ts';
import { askedSources } from './options.ts';
import { minute, print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

/** Maximum number of failures listed per source; `parley sources NAME` lists all. */
const MAX_FAILURES_SHOWN = 5;

export const register = (program: Command): void => {
  program
    .command('sources')
    .description('Lists the sources: how many pages, how fresh, what could not be read and what was passed over.')
    .argument(
      '[source...]',
      'source ids: names every file that failed or was passed over; all sources, in short, by default',
    )
    .option('--clear <page>', 'take a page that speaks to the model off the list, until its text changes')
    .option('--json', 'print rows as JSON')
    .action((named: string[], options: { json?: boolean; clear?: string }) =>
      withParley(async ({ stores }) => {
        const { clearFlag, flaggedPages } = await import('../agent/page-quarantine.ts');
        if (options.clear !== undefined) {
          await clearFlag(stores, options.clear);
          if (options.json) return printJson({ cleared: options.clear });
          return print(
            `${options.clear} is off the list until its text changes; what it says to the model stays out of answers.`,
          );
        }
        const { memoryOf } = await import('../ingest/resolve-input.ts');
        const wanted = await askedSources(stores, named);
        const sources = (await stores.documents.sources()).filter(({ id }) => !wanted || wanted.includes(id));
        const flagged = await flaggedPages(stores);
        const flaggedOf = (id: string) => flagged.filter(({ sourceId }) => sourceId === id);
        if (options.json) return printJson(sources.map((source) => ({ ...source, flagged: flaggedOf(source.id) })));
        if (sources.length === 0) print('No sources yet. `parley ingest FOLDER` adds one.');
        for (const source of sources) {
          printSource(source, memoryOf(source), wanted !== undefined);
          printFlagged(flaggedOf(source.id), wanted !== undefined);
        }
      }),
    );
};

const printSource = (
  source: Source & { documents: number; passages: number },
  { failed, skipped, forgotten }: SourceMemory,
  inFull: boolean,
): void => {
  print(
    `${source.id}  ${counted(source.documents, 'document')}, ${counted(source.passages, 'passage')}, ` +
      `read ${source.syncedAt ? minute(source.syncedAt) : 'never'}  ${source.location}`,
  );
  for (const { input, message } of inFull ? failed : failed.slice(0, MAX_FAILURES_SHOWN))
    print(`  failed: ${failureLine(input, message)}`);
  if (failed.length > 0)
    print(
      `  ${countFailed(failed) > MAX_FAILURES_SHOWN ? `${countFailed(failed)} failed in all; ` : ''}\`parley sync --failed ${source.id}\` reads just that again`,
    );
  const all = noneSkipped();
  for (const some of Object.values(skipped)) addSkipped(all, some);
  if (inFull) {
    for (const { input, reason } of all.files) print(`  passed over: ${shortPath(input)}: ${reason}`);
    if (all.total > all.files.length) print(`  ${all.total - all.files.length} more were passed over`);
  } else for (const line of skippedLines(all, source.id, 0)) print(line);
  if (inFull) for (const id of forgotten) print(`  forgotten: ${id} (\`parley forget ${id} --undo\` lets it in again)`);
};

const printFlagged = (flagged: readonly FlaggedPage[], inFull: boolean): void => {
  for (const { documentId, severity } of inFull ? flagged : flagged.slice(0, MAX_FAILURES_SHOWN))
    print(
      `  speaks to the model${severity === 'attack' ? ', read last and believed least' : ' or asks for a secret, left out of answers in part'}: ${documentId} ` +
        `(correct the page, or \`parley sources --clear ${documentId}\`)`,
    );
  if (!inFull && flagged.length > MAX_FAILURES_SHOWN) print(`  ${flagged.length} pages speak to the model in all`);
};
