import { join } from 'node:path';
import type { Settings } from '../core/settings.ts';
import { openEmbedded } from './embedded/index.ts';
import type { Stores } from './index.ts';

/**
 * Opens the stores that the settings name: PARLEY_DATA/parley.db, made when it is not there.
 * @throws DATA_NEWER, DATA_LOCKED, DISK_FULL, STORE_UNAVAILABLE
 */
export const openStores = async (settings: Pick<Settings, 'PARLEY_DATA'>): Promise<Stores> =>
  openEmbedded(join(settings.PARLEY_DATA, 'parley.db'));
