import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Models } from '../agent/index.ts';
import type { Budget } from '../core/answer.ts';
import type { Document, Source } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import { createDirectory } from '../ingest/access/directory.ts';
import { readCredentials } from '../ingest/fetch/credentials.ts';
import { drawnPages } from '../ingest/fetch/drawn-pages.ts';
import { ingestInputs } from '../ingest/ingest.ts';
import { addModelFacts, type ReadFacts } from '../ingest/knowledge/model-facts.ts';
import { separatedNames, withoutSeparated } from '../ingest/knowledge/names/merged-names.ts';
import { ruleKnowledge } from '../ingest/knowledge/rule-knowledge.ts';
import type { Pipeline, Rescoped } from '../ingest/pipeline/pipeline.ts';
import type { Access } from '../ingest/read-inputs.ts';
import type { SourceKind } from '../ingest/sources/connector.ts';
import { gitRepositories } from '../ingest/sources/git/repositories.ts';
import { connectorKinds } from '../ingest/sources/load-connectors.ts';
import { sync } from '../ingest/sync.ts';
import { type Encoder, indexDocuments } from '../retrieval/index.ts';
import type { DocumentChange, Stores } from '../stores/index.ts';
import { openGuardedFetcher } from './guarded-fetcher.ts';
import type { Parley } from './parley.ts';

interface IngestParts {
  settings: Settings;
  /** Opened from the settings if absent. */
  models?: Models;
  stores: Stores;
  encoder?: Encoder;
  log?: Log;
  /** Additional kinds of sources from chat platforms. */
  sourceKinds?: readonly SourceKind[];
}

/** Documents per batch with a model or an encoder, which are slow. A crash loses at most one batch. */
const SLOW_BATCH = 256;

/** Creates the pipeline that ingest writes to. */
const createPipeline = ({ stores, encoder, settings }: IngestParts): Pipeline => ({
  stored: stores.documents,
  linkHosts: settings.PARLEY_LINK_HOSTS,
  ...(settings.PARLEY_SECRETS === 'kept' && { variant: 'secrets kept' }),
  putSource: (source) => stores.documents.putSource(source),
  removeSource: (id) => stores.documents.deleteSource(id),
  index: async (changes, options) => {
    const parted = await separatedNames(stores);
    const kept = changes.map((change) => {
      const without = change.knowledge && parted.size > 0 ? withoutSeparated(change.knowledge, parted) : undefined;
      return without ? { ...change, knowledge: without } : change;
    });
    await indexDocuments({ stores, encoder }, kept, options);
  },
  rescope: async (changes) => indexDocuments({ stores, encoder }, await withScopes(stores, changes)),
  delete: (ids) => stores.apply({ delete: ids }),
  ...(encoder && { batch: SLOW_BATCH }),
});

/** Reads documents from the stores and replaces their scopes, without fetching their pages again. */
const withScopes = async ({ documents }: Stores, changes: readonly Rescoped[]): Promise<DocumentChange[]> => {
  const everyScope = await documents.scopes();
  const found = await Promise.all(
    changes.map(async ({ id, scopes, access }): Promise<DocumentChange[]> => {
      const stored = await documents.document(id, everyScope);
      if (!stored) return [];
      const document: Document = { ...stored, scopes, metadata: { ...stored.metadata, access } };
      const passages = (await documents.passagesOf(id, everyScope)).map((passage) => ({ ...passage, scopes }));
      const tables = (await documents.tablesOf([id], everyScope)).map((table) => ({ ...table, scopes }));
      const indexed = { document, passages, tables };
      return [{ ...indexed, knowledge: ruleKnowledge(indexed) }];
    }),
  );
  return found.flat();
};

/** Adds a step to the pipeline in which a model reads facts from passages before they are indexed. */
const withReader = (pipeline: Pipeline, stores: Stores, readFacts: ReadFacts, log: Log): Pipeline => ({
  ...pipeline,
  // The model's facts are deleted with the document's old version, so the model reads the stored text again.
  async rescope(changes) {
    await this.index(await withScopes(stores, changes), {});
  },
  variant: [pipeline.variant, 'model-facts'].filter(Boolean).join(', '),
  batch: SLOW_BATCH,
  async index(changes, options) {
    const before = await pipeline.stored.stampsOf(changes.map(({ document }) => document.id));
    const read = await addModelFacts(changes, before, { readFacts, log, signal: options.signal });
    if (read.count.unread > 0) log.warn(read.count, 'some passages are unread; ingest again to have them read');
    await pipeline.index(read.changes, options);
  },
});

/** Default budget of one run for reading facts: about 2,000 passages. */
const READING_BUDGET: Budget = { tokens: 1_000_000, calls: 1000, seconds: 3600 };

/** Creates `Parley.ingest` and `Parley.sync`. */
export const createIngest = (parts: IngestParts): Pick<Parley, 'ingest' | 'sync'> => {
  const { settings, log = silentLog } = parts;
  // Lets the heap grow by half of the live data between collections instead of four times as much: 150 MB less at the same
  // speed.
  setFlagsFromString('--heap-growing-percent=50');
  // Keeps the young generation from doubling with every batch: another 100 MB less at the same speed.
  setFlagsFromString('--semi-space-growth-factor=1');
  const pipeline = createPipeline(parts);
  const credentials = readCredentials(settings.PARLEY_CREDENTIALS);
  const fetcher = openGuardedFetcher(settings);
  const directory = createDirectory(parts.stores.keyValues);
  const access: Access = {
    pages: settings.PARLEY_BROWSER
      ? drawnPages(fetcher, {
          browser: settings.PARLEY_BROWSER,
          sandbox: settings.PARLEY_BROWSER_SANDBOX === 'yes',
          log,
        })
      : fetcher,
    credentials,
    scans: path.resolve(settings.PARLEY_DATA, 'scans'),
    kinds: [
      gitRepositories({
        allow: settings.PARLEY_FETCH_ALLOW,
        credentials,
        knownHosts: path.resolve(settings.PARLEY_DATA, 'known_hosts'),
      }),
      ...connectorKinds({ fetcher, credentials, directory, packages: settings.PARLEY_CONNECTORS }),
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
      return withReader(pipeline, parts.stores, createFactReader(models, { ...READING_BUDGET, ...budget }), log);
    };
  return {
    ingest: (inputs, { knowledge, every, ocr, budget, ...options } = {}) =>
      ingestInputs(pipeline, pipelineFor(budget), access, [inputs].flat(), {
        ...options,
        remember: { ...(knowledge && { knowledge }), ...(every && { every }), ...(ocr && { ocr }) },
      }),
    sync: (sources, { budget, ...options } = {}) => sync(pipeline, pipelineFor(budget), access, sources, options),
  };
};
