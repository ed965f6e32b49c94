import { readSettings } from '../../../core/settings.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';

// A process that ingests one input, for tests that kill it: node ingest-process.ts DATABASE INPUT SCOPE

const [database = '', input = '', scope] = process.argv.slice(2);
const stores = openEmbedded(database);
// With an encoder a write holds fewer pages than without.
const encoder = { name: 'test:one', embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)) };
const report = await createIngest({ settings: readSettings(process.env), stores, encoder }).ingest([input], {
  source: 'there',
  ...(scope && { scopes: [scope as 'everyone'] }),
});
await stores.close();
process.stdout.write(JSON.stringify(report));
