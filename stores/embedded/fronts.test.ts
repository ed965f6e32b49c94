import { frontStoreContract } from '../fronts.contract.ts';
import { openEmbedded } from './index.ts';

frontStoreContract('embedded', async () => openEmbedded(':memory:'));
