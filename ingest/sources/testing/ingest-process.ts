import { parseArgs } from 'node:util';
import { readSettings } from '../../../core/settings.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';

// A process that ingests one input, or syncs it without one, for tests that kill it and benches that measure it:
// node ingest-process.ts [--encoder] [--scope SCOPE] DATABASE [INPUT]

const { values, positionals } = parseArgs({
  options: { encoder: { type: 'boolean' }, scope: { type: 'string' } },
  allowPositionals: true,
});
const [database = '', input] = positionals;
const stores = openEmbedded(database);
// With an encoder a write holds fewer pages than without.
const encoder = { name: 'test:one', embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)) };
const work = createIngest({ settings: readSettings(process.env), stores, ...(values.encoder && { encoder }) });
const report =
  input === undefined
    ? await work.sync([])
    : await work.ingest([input], {
        source: 'there',
        ...(values.scope && { scopes: [values.scope as 'everyone'] }),
      });
await stores.close();
process.stdout.write(JSON.stringify({ ...report, cpuMs: process.cpuUsage().user / 1000 }));
