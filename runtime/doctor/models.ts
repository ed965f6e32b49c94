import { asParleyError, isParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { broken, CHECK_TIMEOUT_MS, check, type Finding, off, ok } from './finding.ts';

const model = async (settings: Settings): Promise<Finding> => {
  if (!settings.PARLEY_MODEL) {
    return off(
      'model',
      'none is set: Parley answers by quoting the best passages.',
      'Set PARLEY_MODEL, such as openai:gpt-4.1, and its key.',
    );
  }
  const { openModels } = await import('../../agent/index.ts');
  const reply = await openModels(settings)?.main.call({
    messages: [{ role: 'user', content: 'Answer with the one word: ready' }],
    maxOutputTokens: 200,
  });
  return ok('model', `${settings.PARLEY_MODEL} answers${reply?.text ? '' : ', though with nothing'}`);
};

/** Checks structured output and tool calling only if the model answers: an unreachable one is said once. */
export const modelAndTools = async (settings: Settings): Promise<Finding[]> => {
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
  const { openModels, probeForm } = await import('../../agent/index.ts');
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
  const { openModels } = await import('../../agent/index.ts');
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

/** Whether the encoder that is set opens and encodes, and its vectors fit the index. */
export const embeddings = async (settings: Settings): Promise<Finding> => {
  if (!settings.PARLEY_EMBEDDINGS) {
    return off(
      'embeddings',
      'none is set: search goes by words and links, not by meaning.',
      'Set PARLEY_EMBEDDINGS=local:all-MiniLM-L6-v2 (in this process; `parley reindex` then asks and fetches 205 MB once) or a provider’s, and run `parley reindex`.',
    );
  }
  const { encoderNotRun, openEncoder } = await import('../../retrieval/index.ts');
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

/** Whether the reranker that is set opens and orders. */
export const reranker = async (settings: Settings): Promise<Finding> => {
  const name = settings.PARLEY_RERANKER;
  if (!name) return off('reranker', 'none is set: what a search finds keeps its order (docs/search.md).');
  const [{ BY_MODEL, openReranker, rerankerNotRun }, { modelRerankerForSearch, openModels }] = await Promise.all([
    import('../../retrieval/index.ts'),
    import('../../agent/index.ts'),
  ]);
  const models = name === BY_MODEL ? openModels(settings) : undefined;
  const opened = models ? modelRerankerForSearch(models) : await openReranker(settings);
  if (!opened) {
    return broken(
      'reranker',
      `PARLEY_RERANKER=${name} needs a model, and none is set.`,
      'Set PARLEY_MODEL, or leave PARLEY_RERANKER out.',
    );
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
  return broken(
    'reranker',
    `${opened.name} answers, but puts a passage on lunch before one on parental leave.`,
    'Check that PARLEY_RERANKER names a model that ranks passages.',
  );
};
