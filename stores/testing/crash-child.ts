/** Applies a history of changes repeatedly until a test kills it. Argument: settings and length as JSON. */
import { openStores, type StoreSettings } from '../open.ts';
import { history, SPACE } from './changing-world.ts';

const { settings, length, rounds } = JSON.parse(process.argv[2]!) as {
  settings: StoreSettings;
  length: number;
  rounds: number;
};
const stores = await openStores(settings);
await stores.rebuild.vectors.open(SPACE);
process.stdout.write('open\n');
for (let round = 0; round < rounds; round += 1) for (const change of history(length)) await stores.apply(change);
process.stdout.write('done\n');
await stores.close();
