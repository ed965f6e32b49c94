import { join } from 'node:path';
import type { Settings } from '../core/settings.ts';
import { openEmbedded } from './embedded/index.ts';
import type { Stores } from './index.ts';

/** The settings that say where the stores are. */
export type StoreSettings = Pick<
  Settings,
  'PARLEY_DATA' | 'PARLEY_NAMESPACE' | 'CHROMA_URL' | 'NEO4J_URL' | 'NEO4J_USER' | 'NEO4J_PASSWORD' | 'POSTGRES_URL'
>;

/**
 * Opens the stores that the settings name: PARLEY_DATA/parley.db, made when it is not there.
 * @throws DATA_NEWER, DATA_LOCKED, DISK_FULL, STORE_UNAVAILABLE
 */
export const openStores = async (
  settings: Pick<StoreSettings, 'PARLEY_DATA'> & Partial<StoreSettings>,
): Promise<Stores> => openEmbedded(join(settings.PARLEY_DATA, 'parley.db'));
