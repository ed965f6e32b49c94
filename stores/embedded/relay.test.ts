import { relayContract } from '../relay.contract.ts';
import { openEmbedded } from './index.ts';

relayContract('embedded', async () => openEmbedded(':memory:'));
