import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { createIngest } from '../runtime/ingest.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { Stores } from '../stores/index.ts';
import { locked, report as pdf, scanned } from './formats/testing/pdf-files.ts';
import type { IngestReport } from './report.ts';
import { type FakeSite, htmlPage, startSite } from './sources/testing/fake-site.ts';

let folder: string;
let site: FakeSite;
let stores: Stores;
let work: ReturnType<typeof createIngest>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-bad-'));
  site = await startSite();
  stores = openEmbedded(':memory:');
  work = createIngest({ settings: readSettings({ PARLEY_FETCH_ALLOW: '127.0.0.1' }), stores });
});
afterEach(async () => {
  await site.close();
  await stores.close();
});

/** What the report says of each input that failed, by its last name. */
const named = ({ failed }: IngestReport) =>
  Object.fromEntries(failed.map(({ input, code, message }) => [path.basename(input), `${code}: ${message}`]));
const find = async (text: string) => {
  const hits = await stores.lexical.search(text, 3, ['everyone']);
  const passages = await stores.documents.passages(
    hits.map(({ id }) => id),
    ['everyone'],
  );
  return passages.map(({ documentId }) => path.basename(documentId));
};

it('a folder of all that is bad: each file is named with its reason, the rest is ingested', async () => {
  const place = (name: string) => path.join(folder, name);
  const write = (name: string, content: string | Uint8Array) => writeFileSync(place(name), content);
  const bomb = zipSync({
    'word/document.xml': new Uint8Array(2_000_000),
    'xl/workbook.xml': new Uint8Array(2_000_000),
  });
  write('bomb.docx', bomb);
  write('bomb.xlsx', bomb);
  write('locked.pdf', locked);
  write('scanned.pdf', scanned);
  write('cut.pdf', pdf.subarray(0, 500));
  write('no-workbook.xlsx', 'these are words');
  write('binary.md', new Uint8Array([35, 32, 0, 1, 2, 3]));
  write('empty.html', '<html><body></body></html>');
  write('large.html', '');
  truncateSync(place('large.html'), 100_000_000);
  symlinkSync('/etc/hostname', place('out.md'));
  symlinkSync('nowhere.md', place('dangling.md'));
  symlinkSync('.', place('circle'));
  // Ingested: malformed markup, wrong declarations, other scripts, pages that include each other, very many files.
  write(
    'malformed.html',
    '<h1>Pumps<p>The <b>bilge pump <i>stands</b> under</i> the <table><tr><td>third<td>bench</div></p>',
  );
  write(
    'mojibake.html',
    Buffer.from('<meta charset="utf-8"><p>The caf\xe9 on the na\xefve quay opens early.</p>', 'latin1'),
  );
  write('arabic.html', '<html dir="rtl" lang="ar"><p>المكتب الرئيسي في مدينة بيرغن قرب الميناء القديم.</p></html>');
  write('hebrew.md', '# חופשה\n\nלכל עובד יש עשרים ושמונה ימי חופשה בשנה.');
  write('japanese.md', '# 休暇\n\n全員に二十八日間の休暇があります。');
  write('a.md', '# A\n\n{% include b.md %}\n\nAlpha stands here.');
  write('b.md', '# B\n\n{% include a.md %}\n\nBeta stands here.');
  mkdirSync(place('many'));
  for (let n = 0; n < 500; n++) write(`many/${n}.txt`, `Shelf ${n} holds part ${n * 7}.`);

  const report = await work.ingest([folder], { source: 'bad' });
  expect(named(report)).toEqual({
    'bomb.docx': expect.stringMatching(/^INPUT_TOO_LARGE: .*unpacks/),
    'bomb.xlsx': expect.stringMatching(/^INPUT_TOO_LARGE: .*unpacks/),
    'locked.pdf': expect.stringMatching(/^INPUT_UNREADABLE: .*password/),
    'scanned.pdf': expect.stringMatching(/^INPUT_UNREADABLE: .*scanned/),
    'cut.pdf': expect.stringMatching(/^INPUT_UNREADABLE: /),
    'no-workbook.xlsx': expect.stringMatching(/^INPUT_UNREADABLE: /),
    'binary.md': expect.stringMatching(/^INPUT_UNREADABLE: .*not text/),
    'empty.html': expect.stringMatching(/^INPUT_UNREADABLE: .*no text/),
    'large.html': expect.stringMatching(/^INPUT_TOO_LARGE: .*100 MB/),
  });
  expect(Object.fromEntries(report.skipped.files.map(({ input, reason }) => [path.basename(input), reason]))).toEqual({
    'out.md': 'a link out of the folder',
    'dangling.md': 'a link that leads nowhere',
    circle: 'a link to a folder that is read already',
  });
  for (const { remedy } of report.failed) expect(remedy).not.toBe('');
  expect(report.added).toBe(507);
  expect(await find('bilge pump')).toContain('malformed.html');
  expect(await find('café naïve')).toContain('mojibake.html');
  expect(await find('الميناء القديم')).toContain('arabic.html');
  expect(await find('חופשה')).toContain('hebrew.md');
  expect(await find('休暇')).toContain('japanese.md');
  expect(await find('alpha')).toContain('a.md');
  expect((await stores.documents.document('bad/arabic.html', ['everyone']))!.language).toBe('ar');
});

it('a site of all that is bad: each page is named with its reason, the rest is ingested', async () => {
  const serve = (at: string, contentType: string, body: string | Uint8Array) =>
    site.pages.set(at, { headers: { 'content-type': contentType }, body });
  const links = [
    '/loop',
    '/inside',
    '/as-html',
    '/pdf-as-html',
    '/as-bytes',
    '/broken.pdf',
    '/gone',
    '/down',
    '/good',
    '/calendar/1',
  ];
  site.pages.set('/', htmlPage('Home', links));
  site.pages.set('/loop', { status: 302, headers: { location: '/loop?again=1' } });
  site.pages.set('/loop?again=1', { status: 302, headers: { location: '/loop' } });
  site.pages.set('/inside', { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } });
  serve('/as-html', 'text/html', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]));
  serve(
    '/as-bytes',
    'application/octet-stream',
    '<!doctype html><title>Bytes</title><p>The page that was sent as bytes.</p>',
  );
  serve('/pdf-as-html', 'text/html', pdf);
  serve('/broken.pdf', 'application/pdf', pdf.subarray(0, 300));
  site.pages.set('/down', { status: 500 });
  site.pages.set('/good', htmlPage('Good'));
  for (let n = 1; n < 40; n++) site.pages.set(`/calendar/${n}`, htmlPage(`Day ${n}`, [`/calendar/${n + 1}`]));
  const report = await work.ingest([`${site.base}/`], {
    source: 'site',
    crawl: { interval: 0, maxPages: 25, depth: 100 },
  });
  expect(named(report)).toMatchObject({
    loop: expect.stringMatching(/^FETCH_FAILED: .*without end/),
    inside: expect.stringMatching(/^FETCH_REFUSED: /),
    'broken.pdf': expect.stringMatching(/^INPUT_UNREADABLE: /),
    down: expect.stringMatching(/^FETCH_FAILED: .*500/),
    'as-html': expect.stringMatching(/^INPUT_UNREADABLE: /),
    [new URL(site.base).host]: expect.stringMatching(/^INPUT_TOO_LARGE: .*stopped at 25 pages/),
  });
  expect(await find('sent as bytes')).toContain('as-bytes');
  expect(await find('deployed buoys grew')).toContain('pdf-as-html');
  expect(report.added).toBeGreaterThan(15);
});

it('lists that name each other in a circle are read once each', async () => {
  const index = (...urls: string[]) => ({
    headers: { 'content-type': 'application/xml' },
    body: `<sitemapindex>${urls.map((url) => `<sitemap><loc>${site.base}${url}</loc></sitemap>`).join('')}</sitemapindex>`,
  });
  const map = (...urls: string[]) => ({
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${urls.map((url) => `<url><loc>${site.base}${url}</loc></url>`).join('')}</urlset>`,
  });
  site.pages.set('/sitemap.xml', index('/more.xml', '/sitemap.xml'));
  site.pages.set('/more.xml', index('/pages.xml', '/sitemap.xml'));
  site.pages.set('/pages.xml', map('/good'));
  site.pages.set('/good', htmlPage('Good'));
  expect(await work.ingest([`${site.base}/sitemap.xml`])).toMatchObject({ added: 1, failed: [] });
  expect(site.asked.filter(({ path: asked }) => asked.endsWith('.xml')).length).toBeLessThanOrEqual(5);
});
