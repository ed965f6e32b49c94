import type { Command } from 'commander';
import type { PreviewRow } from '../ingest/preview/preview.ts';
import { failureLine } from './ingest-output.ts';
import { DEFAULT_OCR, OCR_HELP, ocrLanguages } from './options.ts';
import { print, printError, progressLine } from './output.ts';

export const register = (program: Command): void => {
  program
    .command('extract')
    .description('Shows what ingest would see of files, folders, URLs and JSONL, without storing anything.')
    .argument('<input...>')
    .option('--json', 'print rows {input, id, title, text, markdown, tables, metadata}')
    .option('--ocr [languages]', OCR_HELP, ocrLanguages)
    .action(async (inputs: string[], options: { json?: boolean; ocr?: string | true }) => {
      const [{ createFetcher }, { readCredentials }, { preview }, { gitRepositories }, { exportKinds }] =
        await Promise.all([
          import('../ingest/fetch/fetch.ts'),
          import('../ingest/fetch/credentials.ts'),
          import('../ingest/preview/preview.ts'),
          import('../ingest/sources/git/repositories.ts'),
          import('../bots/histories.ts'),
        ]);
      const { PARLEY_FETCH_ALLOW: allow, PARLEY_CREDENTIALS } = process.env;
      const credentials = readCredentials(PARLEY_CREDENTIALS);
      const pages = createFetcher({ allow });
      const languages = options.ocr === true ? DEFAULT_OCR : options.ocr;
      const progress = progressLine();
      let rows = 0;
      try {
        for await (const outcome of preview(inputs, {
          pages,
          credentials,
          kinds: [gitRepositories({ allow, credentials }), ...exportKinds()],
          ocr: languages && languages !== 'off' ? { languages } : undefined,
        })) {
          if ('failure' in outcome) {
            const { input, message, remedy } = outcome.failure;
            progress.clear();
            printError(`${failureLine(input, message)} ${remedy}`);
            process.exitCode = 1;
            continue;
          }
          if ('skipped' in outcome) {
            progress.clear();
            printError(`${outcome.skipped.input} is passed over: ${outcome.skipped.reason}.`);
            continue;
          }
          progress.show(`${rows}  ${outcome.row.input}`);
          // Streams the rows of the JSON array, so that a large folder is never in memory as a whole.
          if (options.json) await write(`${rows === 0 ? '[' : ','}\n${JSON.stringify(outcome.row)}`);
          else print(summary(outcome.row), '');
          rows++;
        }
        if (options.json) await write(rows === 0 ? '[]\n' : '\n]\n');
      } finally {
        progress.clear();
        await pages.close();
      }
    });
};

/** Writes to stdout and waits until the text is flushed. */
const write = (text: string): Promise<void> =>
  new Promise((done, fail) => process.stdout.write(text, (error) => (error ? fail(error) : done())));

/** A page as text: its properties, then the Markdown. */
const summary = ({ input, title, markdown, tables, metadata }: PreviewRow): string => {
  const said = Object.entries(metadata)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${name}: ${value}`);
  return [
    `── ${input}`,
    `${title || '(no title)'}  (${markdown.length} characters, ${tables.length} tables)`,
    ...said,
    ...(metadata.notices ?? []).map((notice) => `note: ${notice}`),
    '',
    markdown,
  ].join('\n');
};
