import type { Settings } from '../core/settings.ts';
import { createFetcher } from '../ingest/fetch/index.ts';
import { ingestInputs } from '../ingest/ingest.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import { sync } from '../ingest/sync.ts';
import { type Encoder, indexDocuments } from '../retrieval/index.ts';
import type { Stores } from '../stores/index.ts';
import type { Parley } from './parley.ts';

/** What ingest writes to, put together from the stores, the encoder and the rules. */
export const createPipeline = ({ stores, encoder }: { stores: Stores; encoder?: Encoder }): Pipeline => ({
  sources: () => stores.documents.sources(),
  putSource: (source) => stores.documents.putSource(source),
  stamps: (sourceId) => stores.documents.stamps(sourceId),
  stampsOf: (ids) => stores.documents.stampsOf(ids),
  index: (changes, signal) => indexDocuments({ stores, encoder }, changes, signal),
  delete: async (ids) => (await stores.apply({ delete: ids })).documents,
  now: () => new Date(),
});

/** `Parley.ingest` and `Parley.sync` over these parts. */
export const createIngest = (parts: {
  settings: Settings;
  stores: Stores;
  encoder?: Encoder;
}): Pick<Parley, 'ingest' | 'sync'> => {
  const pipeline = createPipeline(parts);
  const pages = createFetcher({ allow: parts.settings.PARLEY_FETCH_ALLOW });
  return {
    ingest: (inputs, options = {}) => ingestInputs(pipeline, pages, inputs, options),
    sync: (sources, options = {}) => sync(pipeline, pages, sources, options),
  };
};
