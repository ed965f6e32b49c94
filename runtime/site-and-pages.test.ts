import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { sharedFolder, sharedRows } from '../core/shared-data.ts';
import { words } from '../core/text/words.ts';
import { report } from '../ingest/formats/testing/pdf-files.ts';
import { type FakeSite, startSite } from '../ingest/sources/testing/fake-site.ts';
import { sampleHandbook } from '../samples/index.ts';
import { openParley } from './open.ts';
import type { Parley } from './parley.ts';

const EVERYONE = ['everyone'];
const folded = (text: string) => words(text).join(' ');

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-pages-'));
  parley = await openParley({
    settings: readSettings({ PARLEY_DATA: folder, PARLEY_LOG: 'silent', PARLEY_FETCH_ALLOW: '127.0.0.1' }),
  });
});
afterAll(async () => {
  await parley.close();
});

/**
 * Asks, and checks every citation: its page exists at its URL, its passage is at its position in the
 * page, and the passage contains the quote.
 */
const ask = async (question: string) => {
  const answer = await parley.agent.answer({ text: question, scopes: EVERYONE });
  for (const { documentId, passageId, url, quote } of answer.citations) {
    const document = await parley.stores.documents.document(documentId, EVERYONE);
    expect(document, documentId).toBeDefined();
    expect(url).toBe(document!.url);
    const [passage] = await parley.stores.documents.passages([passageId!], EVERYONE);
    expect(passage!.documentId).toBe(documentId);
    if (passage!.kind === 'text') expect(document!.text.slice(passage!.start, passage!.end)).toBe(passage!.text);
    for (const word of words(quote))
      expect(words(`${passage!.title} ${passage!.headings.join(' ')} ${passage!.text}`)).toContain(word);
  }
  return { answer, cited: answer.citations.map(({ url }) => url), text: folded(answer.text) };
};
const search = async (text: string, k = 5) => (await parley.retriever.search({ text, k, scopes: EVERYONE })).hits;

/** The sample handbook as a company's website, with the same menus, teasers and footer on each page. */
const handbookSite = async (): Promise<Map<string, string>> => {
  const markdown = new MarkdownIt({ html: true });
  const files = (await readdir(sampleHandbook, { recursive: true })).filter((file) => /\.(?:md|html)$/.test(file));
  const open = files.filter((file) => !file.startsWith('leadership'));
  const address = (file: string) =>
    `/handbook/${file
      .split(path.sep)
      .join('/')
      .replace(/\.(?:md|html)$/, '')}`;
  const menu = open.map((file) => `<li><a href="${address(file)}">${path.basename(file).replace(/\..*/, '')}</a></li>`);
  const pages = new Map<string, string>();
  for (const file of open) {
    const source = await readFile(path.join(sampleHandbook, file), 'utf8');
    const body = file.endsWith('.html')
      ? (source.match(/<body[^>]*>([\s\S]*)<\/body>/)?.[1] ?? source)
      : markdown.render(source.replace(/^---[\s\S]*?---\n/, ''));
    const title =
      source.match(/<title>([^<]*)/)?.[1] ??
      source.match(/^title: (.*)$/m)?.[1] ??
      source.match(/^# (.*)$/m)?.[1] ??
      file;
    pages.set(
      address(file),
      `<!doctype html><html lang="en"><head><title>${title} | Saltmarsh handbook</title></head><body>
      <div class="cookie-banner">We use cookies to make this site better. Accept all cookies.</div>
      <header><nav class="menu"><ul>${menu.join('')}</ul></nav></header>
      <main><article>${body}</article></main>
      <aside class="related"><h3>You may also like</h3><a href="${address(open[0]!)}">More pages like this one</a></aside>
      <footer>© Saltmarsh Instruments. All rights reserved. Imprint, privacy and terms of use.</footer></body></html>`,
    );
  }
  return pages;
};

describe('a site, ingested by its front page', () => {
  let site: FakeSite;
  beforeAll(async () => {
    site = await startSite(Object.fromEntries(await handbookSite()));
    site.pages.set('/handbook/', site.pages.get('/handbook/index')!);
    site.pages.set('/handbook/report.pdf', { headers: { 'content-type': 'application/pdf' }, body: report });
    const visitors = 'Weekday,Visitors,Lunches\nMonday,14,212\nTuesday,31,240\nFriday,9,96\n';
    site.pages.set('/handbook/canteen.csv', { headers: { 'content-type': 'text/csv' }, body: visitors });
    const overview = site.pages.get('/handbook/company/offices') as string;
    site.pages.set(
      '/handbook/company/offices',
      overview.replace(
        '</article>',
        '<a href="/handbook/report.pdf">Report</a> <a href="/handbook/canteen.csv">Canteen</a></article>',
      ),
    );
  });
  afterAll(() => site.close());

  it('is ingested whole, with its PDF and its tables, and without what frames its pages', async () => {
    const taken = await parley.ingest([`${site.base}/handbook/`], { source: 'site', crawl: {} });
    expect(taken.failed).toEqual([]);
    expect(taken.added).toBeGreaterThan(40);
    const framed: string[] = [];
    for await (const { document } of parley.stores.documents.hydrate())
      if (/Accept all cookies|All rights reserved|You may also like/.test(document.text)) framed.push(document.id);
    expect(framed).toEqual([]);
  });

  it.each([
    ['a paragraph', 'How many weeks of parental leave do I get?', '26 weeks', '/handbook/people/parental-leave'],
    ['a paragraph', 'Who founded Saltmarsh Instruments?', 'ragnhild', '/handbook/company/history'],
    ['a cell of a table', 'What is the list price of the Heron H4?', '18 900', '/handbook/products/prices'],
    ['a cell of a CSV file', 'How many lunches were there on Tuesday?', '240', '/handbook/canteen.csv'],
    ['a cell of a table in a PDF', 'What were the sales of the region North in 2025?', '180', '/handbook/report.pdf'],
  ])('search and ask find %s: %s', async (_kind, question, said, page) => {
    const found = await search(question);
    expect(found.map(({ passage }) => passage.url)).toContain(site.base + page);
    const { text, cited } = await ask(question);
    expect(cited).toContain(site.base + page);
    expect(text).toContain(said);
  });

  it('answers from what a page says now, and no more from one that is gone', async () => {
    const leave = site.pages.get('/handbook/people/parental-leave') as string;
    site.pages.set('/handbook/people/parental-leave', leave.replaceAll('26 weeks', '31 weeks'));
    site.pages.delete('/handbook/company/history');
    expect(await parley.sync(['site'])).toMatchObject({ added: 0, updated: 1, deleted: 1, failed: [] });
    expect((await ask('How many weeks of parental leave do I get?')).text).toContain('31 weeks');
    const { cited } = await ask('Who founded Saltmarsh Instruments?');
    expect(cited).not.toContain(`${site.base}/handbook/company/history`);
  });
});

describe.skipIf(sharedFolder() === undefined)(
  'the web pages of CRAG, as they were crawled (skipped without its data)',
  () => {
    beforeAll(async () => {
      type Row = { search_results: { page_url: string; page_result: string }[] };
      const pages = new Map(
        sharedRows<Row>('crag_example10_with_pages').flatMap((row) =>
          row.search_results.map(({ page_url: url, page_result: html }) => [url, { id: url, url, html }] as const),
        ),
      );
      const file = path.join(folder, 'crag.jsonl');
      await writeFile(file, [...pages.values()].map((row) => JSON.stringify(row)).join('\n'));
      const taken = await parley.ingest([file], { source: 'crag' });
      expect(taken).toMatchObject({ added: pages.size, failed: [] });
    });

    it.each([
      ['What was the 2023 performance of Salesforce?', '98', 'https://www.investors.com/research/dow-jones-stocks/'],
      [
        'What is the market cap of Marriott International?',
        '72 15b',
        'https://www.marketwatch.com/investing/stock/plya',
      ],
    ])('%s', async (question, said, page) => {
      const withoutPlace = (url?: string) => url?.replace(/#.*$/, '');
      expect((await search(question)).map(({ passage }) => withoutPlace(passage.url))).toContain(page);
      const { text, cited } = await ask(question);
      expect(cited.map(withoutPlace)).toContain(page);
      expect(text).toContain(said);
    });

    it('a question that they do not answer gets none', async () => {
      expect((await ask('How many feet long is the highway I-878?')).answer.verdict).not.toBe('answered');
    });
  },
);
