import { readSettings } from '../../core/settings.ts';
import { openStores } from '../../stores/index.ts';
import { createIngest } from '../ingest.ts';

/** What a crash test kills: `node ingest-process.ts DATA COMMAND INPUT`, with COMMAND `ingest`, `sync` or `forget`. */
const [data, command, input] = process.argv.slice(2) as [string, string, string];
const settings = readSettings({ ...process.env, PARLEY_DATA: data });
const stores = await openStores(settings);
const intake = createIngest({ settings, stores });
process.stdout.write('ready\n');
if (command === 'ingest') await intake.ingest([input], { onProgress: () => process.stdout.write('.') });
else if (command === 'sync') await intake.sync([]);
else {
  const { forget } = await import('../../ingest/forget.ts');
  await forget(stores, input);
}
await stores.close();
