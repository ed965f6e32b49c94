import { keyValueStoreContract } from '../key-values.contract.ts';
import { openEmbedded } from './index.ts';

keyValueStoreContract('embedded', async () => openEmbedded(':memory:'));
