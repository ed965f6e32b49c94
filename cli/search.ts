import type { Command } from 'commander';
import { type Hit, type Reordering, whyFound } from '../retrieval/index.ts';
import { hintIfEmpty } from './no-pages.ts';
import { askedScopes, askedSources, collect, positiveInteger } from './options.ts';
import { print, printError, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

interface SearchOptions {
  k: number;
  scope?: string[];
  source?: string[];
  deep?: boolean;
  json?: boolean;
}

export const register = (program: Command): void => {
  program
    .command('search')
    .description('Finds passages, without asking a model.')
    .argument('<query>')
    .option('--k <n>', 'how many passages', positiveInteger, 10)
    .option('--scope <scope>', 'pages of this scope too, beside those for everyone; repeatable', collect)
    .option('--source <name>', 'look only in this source; repeatable', collect)
    .option(
      '--deep',
      'read the best ones token by token: sharper at the first place, a third of a second (local encoder)',
    )
    .option('--json', 'print rows {documentId, passageId, title, text, score, via}; with a reranker, what it took')
    .action((query: string, options: SearchOptions) =>
      withParley(async (parley, signal) => {
        const scopes = await askedScopes(parley.stores, options.scope);
        const sources = await askedSources(parley.stores, options.source);
        const { k, deep } = options;
        const found = await parley.retriever.search({ text: query, k, scopes, sources, deep, signal });
        if (deep && !found.deep) printError('The passages were not read token by token: that takes a local encoder.');
        const { hits, notice, reordering } = found;
        if (notice) printError(notice);
        if (reordering && !reordering.failed) printError(rerankingSummary(reordering, hits.length));
        // The reranker's cost is that of the whole search, so every row has the same.
        const cost = reordering ? { reordering } : {};
        if (hits.length === 0) await hintIfEmpty(parley.stores);
        if (options.json) printJson(hits.map(({ passage: _, ...row }) => ({ ...row, ...cost })));
        else if (hits.length === 0) print('Nothing found.');
        else for (const [at, hit] of hits.entries()) print(row(at + 1, hit), '');
      }),
    );
};

const row = (rank: number, hit: Hit): string =>
  [
    `${rank}. ${[hit.title, ...hit.passage.headings].join(' > ')}  (${hit.documentId}, ${hit.score.toFixed(3)})`,
    `   ${hit.text.replace(/\s+/g, ' ').slice(0, 300)}`,
    `   found by ${whyFound(hit.via).join('; ')}`,
  ].join('\n');

const rerankingSummary = ({ by, read, brought, ms, calls, tokens, units }: Reordering, count: number): string =>
  [
    `Put in order by ${by}: ${read} passages read, ${brought} of the ${count} shown brought up`,
    `${ms} ms`,
    `${calls} ${calls === 1 ? 'call' : 'calls'}`,
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(units === undefined ? [] : [`${units} billed units`]),
  ].join(', ');
