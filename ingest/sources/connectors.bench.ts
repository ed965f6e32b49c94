import { startConfluence } from './confluence/testing/double-confluence.ts';
import { openWork } from './testing/connector.contract.ts';
import { comparePermissions } from './testing/random-permissions.ts';

export const about =
  'connectors: requests and memory of a large wiki, and random permission changes against a reference';

/** `--pages 20000`, `--changes 10000`: figures for docs/measured/connectors.md. */
export const run = async (options: readonly string[]): Promise<void> => {
  const option = (name: string, otherwise: number) => {
    const at = options.indexOf(`--${name}`);
    return at === -1 ? otherwise : Number(options[at + 1]);
  };
  const pages = option('pages', 20_000);
  if (pages > 0) await wiki(pages);
  const changes = option('changes', 10_000);
  if (changes > 0) {
    const started = performance.now();
    const result = await comparePermissions({ changes, each: 20, seed: 7 });
    console.log(`${changes} permission changes, a sync for each 20:`, result, seconds(started));
  }
};

const seconds = (started: number) => `${Math.round((performance.now() - started) / 1000)} s`;

/** A space of many pages, every twentieth restricted: the first reading, then a sync with 1 % changed. */
const wiki = async (pages: number): Promise<void> => {
  const double = await startConfluence(200);
  const work = openWork(double);
  const html = (id: number, version: number) =>
    `<p>Page ${id} says in version ${version} that helmets are worn in hall ${id}.</p>`;
  const put = (id: number, version: number) =>
    double.putPage(String(id), {
      title: `Page ${id}`,
      html: html(id, version),
      ...(id % 20 === 0 && { groups: ['board'] }),
    });
  double.putGroup('staff', ['priya@example.com']);
  double.putGroup('board', ['priya@example.com']);
  double.openTo({ groups: ['staff'] });
  for (let id = 1; id <= pages; id++) put(id, 1);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 200);
  const started = performance.now();
  const first = await work.ingest([double.input], { source: 'wiki' });
  const firstRequests = double.api.asked.length;
  console.log(`first: ${first.added} pages, ${firstRequests} requests, ${seconds(started)}`);
  for (let id = 1; id <= pages; id += 100) put(id, 2);
  double.api.asked.length = 0;
  const again = performance.now();
  const second = await work.sync(['wiki']);
  clearInterval(watch);
  const requests = double.api.asked.length;
  console.log(`sync with 1 % changed: ${second.updated} pages, ${requests} requests, ${seconds(again)}`);
  console.log(
    `one request for ${Math.round(firstRequests / requests)} of the first time; peak ${Math.round(peak / 1e6)} MB with the double`,
  );
  await work.close();
  await double.close();
};
