import { parseArgs } from 'node:util';
import { findFakes, type StartFake } from './testing/fakes.ts';
import { changedInPart, killedReading } from './testing/large-place.ts';
import { comparePermissions } from './testing/random-permissions.ts';

export const about =
  'connectors: requests and memory of a large place, and random permission changes against a reference';

/**
 * Prints the figures of docs/measured/connectors.md. Options: `--only drive,jira`, `--pages 20000`, `--changes 10000 --each 20`,
 * `--killed 100000`, `--latency 50` (milliseconds before each answer of the service).
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      only: { type: 'string' },
      pages: { type: 'string', default: '20000' },
      changes: { type: 'string', default: '10000' },
      each: { type: 'string', default: '20' },
      killed: { type: 'string', default: '0' },
      latency: { type: 'string', default: '0' },
    },
  });
  const only = values.only?.split(',');
  const [pages, changes, each, killed, latency] = [
    values.pages,
    values.changes,
    values.each,
    values.killed,
    values.latency,
  ].map(Number) as [number, number, number, number, number];
  for (const [name, start] of await findFakes()) {
    if (only && !only.includes(name)) continue;
    if (pages > 0) await changedInPart(name, start, pages, latency);
    if (changes > 0) await randomChanges(name, start, changes, each);
    if (killed > 0) await killedReading(name, start, killed, latency);
  }
};

const randomChanges = async (name: string, start: StartFake, changes: number, each: number): Promise<void> => {
  const probe = await start();
  const isTold = probe.permissions !== 'not-told';
  await probe.close();
  if (!isTold) return console.log(`${name}: tells no permissions`);
  const started = performance.now();
  const result = await comparePermissions(start, { changes, each, seed: 7 });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${name}: ${changes} permission changes, a sync for each ${each}:`, result, `${seconds} s`);
};
