import path from 'node:path';
import type { Models } from '../agent/index.ts';
import { EVERYONE } from '../core/document.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import { createLog } from '../core/log.ts';
import { missingPackage } from '../core/optional-packages.ts';
import { keepSecrets } from '../core/secrets/mask-secrets.ts';
import { readSettings, type Settings } from '../core/settings.ts';
import type { Retriever } from '../retrieval/index.ts';
import type { Stores } from '../stores/index.ts';
import { createAccess } from './access/access.ts';
import { createCallers } from './access/caller.ts';
import { readAccessPolicy } from './access/policy.ts';
import { createTokens } from './access/tokens.ts';
import type { ParleyOptions } from './options.ts';
import type { Parley } from './parley.ts';
import { streamAnswer } from './stream-answer.ts';
import { shareConnections } from './threads/share-connections.ts';
import { tellSourceFailures } from './webhooks/source-failures.ts';
import { openWebhooks } from './webhooks/webhooks.ts';

/**
 * Opens Parley. Programs and Parley's own commands both use this function to assemble its parts. Stores are embedded by
 * default, and without a model answers quote pages. Heavy parts (ingest, a model's client) are imported at the first use, so
 * that a simple question stays fast.
 *
 * @throws DATA_NEWER, DATA_LOCKED, STORE_UNAVAILABLE, BAD_SETTING, PACKAGE_MISSING
 */
export const openParley = async (options: ParleyOptions = {}): Promise<Parley> => {
  const settings = settingsOf(options);
  keepSecrets(settings.PARLEY_SECRETS === 'kept');
  const log = options.log ?? createLog(settings.PARLEY_LOG);
  const [
    { openStores },
    { BY_MODEL, createRetriever, deepened, openEncoder, openReranker, rememberingQuestions, reranked },
    agents,
  ] = await Promise.all([import('../stores/index.ts'), import('../retrieval/index.ts'), import('../agent/index.ts')]);
  const policy = await readAccessPolicy(settings.PARLEY_ACCESS);
  for (const { line, message } of policy.problems) log.warn({ file: policy.file, line }, message);
  const models = await modelsOf(options, settings, agents.openModels);
  const stores = await openStores(
    { ...settings, PARLEY_POSTGRES_CONNECTIONS: shareConnections(settings).process },
    { connectionLog: log },
  ).catch((error: unknown) => {
    throw missingPackage(error) ? asParleyError(error) : error;
  });
  try {
    const opened = openEncoder(settings);
    const encoder = opened && rememberingQuestions(opened);
    const openNamed = async (name: string) => openEncoder({ ...settings, PARLEY_EMBEDDINGS: name });
    const rerankByModel = settings.PARLEY_RERANKER === BY_MODEL;
    const reranker = rerankByModel
      ? agents.modelRerankerForSearch(modelsThatRerank(models))
      : await openReranker(settings);
    const search = createRetriever({ stores, encoder, openNamed, log });
    // A deep search adds nothing to a reranker, which also reads question and passage together.
    const deep = encoder ? deepened(search, encoder, { log, readingMs: options.deepReadingMs }) : search;
    const retriever: Retriever = reranker ? reranked(search, reranker, log) : deep;
    const live = await openLive(options, settings, log);
    const tracer = await openTracer(settings, log);
    const callbacks = [...(options.callbacks ?? []), ...(tracer ? [tracer] : [])];
    // Reranking by the model counts towards an answer's budget, so the agent does it instead of the retriever.
    const searching = rerankByModel ? { retriever: search, rerankByModel } : { retriever };
    const webhooks = openWebhooks(settings, stores, log);
    const checkpoints = options.checkpoints ? await openCheckpoints(stores, settings, log) : undefined;
    const agent = agents.createAgent({
      models,
      allowsLikely: settings.PARLEY_LIKELY !== 'no',
      ...searching,
      stores,
      encoder,
      live,
      strategies: options.strategies,
      callbacks,
      onPoisonedPage: (page) => void webhooks.emit({ type: 'page.poisoned', ...page }),
      checkpoints,
      log,
    });
    const sourceKinds = options.sourceKinds?.({ settings, stores, log });
    const ingestion = async () =>
      (await import('./ingest.ts')).createIngest({ settings, models, stores, encoder, log, sourceKinds });
    const scopes = options.scopes ?? [EVERYONE];
    const callers = createCallers({ policy, stores });
    const close = async () => {
      await tracer?.flush();
      await live?.close();
      await stores.close();
    };
    return {
      settings,
      log,
      scopes,
      stores,
      encoder,
      ...(models && { models }),
      retriever,
      agent,
      access: (platform) => createAccess({ platform, policy, stores }),
      accessPolicy: policy,
      ...(checkpoints && { checkpoints }),
      tokens: createTokens({ keyValues: stores.keyValues, rights: callers }),
      callers,
      webhooks,
      ingest: async (inputs, how) => (await ingestion()).ingest(inputs, how),
      sync: async (sources, how) => {
        const { sync } = await ingestion();
        if (how?.dryRun) return sync(sources, how);
        const failures = { webhooks, keyValues: stores.keyValues };
        return tellSourceFailures(failures, sources.join(', '), () => sync(sources, how));
      },
      ask: (question, how) => agent.answer({ ...how, scopes: how?.scopes ?? scopes, text: question }),
      stream: (question, how) => streamAnswer(agent, { ...how, scopes: how?.scopes ?? scopes, text: question }),
      search: (text, how) => retriever.search({ ...how, scopes: how?.scopes ?? scopes, text }),
      forget: async (id, how) =>
        (await import('../ingest/forget.ts')).forget(stores, id, {
          ...how,
          scans: path.resolve(settings.PARLEY_DATA, 'scans'),
        }),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await stores.close();
    throw error;
  }
};

/** The settings, overridden by the options that have a setting. */
const settingsOf = ({ data, model, fastModel, embeddings, settings }: ParleyOptions): Settings => ({
  ...readSettings({}),
  ...settings,
  ...(data !== undefined && { PARLEY_DATA: data }),
  ...(typeof model === 'string' && { PARLEY_MODEL: model }),
  ...(typeof fastModel === 'string' && { PARLEY_FAST_MODEL: fastModel }),
  ...(embeddings !== undefined && { PARLEY_EMBEDDINGS: embeddings }),
});

type OpenModels = typeof import('../agent/index.ts').openModels;

const modelsOf = async (
  { model, fastModel, capabilities }: ParleyOptions,
  settings: Settings,
  openModels: OpenModels,
): Promise<Models | undefined> => {
  if (typeof model !== 'object' && typeof fastModel !== 'object') return openModels(settings, capabilities);
  return (await import('./chat-model.ts')).openGivenModels({ model, fastModel }, settings, capabilities);
};

const openLive = async ({ tools = [] }: ParleyOptions, { PARLEY_MCP }: Settings, log: Parley['log']) => {
  const inputs = PARLEY_MCP === undefined ? tools : [...tools, { mcp: PARLEY_MCP }];
  return inputs.length > 0 ? (await import('./live-tools.ts')).openLiveInputs(inputs, log) : undefined;
};

const openTracer = async (settings: Settings, log: Parley['log']) => {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: service } = settings;
  return createOtlpTracer({ endpoint, headers, service, log });
};

/** Opens checkpoints if Postgres holds the records. There are none for the data file, which serves one machine only. */
const openCheckpoints = async ({ connections }: Stores, { PARLEY_NAMESPACE }: Settings, log: Parley['log']) => {
  if (!connections) return undefined;
  const { postgresCheckpoints } = await import('./jobs/postgres-checkpoints.ts');
  return postgresCheckpoints(connections, PARLEY_NAMESPACE, log);
};

const modelsThatRerank = (models: Models | undefined): Models => {
  if (models) return models;
  throw new ParleyError('BAD_SETTING', {
    message: 'PARLEY_RERANKER=model needs a model, and none is set.',
    remedy: 'Set PARLEY_MODEL, or leave PARLEY_RERANKER out.',
  });
};
