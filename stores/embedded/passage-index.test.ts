import { passageIndexContract } from '../passage-index.contract.ts';
import { openEmbedded } from './index.ts';

passageIndexContract(async () => {
  const stores = openEmbedded(':memory:');
  return { index: stores.passageIndex!, close: () => stores.close() };
});
