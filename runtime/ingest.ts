import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Models } from '../agent/index.ts';
import type { Budget } from '../core/answer.ts';
import type { Source } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import { readCredentials } from '../ingest/fetch/credentials.ts';
import { type Access, ingestInputs } from '../ingest/ingest.ts';
import { addModelFacts, type ReadFacts } from '../ingest/knowledge/model-facts.ts';
import { separatedNames, withoutSeparated } from '../ingest/knowledge/names/merged-names.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { SourceKind } from '../ingest/sources/connector.ts';
import { gitRepositories } from '../ingest/sources/git/repositories.ts';
import { sync } from '../ingest/sync.ts';
import { type Encoder, indexDocuments } from '../retrieval/index.ts';
import type { Stores } from '../stores/index.ts';
import { openGuardedFetcher } from './guarded-fetcher.ts';
import type { Parley } from './parley.ts';

interface IngestParts {
  settings: Settings;
  /** Opened from the settings when absent. */
  models?: Models;
  stores: Stores;
  encoder?: Encoder;
  log?: Log;
  /** Kinds of sources that chat platforms bring. */
  sourceKinds?: readonly SourceKind[];
}

/** Documents in a transaction where a model or an encoder reads each first: a crash costs as little as one batch of that. */
const PREPARED_SLOWLY = 256;

/** What ingest writes to, put together from the stores, the encoder and the rules. */
const createPipeline = ({ stores, encoder }: IngestParts): Pipeline => ({
  stored: stores.documents,
  putSource: (source) => stores.documents.putSource(source),
  index: async (changes, options) => {
    const parted = await separatedNames(stores);
    const kept = changes.map((change) => {
      const without = change.knowledge && parted.size > 0 ? withoutSeparated(change.knowledge, parted) : undefined;
      return without ? { ...change, knowledge: without } : change;
    });
    await indexDocuments({ stores, encoder }, kept, options);
  },
  delete: async (ids) => (await stores.apply({ delete: ids })).documents,
  ...(encoder && { batch: PREPARED_SLOWLY }),
});

/** The same pipeline with a model that reads facts out of the passages before they are indexed. */
const withReader = (pipeline: Pipeline, readFacts: ReadFacts, log: Log): Pipeline => ({
  ...pipeline,
  variant: 'model-facts',
  batch: PREPARED_SLOWLY,
  async index(changes, options) {
    const before = await pipeline.stored.stampsOf(changes.map(({ document }) => document.id));
    const read = await addModelFacts(changes, before, { readFacts, log, signal: options.signal });
    if (read.count.unread > 0) log.warn(read.count, 'some passages are unread; ingest again to have them read');
    await pipeline.index(read.changes, options);
  },
});

/** What one run of reading may cost when no bound is named: about 2,000 passages. */
const READING_BUDGET: Budget = { tokens: 1_000_000, calls: 1000, seconds: 3600 };

/** `Parley.ingest` and `Parley.sync` over these parts. */
export const createIngest = (parts: IngestParts): Pick<Parley, 'ingest' | 'sync'> => {
  const { settings, log = silentLog } = parts;
  // What a batch leaves behind may pile up to half of what lives before it is collected, not to four times as much: 150 MB
  // less at the same speed.
  setFlagsFromString('--heap-growing-percent=50');
  // Nor does the room for what lives shortly double with every batch: 100 MB less again, at the same speed.
  setFlagsFromString('--semi-space-growth-factor=1');
  const pipeline = createPipeline(parts);
  const credentials = readCredentials(settings.PARLEY_CREDENTIALS);
  const access: Access = {
    pages: openGuardedFetcher(settings),
    credentials,
    kinds: [
      gitRepositories({
        allow: settings.PARLEY_FETCH_ALLOW,
        credentials,
        knownHosts: path.resolve(settings.PARLEY_DATA, 'known_hosts'),
      }),
      ...(parts.sourceKinds ?? []),
    ],
  };
  const pipelineFor =
    (budget: Partial<Budget> = {}) =>
    async (source: Source): Promise<Pipeline> => {
      if (source.options?.knowledge !== 'model') return pipeline;
      const { createFactReader, openModels } = await import('../agent/index.ts');
      const models = parts.models ?? openModels(settings);
      if (!models) {
        throw new ParleyError('BAD_SETTING', {
          message: `No model is set that could read the facts of ${source.id}.`,
          remedy: 'Set PARLEY_MODEL, or ingest with --knowledge rules.',
        });
      }
      return withReader(pipeline, createFactReader(models, { ...READING_BUDGET, ...budget }), log);
    };
  return {
    ingest: (inputs, { knowledge, every, budget, ...options } = {}) =>
      ingestInputs(pipeline, pipelineFor(budget), access, [inputs].flat(), {
        ...options,
        remember: { ...(knowledge && { knowledge }), ...(every && { every }) },
      }),
    sync: (sources, { budget, ...options } = {}) => sync(pipeline, pipelineFor(budget), access, sources, options),
  };
};
