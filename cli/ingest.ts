import { type Command, Option } from 'commander';
import type { Budget } from '../core/answer.ts';
import { ingestProgress, printFailures, printReport } from './ingest-output.ts';
import {
  budgetOption,
  collect,
  DEFAULT_OCR,
  interval,
  languageTags,
  OCR_HELP,
  ocrLanguages,
  positiveInteger,
} from './options.ts';
import { printJson } from './output.ts';
import { withParley } from './with-parley.ts';

interface IngestCommandOptions {
  source?: string;
  scope?: string[];
  knowledge?: 'rules' | 'model';
  budget?: Partial<Budget>;
  every?: string;
  ocr?: string | true;
  crawl?: boolean;
  depth?: number;
  maxPages?: number;
  include?: string[];
  exclude?: string[];
  languages?: string[];
  versions?: 'all';
  json?: boolean;
}

export const register = (program: Command): void => {
  program
    .command('ingest')
    .description(
      'Ingests files, folders, git repositories, URLs, sitemaps, feeds, and JSONL(.gz) of documents or triples.',
    )
    .argument('<input...>')
    .option('--source <name>', 'the source that these belong to (the name of the folder, file or site by default)')
    .option('--scope <scope>', 'who may see what the pages themselves leave open; repeatable', collect)
    .addOption(
      new Option(
        '--knowledge <how>',
        'where facts come from: rules (tables, lists), or also a model that reads every passage',
      ).choices(['rules', 'model']),
    )
    .option('--budget <bounds>', 'for --knowledge model: tokens=1000000,calls=1000,seconds=3600', budgetOption)
    .option(
      '--every <interval>',
      'how often the worker reads the source again: 15m, 6h, 1d, off (PARLEY_SYNC_EVERY)',
      interval,
    )
    .option('--ocr [languages]', OCR_HELP, ocrLanguages)
    .option('--crawl', 'read the whole site from each web address on, at or below its folder')
    .option('--depth <n>', 'for --crawl: links from the start to the furthest page (8)', positiveInteger)
    .option('--max-pages <n>', 'for --crawl: pages at most (2000)', positiveInteger)
    .option(
      '--include <pattern>',
      'addresses or paths to read, of a folder, site or repository, with * for anything; repeatable',
      collect,
    )
    .option(
      '--exclude <pattern>',
      'addresses or paths to leave out, of a folder, site or repository; repeatable',
      collect,
    )
    .option(
      '--languages <tags>',
      'translations to read too, of a folder or repository: de,fr, or all (the default language alone)',
      languageTags,
    )
    .addOption(
      new Option(
        '--versions <which>',
        'all: also read the pages of versions other than the current one, of a folder or repository',
      ).choices(['all']),
    )
    .option('--json', 'print the report as JSON')
    .action((inputs: string[], options: IngestCommandOptions) =>
      withParley(
        async (parley, signal) => {
          const progress = ingestProgress();
          const report = await parley
            .ingest(inputs, {
              source: options.source,
              scopes: options.scope,
              knowledge: options.knowledge,
              budget: options.budget,
              every: options.every,
              ocr: options.ocr === true ? DEFAULT_OCR : options.ocr,
              crawl: crawlOptions(options),
              signal,
              onProgress: progress.show,
            })
            .finally(progress.clear);
          if (options.json) printJson(report);
          else printReport(report);
          printFailures(report);
        },
        { encodes: true },
      ),
    );
};

/** The options of a crawl, if `--crawl` or one of them is given; otherwise undefined. */
const crawlOptions = ({ crawl, depth, maxPages, include, exclude, languages, versions }: IngestCommandOptions) => {
  const bounds = { depth, maxPages, include, exclude, languages, versions };
  const given = Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));
  return crawl || Object.keys(given).length > 0 ? given : undefined;
};
