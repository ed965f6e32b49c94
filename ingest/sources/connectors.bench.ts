import { openWork } from './testing/connector.contract.ts';
import { findDoubles, type StartDouble } from './testing/doubles.ts';
import { killedReading } from './testing/killed-reading.ts';
import { comparePermissions } from './testing/random-permissions.ts';

export const about =
  'connectors: requests and memory of a large place, and random permission changes against a reference';

/** `--only drive,jira`, `--pages 20000`, `--changes 10000 --each 20`, `--killed 100000`: figures for docs/measured/connectors.md. */
export const run = async (options: readonly string[]): Promise<void> => {
  const option = (name: string) => {
    const at = options.indexOf(`--${name}`);
    return at === -1 ? undefined : options[at + 1];
  };
  const only = option('only')?.split(',');
  const pages = Number(option('pages') ?? 20_000);
  const changes = Number(option('changes') ?? 10_000);
  const killed = Number(option('killed') ?? 0);
  const each = Number(option('each') ?? 20);
  for (const [name, start] of await findDoubles()) {
    if (only && !only.includes(name)) continue;
    if (pages > 0) await largePlace(name, start, pages);
    if (changes > 0) await randomChanges(name, start, changes, each);
    if (killed > 0) await killedReading(name, start, killed);
  }
};

const seconds = (started: number) => `${Math.round((performance.now() - started) / 1000)} s`;

const randomChanges = async (name: string, start: StartDouble, changes: number, each: number): Promise<void> => {
  const probe = await start();
  const isTold = probe.permissions !== 'not-told';
  await probe.close();
  if (!isTold) return console.log(`${name}: tells no permissions`);
  const started = performance.now();
  const result = await comparePermissions(start, { changes, each, seed: 7 });
  console.log(`${name}: ${changes} permission changes, a sync for each ${each}:`, result, seconds(started));
};

/** A place of many pages, every twentieth restricted where the service can: the first reading, then a sync with 1 % changed. */
const largePlace = async (name: string, start: StartDouble, pages: number): Promise<void> => {
  const double = await start(ROWS);
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
  const scopes = double.permissions === 'not-told' ? (['everyone'] as const) : undefined;
  const first = await work.ingest([double.input], { source: 'there', ...(scopes && { scopes }) });
  const firstRequests = double.api.asked.length;
  console.log(`${name}: first ${first.added} pages, ${firstRequests} requests, ${seconds(started)}`);
  double.passTime?.(24 * 3_600_000);
  for (let id = 1; id <= pages; id += 100) put(id, 2);
  double.api.asked.length = 0;
  const again = performance.now();
  const second = await work.sync(['there']);
  clearInterval(watch);
  const requests = double.api.asked.length;
  console.log(`${name}: sync with 1 % changed ${second.updated} pages, ${requests} requests, ${seconds(again)}`);
  console.log(
    `${name}: one request for ${(firstRequests / requests).toFixed(1)} of the first time; peak ${Math.round(peak / 1e6)} MB with the double`,
  );
  await work.close();
  await double.close();
};

/** Rows that a list gives at most: what the services document lies between 100 and 1,000. */
const ROWS = 200;
