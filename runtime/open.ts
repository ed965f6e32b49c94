import type { Models } from '../agent/index.ts';
import { ParleyError } from '../core/errors.ts';
import { createLog, type Log } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import type { SourceKind } from '../ingest/sources/index.ts';
import type { Retriever } from '../retrieval/index.ts';
import type { Stores } from '../stores/index.ts';
import { createAccess, readAccessPolicy } from './access/index.ts';
import type { Parley } from './parley.ts';

/** Parts that a test or an eval brings in place of those the settings name. */
export interface OpenOptions {
  log?: Log;
  /** Kinds of sources that the fronts bring: what nothing below them may know. */
  sourceKinds?: (parts: { settings: Settings; stores: Stores; log: Log }) => SourceKind[];
}

/**
 * Puts Parley together as its settings say. What the settings leave out is embedded; a model that is not set means quote
 * mode. Heavy parts (ingest, the model's client) are loaded when they are first used, so that a quick question stays quick.
 * @throws DATA_NEWER, DATA_LOCKED, STORE_UNAVAILABLE, BAD_SETTING
 */
export const openParley = async (settings: Settings, options: OpenOptions = {}): Promise<Parley> => {
  const log = options.log ?? createLog(settings.PARLEY_LOG);
  const [{ openStores }, { BY_MODEL, createRetriever, openEncoder, openReranker, reranked }, agents] =
    await Promise.all([import('../stores/index.ts'), import('../retrieval/index.ts'), import('../agent/index.ts')]);
  const policy = await readAccessPolicy(settings.PARLEY_ACCESS);
  for (const { line, message } of policy.problems) log.warn({ file: policy.file, line }, message);
  const stores = await openStores(settings);
  try {
    const encoder = await openEncoder(settings);
    const openNamed = async (name: string) => openEncoder({ ...settings, PARLEY_EMBEDDINGS: name });
    const rerankByModel = settings.PARLEY_RERANKER === BY_MODEL;
    const models = rerankByModel ? modelsThatRerank(agents.openModels(settings)) : undefined;
    const reranker = models ? agents.modelRerankerForSearch(models) : await openReranker(settings);
    const search = createRetriever({ stores, encoder, openNamed, log });
    const retriever: Retriever = reranker ? reranked(search, reranker, log) : search;
    const live = settings.PARLEY_MCP
      ? await (await import('../tools/live-sources.ts')).openLiveSources(settings.PARLEY_MCP, log)
      : undefined;
    const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
    const tracer = endpoint
      ? (await import('./otlp-tracer.ts')).createOtlpTracer({
          endpoint,
          headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
          service: settings.OTEL_SERVICE_NAME,
          log,
        })
      : undefined;
    const callbacks = tracer && [tracer];
    // In an answer the model's reranking counts in that answer's budget, so the agent puts it on by itself.
    const searching = rerankByModel ? { retriever: search, rerankByModel } : { retriever };
    const agent = agents.createAgent({ settings, ...searching, stores, encoder, live, callbacks, log });
    const sourceKinds = options.sourceKinds?.({ settings, stores, log });
    const ingestion = async () =>
      (await import('./ingest.ts')).createIngest({ settings, stores, encoder, log, sourceKinds });
    return {
      settings,
      log,
      stores,
      encoder,
      retriever,
      agent,
      access: (platform) => createAccess({ platform, policy, stores }),
      accessPolicy: policy,
      ingest: async (inputs, how) => (await ingestion()).ingest(inputs, how),
      sync: async (sources, how) => (await ingestion()).sync(sources, how),
      close: async () => {
        await tracer?.flush();
        await live?.close();
        await stores.close();
      },
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
};

const modelsThatRerank = (models: Models | undefined): Models => {
  if (models) return models;
  throw new ParleyError('BAD_SETTING', {
    message: 'PARLEY_RERANKER=model needs a model, and none is set.',
    remedy: 'Set PARLEY_MODEL, or leave PARLEY_RERANKER out.',
  });
};
