import type { Command } from 'commander';
import { visibleText } from '../core/injection/visible-text.ts';
import { counted } from '../core/text/counted.ts';
import { oneLine } from '../core/text/one-line.ts';
import { type Hit, type Reordering, readSearch, type SearchResult, whyFound } from '../retrieval/index.ts';
import { hintIfEmpty } from './no-pages.ts';
import { askedScopes, askedSources, collect, positiveInteger } from './options.ts';
import { print, printError, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

interface SearchOptions {
  k: number;
  scope?: string[];
  source?: string[];
  type?: string[];
  after?: string;
  before?: string;
  deep?: boolean;
  json?: boolean;
}

export const register = (program: Command): void => {
  program
    .command('search')
    .description('Finds passages, without asking a model.')
    .argument(
      '<query>',
      'words; a phrase in quotes stands in every hit; source:, type:, after: and before: narrow it too',
    )
    .option('--k <n>', 'how many passages', positiveInteger, 10)
    .option('--scope <scope>', 'pages of this scope too, beside those for everyone; repeatable', collect)
    .option('--source <name>', 'look only in this source; repeatable', collect)
    .option('--type <type>', 'page, table, chat, or a kind of file such as pdf or word; repeatable', collect)
    .option('--after <date>', 'only pages changed on this day or later: 2026-03-14, 2026-03, yesterday, last-week, 7d')
    .option('--before <date>', 'only pages changed before this day')
    .option('--deep', 'read the best ones token by token: sharper at the first place, .3 s at most (local encoder)')
    .option('--json', 'print rows {documentId, passageId, title, text, score, via}; with a reranker, what it took')
    .action((query: string, options: SearchOptions) =>
      withParley(async (parley, signal) => {
        const scopes = await askedScopes(parley.stores, options.scope);
        const typed = readSearch(query);
        const sources = await askedSources(parley.stores, mergeLists(options.source, typed.sources));
        const { k, deep, after = typed.after, before = typed.before } = options;
        const filter = { types: mergeLists(options.type, typed.types), after, before, phrases: typed.phrases };
        const { text, unread } = typed;
        const found = await parley.retriever.search({ text, k, scopes, sources, ...filter, unread, deep, signal });
        if (deep) sayIfShallow(found);
        const { hits, notice, reordering } = found;
        if (notice) printError(notice);
        if (reordering && !reordering.failed) printError(rerankingSummary(reordering, hits.length));
        // Every row has the same cost, which is that of reranking the whole search.
        const cost = reordering ? { reordering } : {};
        if (hits.length === 0) await hintIfEmpty(parley.stores);
        if (options.json) printJson(hits.map(({ passage: _, ...row }) => ({ ...row, ...readable(row), ...cost })));
        else if (hits.length === 0) print('Nothing found.');
        else for (const [at, hit] of hits.entries()) print(row(at + 1, hit), '');
      }),
    );
};

const sayIfShallow = ({ deep }: SearchResult): void => {
  if (!deep) printError('The passages were not read token by token: that takes a local encoder.');
  else if (deep.read < deep.of)
    printError(`Only ${deep.read} of the best ${deep.of} passages were read token by token: the machine is busy.`);
};

const mergeLists = (asked: string[] | undefined, typed: readonly string[] | undefined): string[] | undefined =>
  asked || typed ? [...(asked ?? []), ...(typed ?? [])] : undefined;

/** A hit's words without characters that nobody sees: what this command prints may be read by a program. */
const readable = ({ title, text }: Pick<Hit, 'title' | 'text'>) => ({
  title: visibleText(title),
  text: visibleText(text),
});

const row = (rank: number, hit: Hit): string =>
  [
    `${rank}. ${[hit.title, ...hit.passage.headings].join(' > ')}  (${oneLine(hit.documentId)}, ${hit.score.toFixed(3)})`,
    `   ${hit.text.replace(/\s+/g, ' ').slice(0, 300)}`,
    `   found by ${whyFound(hit.via).join('; ')}`,
  ].join('\n');

const rerankingSummary = ({ by, read, brought, ms, calls, tokens, units }: Reordering, count: number): string =>
  [
    `Put in order by ${by}: ${read} passages read, ${brought} of the ${count} shown brought up`,
    `${ms} ms`,
    counted(calls, 'call'),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(units === undefined ? [] : [`${units} billed units`]),
  ].join(', ');
