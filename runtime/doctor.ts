import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import { asParleyError, isParleyError, ParleyError } from '../core/errors.ts';
import { makeFolder } from '../core/make-folder.ts';
import type { Settings } from '../core/settings.ts';
import { namedScopes } from '../core/source-scopes.ts';
import { counted } from '../core/text/counted.ts';
import type { ServerSetting, Stores } from '../stores/index.ts';
import { namedFiles } from './named-files.ts';
import { hasRetention } from './retention.ts';
import { type SettingSource, settingRows } from './setting-rows.ts';

/** The result of one check of `doctor`. `off` means that the part is not set. */
export interface Finding {
  what: string;
  state: 'ok' | 'off' | 'broken';
  detail: string;
  remedy?: string;
}

/** Time limit of one check, so that `doctor` ends even if a server hangs. */
const CHECK_TIMEOUT_MS = 10_000;
const MIN_FREE_BYTES = 200 * 1024 * 1024;
/** Limit for counting documents of stated facts. */
const MAX_COUNTED_FACTS = 1000;

/** A check of a chat platform, which the caller passes because the runtime does not depend on platforms. */
export type PlatformCheck<S extends Settings> = (settings: S) => Promise<Finding | Finding[]>;

/** Checks all settings and connections. Never throws, and writes nothing except that it creates the data folder. */
export const examine = async <S extends Settings>(
  read: () => S,
  platforms: Record<string, PlatformCheck<S>> = {},
): Promise<Finding[]> => {
  let settings: S;
  try {
    settings = read();
  } catch (error) {
    return [broken('settings', error)];
  }
  const findings = await Promise.all([
    check('node', async () => ok('node', process.version)),
    check('settings', async () => whereFrom(settings)),
    check('data', () => dataFolder(settings)),
    modelAndTools(settings),
    check('embeddings', () => embeddings(settings)),
    check('reranker', () => reranker(settings)),
    check('chroma', () => server('CHROMA_URL', settings)),
    check('neo4j', () => server('NEO4J_URL', settings)),
    check('postgres', () => server('POSTGRES_URL', settings)),
    check('live sources', () => liveSources(settings)),
    check('traces', () => traces(settings)),
    check('threads', () => threads(settings)),
    check('retention', async () => retention(settings)),
    ...Object.entries(namedFiles).map(([what, look]) =>
      check(what, async () => {
        const detail = await look(settings);
        return detail === undefined ? [] : ok(what, detail);
      }),
    ),
    ...Object.entries(platforms).map(([what, look]) => check(what, () => look(settings))),
  ]);
  const file = await check('data file', () => dataFile(settings));
  const stores = await check('stores', () => contents(settings));
  return [...findings.flat(), ...file, ...stores];
};

const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail });
const off = (what: string, detail: string, remedy?: string): Finding => ({ what, state: 'off', detail, remedy });
const broken = (what: string, error: unknown): Finding => {
  const { messageForOperators: detail, remedy } = asParleyError(error);
  return { what, state: 'broken', detail, remedy };
};

const check = async (what: string, look: () => Promise<Finding | Finding[]>): Promise<Finding[]> => {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(
      () =>
        reject(
          new ParleyError('STORE_UNAVAILABLE', {
            message: `No answer within ${CHECK_TIMEOUT_MS / 1000} s.`,
            remedy: 'Check that it runs and that the address is right.',
          }),
        ),
      CHECK_TIMEOUT_MS,
    ).unref();
  });
  try {
    return [await Promise.race([look(), timeout])].flat();
  } catch (error) {
    return [broken(what, error)];
  }
};

/** Which settings are set, and where. Without values, which may be secret. */
const whereFrom = (settings: Settings): Finding => {
  const rows = settingRows(settings);
  const named = (source: SettingSource) => rows.filter((row) => row.source === source).map(({ name }) => name);
  const [file, environment] = [named('file'), named('environment')];
  const said = [
    file.length > 0 && `${file.join(', ')} from .env`,
    environment.length > 0 && `${environment.join(', ')} from the environment`,
  ].filter(Boolean);
  return ok('settings', said.length > 0 ? `${said.join('; ')}; the others by default` : 'all by default');
};

const threads = async (settings: Settings): Promise<Finding | Finding[]> => {
  if (settings.PARLEY_THREADS === 0) return [];
  const { THREADS_BESIDE_MODEL, areThreadsBesideModel } = await import('./threads/threaded-agent.ts');
  return areThreadsBesideModel(settings)
    ? ok('threads', THREADS_BESIDE_MODEL)
    : ok('threads', `${counted(settings.PARLEY_THREADS, 'thread')} quote answers`);
};

const retention = (settings: Settings): Finding => {
  const { PARLEY_RETENTION_DAYS: threads, PARLEY_AUDIT_RETENTION_DAYS: changes } = settings;
  if (!hasRetention(settings))
    return off('retention', 'threads and the trail of changes are kept until somebody erases them.');
  const kept = (days: number | undefined) => (days === undefined ? 'for good' : counted(days, 'day'));
  return ok('retention', `threads are kept ${kept(threads)}, the trail of changes ${kept(changes)}`);
};

const dataFolder = async (settings: Settings): Promise<Finding> => {
  const folder = path.resolve(settings.PARLEY_DATA);
  try {
    makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: `${folder} cannot be written (${(cause as NodeJS.ErrnoException).code}).`,
      remedy: 'Give this user the right to write there, or set PARLEY_DATA to a folder elsewhere.',
      cause,
    });
  }
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES) {
    throw new ParleyError('DISK_FULL', {
      message: `${folder} has ${Math.round((bavail * bsize) / 1e6)} MB left.`,
      remedy: 'Make room, or set PARLEY_DATA elsewhere.',
    });
  }
  return ok('data', `${folder} can be written; ${Math.round((bavail * bsize) / 1e9)} GB free`);
};

const dataFile = async (settings: Settings): Promise<Finding> => {
  const { checkData } = await import('../stores/index.ts');
  const damage = await checkData(settings);
  if (!damage) return ok('data file', 'there is none yet: the first ingest makes it');
  if (damage.length === 0)
    return ok(
      'data file',
      (await usesDataFile(settings)) ? 'is sound' : 'is not used: all stores are on servers; it is sound',
    );
  return {
    what: 'data file',
    state: 'broken',
    detail: `It is damaged: ${damage.join('; ')}.`,
    remedy: 'Restore it from a copy, or move it away and ingest again.',
  };
};

const model = async (settings: Settings): Promise<Finding> => {
  if (!settings.PARLEY_MODEL) {
    return off(
      'model',
      'none is set: Parley answers by quoting the best passages.',
      'Set PARLEY_MODEL, such as openai:gpt-4.1, and its key.',
    );
  }
  const { openModels } = await import('../agent/index.ts');
  const reply = await openModels(settings)?.main.call({
    messages: [{ role: 'user', content: 'Answer with the one word: ready' }],
    maxOutputTokens: 200,
  });
  return ok('model', `${settings.PARLEY_MODEL} answers${reply?.text ? '' : ', though with nothing'}`);
};

/** False if every store is on a server. */
const usesDataFile = async (settings: Settings): Promise<boolean> => {
  if (settings.POSTGRES_URL === undefined) return true;
  const { openStores } = await import('../stores/index.ts');
  const stores = await openStores(settings);
  await stores.close();
  return Object.values(stores.places).includes('the data file');
};

/** Checks structured output and tool calling only if the model answers: an unreachable one is said once. */
const modelAndTools = async (settings: Settings): Promise<Finding[]> => {
  const found = await check('model', () => model(settings));
  if (found.some(({ state }) => state !== 'ok')) return found;
  const more = await Promise.all([
    check(STRUCTURED_OUTPUT, () => structuredOutput(settings)),
    check(TOOL_CALLING, () => toolCalling(settings)),
  ]);
  return [...found, ...more.flat()];
};

const STRUCTURED_OUTPUT = 'structured output';

/** Whether the model answers in the form that each step of a strategy asks for; without it, no question is answered. */
const structuredOutput = async (settings: Settings): Promise<Finding> => {
  const { openModels, probeForm } = await import('../agent/index.ts');
  const models = openModels(settings);
  if (!models) return off(STRUCTURED_OUTPUT, 'no model is set');
  const schema = await probeForm(models, AbortSignal.timeout(CHECK_TIMEOUT_MS));
  const inPrompt = schema === 'prompt' ? ', with the schema in its prompt: the API takes none, or drops it' : '';
  return ok(STRUCTURED_OUTPUT, `${models.main.name} answers in the form asked for${inPrompt}`);
};

const TOOL_CALLING = 'tool calling';
/** A function that any model with tool calling can call when it is told to. */
const READY = {
  name: 'ready',
  description: 'Says that you are ready.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};
const AS_OUTPUT = 'the strategies that choose functions (agent, hybrid) ask for the calls as JSON instead.';

/** Whether the model calls a function. Some servers refuse functions, others drop them without a word. */
const toolCalling = async (settings: Settings): Promise<Finding> => {
  const { openModels } = await import('../agent/index.ts');
  const main = openModels(settings)?.main;
  if (!main?.capabilities.functions) return off(TOOL_CALLING, `not used with this model: ${AS_OUTPUT}`);
  const messages = [{ role: 'user' as const, content: 'Call the function ready, and say nothing else.' }];
  try {
    const { functionCalls } = await main.call({ messages, functions: [READY], maxOutputTokens: 200 });
    if (functionCalls.length > 0) return ok(TOOL_CALLING, `${main.name} calls functions`);
    return off(TOOL_CALLING, `${main.name} called no function when told to: ${AS_OUTPUT}`, OTHER_MODEL);
  } catch (error) {
    if (!isParleyError(error, 'MODEL_REQUEST_REFUSED')) throw error;
    return off(TOOL_CALLING, `${error.message} It takes no functions: ${AS_OUTPUT}`, OTHER_MODEL);
  }
};

const OTHER_MODEL =
  'Turn tool calling on where the model is served, or set a model that has it; auto and the other strategies need none.';

const embeddings = async (settings: Settings): Promise<Finding> => {
  if (!settings.PARLEY_EMBEDDINGS) {
    return off(
      'embeddings',
      'none is set: search goes by words and links, not by meaning.',
      'Set PARLEY_EMBEDDINGS=local:all-MiniLM-L6-v2 (in this process; `parley reindex` then asks and fetches 205 MB once) or a provider’s, and run `parley reindex`.',
    );
  }
  const { encoderNotRun, openEncoder } = await import('../retrieval/index.ts');
  try {
    // A check must not download models, even if the settings allow it.
    const encoder = await openEncoder({ ...settings, PARLEY_MODELS_FETCH: 'no' });
    const [vector] = (await encoder?.embed(['How many days of leave do I have?'])) ?? [];
    const notRun = encoderNotRun(settings.PARLEY_EMBEDDINGS);
    const gives = `${settings.PARLEY_EMBEDDINGS} gives ${vector?.length} dimensions`;
    return ok('embeddings', notRun ? `${gives}; ${notRun}` : gives);
  } catch (error) {
    const { details } = asParleyError(error);
    if (settings.PARLEY_MODELS_FETCH !== 'yes' || !details?.mayBeFetched) throw error;
    return off(
      'embeddings',
      `${settings.PARLEY_EMBEDDINGS}: what it lacks is fetched when a page or a question first needs it, or now by \`parley doctor --fix\`.`,
    );
  }
};

/** Two passages to rerank; the second answers the question. */
const RERANKED_PASSAGES = ['The cafeteria opens at eleven.', 'Parents take 26 weeks of leave after a birth.'];

const reranker = async (settings: Settings): Promise<Finding> => {
  const name = settings.PARLEY_RERANKER;
  if (!name) return off('reranker', 'none is set: what a search finds keeps its order (docs/search.md).');
  const [{ BY_MODEL, openReranker, rerankerNotRun }, { modelRerankerForSearch, openModels }] = await Promise.all([
    import('../retrieval/index.ts'),
    import('../agent/index.ts'),
  ]);
  const models = name === BY_MODEL ? openModels(settings) : undefined;
  const opened = models ? modelRerankerForSearch(models) : await openReranker(settings);
  if (!opened) {
    return {
      what: 'reranker',
      state: 'broken',
      detail: `PARLEY_RERANKER=${name} needs a model, and none is set.`,
      remedy: 'Set PARLEY_MODEL, or leave PARLEY_RERANKER out.',
    };
  }
  const startedAt = performance.now();
  const passages = RERANKED_PASSAGES.map((text) => ({ title: '', headings: [], text }));
  const { scores } = await opened.score('How long is parental leave?', passages);
  const ms = Math.round(performance.now() - startedAt);
  if ((scores[1] ?? Number.NEGATIVE_INFINITY) > (scores[0] ?? Number.NEGATIVE_INFINITY))
    return ok(
      'reranker',
      [`${opened.name} orders passages`, `two took ${ms} ms`, rerankerNotRun(name) ?? []].flat().join('; '),
    );
  return {
    what: 'reranker',
    state: 'broken',
    detail: `${opened.name} answers, but puts a passage on lunch before one on parental leave.`,
    remedy: 'Check that PARLEY_RERANKER names a model that ranks passages.',
  };
};

/** Checks that a server answers. Its contents are checked by `contents`, which needs all stores. */
const server = async (setting: ServerSetting, settings: Settings): Promise<Finding> => {
  const what = setting.replace('_URL', '').toLowerCase();
  const { reachServer } = await import('../stores/index.ts');
  const version = await reachServer(setting, settings);
  if (version === undefined) return off(what, 'not set.');
  return ok(what, `${version} answers at ${new URL(settings[setting]!).host}`);
};

const contents = async (settings: Settings): Promise<Finding[]> => {
  const { openStores } = await import('../stores/index.ts');
  const stores = await openStores(settings);
  try {
    const [{ documents, passages, tables }, vectors, graph, space] = await Promise.all([
      stores.documents.count(),
      stores.vectors.count(),
      stores.graph.count(),
      stores.vectors.space(),
    ]);
    const [scopes, unfollowed] = await Promise.all([
      stores.documents.scopes(),
      stores.documents.countUnfollowedFacts(MAX_COUNTED_FACTS),
    ]);
    const { places } = stores;
    const findings = [
      ok('places', `records in ${places.records}, vectors in ${places.vectors}, the graph in ${places.graph}`),
      ok(
        'stores',
        `${documents} documents, ${passages} passages, ${tables} tables, ${vectors} vectors, ${graph.entities} entities, ${graph.triples} triples`,
      ),
    ];
    if (places.records !== places.vectors && places.vectors === 'the data file')
      findings.push(
        off(
          'vectors',
          `Postgres has no usable extension for vectors: they are in the data file, which other machines do not see.`,
          'Install pgvector 0.8 or newer there and run CREATE EXTENSION vector, or set CHROMA_URL.',
        ),
      );
    if (settings.PARLEY_EMBEDDINGS && passages > 0 && vectors < passages) {
      findings.push({
        what: 'vectors',
        state: 'broken',
        detail: `${passages - vectors} of ${passages} passages have no vector.`,
        remedy: 'Run `parley reindex`.',
      });
    }
    if (settings.PARLEY_EMBEDDINGS && space && space.encoder !== settings.PARLEY_EMBEDDINGS) {
      findings.push({
        what: 'vectors',
        state: 'broken',
        detail: `The index was made with ${space.encoder}, the settings say ${settings.PARLEY_EMBEDDINGS}.`,
        remedy: 'Run `parley reindex`; the old index serves until it is done.',
      });
    }
    // If all pages have the same scope, facts cannot be visible to more people than their page.
    if (unfollowed > 0 && namedScopes(scopes).length > 1) findings.push(unfollowedFacts(unfollowed));
    return [...findings, ...(await check('jobs', () => jobs(stores.jobs)))];
  } finally {
    await stores.close();
  }
};

/** Jobs have tables of their own, which may be unusable where everything else answers. */
const jobs = async (queue: Stores['jobs']): Promise<Finding> => {
  const depths = await queue.depth();
  const [waiting, running, dead] = (['waiting', 'running', 'dead'] as const).map((state) =>
    depths.reduce((sum, depth) => sum + depth[state], 0),
  );
  const detail = `${waiting} waiting, ${running} running, ${dead} given up`;
  return dead
    ? off('jobs', detail, 'Run `parley status` to see why, and `parley jobs retry ID` to try one again.')
    : ok('jobs', detail);
};

const unfollowedFacts = (count: number): Finding => ({
  what: 'stated facts',
  state: 'broken',
  detail: `${count}${count === MAX_COUNTED_FACTS ? ' or more' : ''} ${count === 1 ? 'batch' : 'batches'} of ready-made triples came in before triples followed their document_id: people may see some whose document they may not see.`,
  remedy: 'Run `parley sync`, which states them anew; `parley ingest` and `parley reindex` leave the old ones.',
});

/** One finding per MCP server. Answers silently skip a server that is down, and only the log says so. */
const liveSources = async ({ PARLEY_MCP: file }: Settings): Promise<Finding | Finding[]> => {
  if (file === undefined) return off('live sources', 'none: answers come from the pages alone.');
  const { probeLiveSources } = await import('../tools/live-sources.ts');
  const looked = await probeLiveSources(file);
  if (looked.length === 0) return off('live sources', `${file} names no server.`);
  return looked.map(({ server, tools = [], error }): Finding => {
    const what = `live source ${server}`;
    if (error !== undefined)
      return { what, state: 'broken', detail: error, remedy: `Start it, or correct its entry in ${file}.` };
    if (tools.length > 0) return ok(what, `offers ${tools.join(', ')}`);
    return {
      what,
      state: 'broken',
      detail: 'It offers no tool that may be called.',
      remedy: `Check the list "tools" of its entry in ${file}.`,
    };
  });
};

const traces = async (settings: Settings): Promise<Finding> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  if (endpoint === undefined) return off('traces', 'no collector is set: answers are traced in Parley alone.');
  const { probeCollector } = await import('./otlp-tracer.ts');
  try {
    await probeCollector({ endpoint, headers });
  } catch (cause) {
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: `The collector at ${endpoint} takes no traces: ${reasonOf(cause)}`,
      remedy: 'Check OTEL_EXPORTER_OTLP_ENDPOINT (its OTLP/HTTP port, 4318 as a rule) and OTEL_EXPORTER_OTLP_HEADERS.',
      cause,
    });
  }
  return ok('traces', `${endpoint} takes them`);
};

/** The reason of a failed request, which `fetch` puts into the cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: unknown };
  return cause instanceof Error ? cause.message || message : message;
};
