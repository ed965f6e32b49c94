import type { AIMessage } from '@langchain/core/messages';
import type { LLMResult } from '@langchain/core/outputs';
import type { Runnable } from '@langchain/core/runnables';
import { providers } from '../../agent/model/providers.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { EvalRow } from '../run/row.ts';
import { JUDGED, type Judge, type Judgement, judgements } from './judge.ts';

/** One verdict of the model on one text, 0 or 1. Throws when the model fails or returns no score. */
type Ask = (what: {
  inputs?: string;
  outputs?: string;
  context?: string;
  reference_outputs?: string;
}) => Promise<number>;

/** Passages that are judged for context precision; each costs a call. */
const MAX_JUDGED_PASSAGES = 5;
/** Attempts at one judgement before it counts as failed. */
const MAX_ATTEMPTS = 2;

/**
 * Opens a judge: openevals' prompts for correctness, groundedness and retrieval relevance, asked of any model that Parley can
 * open (openevals takes LangChain chat models; autoevals, the other well-kept library, speaks to OpenAI's client alone). The
 * library is loaded with the first row.
 * @param names what to judge
 * @throws BAD_USAGE for an unknown judgement, BAD_SETTING without a model or for an unknown provider
 */
export const openJudge = (
  names: readonly string[],
  settings: Pick<Settings, 'PARLEY_MODEL' | 'PARLEY_MODEL_BASE_URL' | 'PARLEY_MODEL_API_KEY'>,
  model = settings.PARLEY_MODEL,
): Judge => {
  const unknown = names.filter((name) => !(judgements as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new ParleyError('BAD_USAGE', {
      message: `There is no judgement ${unknown.join(', ')}.`,
      remedy: `--judge takes ${judgements.join(', ')}, with commas between.`,
    });
  }
  const [provider = '', ...rest] = (model ?? '').split(':');
  const open = providers[provider];
  if (open === undefined || rest.length === 0) {
    throw new ParleyError('BAD_SETTING', {
      message:
        model === undefined ? 'A judge needs a model.' : `Parley does not know the model provider of "${model}".`,
      remedy: `Set PARLEY_MODEL or --judge-model to one of ${Object.keys(providers)
        .map((known) => `${known}:NAME`)
        .join(', ')}.`,
    });
  }
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0 };
  // The base URL and key are those of PARLEY_MODEL: another provider's judge uses that provider's own variables.
  const own = model === settings.PARLEY_MODEL || provider === settings.PARLEY_MODEL?.split(':')[0];
  const chat = async () => {
    const opened = await open({
      model: rest.join(':'),
      ...(own && { baseUrl: settings.PARLEY_MODEL_BASE_URL, apiKey: settings.PARLEY_MODEL_API_KEY }),
    }).open({ sampling: { temperature: 0 }, logprobs: false });
    const count = {
      // Counted before the grade is given: a cap must not lag behind.
      awaitHandlers: true,
      handleLLMEnd: ({ generations }: LLMResult) => {
        const usage = (generations[0]?.[0] as { message?: AIMessage } | undefined)?.message?.usage_metadata;
        spent.calls += 1;
        spent.inputTokens += usage?.input_tokens ?? 0;
        spent.outputTokens += usage?.output_tokens ?? 0;
      },
    };
    // openevals calls the model through withStructuredOutput and takes no callbacks of its own.
    const structured = opened.withStructuredOutput.bind(opened) as (schema: Record<string, unknown>) => Runnable;
    return Object.assign(Object.create(opened) as typeof opened, {
      withStructuredOutput: (schema: Record<string, unknown>) => structured(schema).withConfig({ callbacks: [count] }),
    });
  };
  let asks: Promise<Record<Judgement, Ask>> | undefined;

  return {
    name: `${model} ${[...names].sort().join(',')}`,
    spent,
    grade: async (row, parley) => {
      if (row.answer === undefined) return row;
      asks ??= openAsks(chat);
      const scores: Record<string, number> = { ...row.scores };
      const notGraded = Object.fromEntries(
        Object.entries(row.notGraded ?? {}).filter(([metric]) => !metric.startsWith(JUDGED) && metric !== 'crag'),
      );
      for (const name of names as readonly Judgement[]) {
        const metric = `${JUDGED}${name.replaceAll('-', '_')}`;
        try {
          const score = await grade(name, { ...row, answer: row.answer }, async () => (await asks)?.[name], parley);
          if (score !== undefined) scores[metric] = score;
        } catch (error) {
          notGraded[metric] = error instanceof Error ? error.message : String(error);
        }
      }
      // With a judge, CRAG counts judged answers alone: a figure never mixes them with answers compared word by word.
      if (!REFUSALS.has(row.answer.verdict) && row.scores.crag !== undefined) {
        const { judge_correctness: correct } = scores;
        if (correct !== undefined) scores.crag = correct === 1 ? 1 : -1;
        else if (notGraded.judge_correctness !== undefined) {
          delete scores.crag;
          notGraded.crag = notGraded.judge_correctness;
        }
      }
      return { ...row, scores, notGraded: Object.keys(notGraded).length > 0 ? notGraded : undefined };
    },
  };
};

/** Verdicts of an answer that names no answer. */
const REFUSALS: ReadonlySet<string> = new Set(['unknown', 'invalid-premise', 'declined']);

type AnsweredRow = EvalRow & { answer: NonNullable<EvalRow['answer']> };

/**
 * One judgement of a row; undefined where there is nothing to judge: no gold answer, no citation, no retrieved passage. A
 * question that has an answer and was refused is wrong without a call.
 */
const grade = async (
  name: Judgement,
  { gold: { question, answers, answerable }, answer, retrievedPassages }: AnsweredRow,
  openAsk: () => Promise<Ask | undefined>,
  parley: Parley,
): Promise<number | undefined> => {
  const ask: Ask = async (what) => {
    const asked = await openAsk();
    if (!asked) throw new Error(`there is no judgement ${name}`);
    return asked(what);
  };
  const refused = REFUSALS.has(answer.verdict);
  switch (name) {
    case 'correctness':
      if (answers.length === 0 || !answerable) return undefined;
      if (refused) return 0;
      return ask({ inputs: question, outputs: answer.text, reference_outputs: answers.join(' or ') });
    case 'faithfulness': {
      if (refused) return undefined;
      const ids = answer.citations.flatMap(({ passageId }) => passageId ?? []);
      const texts = await textsOf(parley, ids);
      const context = texts.length > 0 ? texts : answer.citations.map(({ title, quote }) => `${title}\n${quote}`);
      if (context.length === 0) return undefined;
      return ask({ context: context.join('\n\n'), outputs: answer.text });
    }
    case 'context-precision': {
      if (refused) return undefined;
      const texts = await textsOf(parley, retrievedPassages.slice(0, MAX_JUDGED_PASSAGES));
      if (texts.length === 0) return undefined;
      const relevant: number[] = [];
      for (const context of texts) relevant.push(await ask({ inputs: question, context }));
      return averagePrecision(relevant);
    }
  }
};

/** Mean of precision@k over the ranks k that hold a relevant passage, as RAGAS defines context precision; 0 without any. */
export const averagePrecision = (relevant: readonly number[]): number => {
  let hits = 0;
  let sum = 0;
  for (const [rank, one] of relevant.entries()) {
    if (one !== 1) continue;
    hits += 1;
    sum += hits / (rank + 1);
  }
  return hits === 0 ? 0 : sum / hits;
};

/** The judge sees every passage that the answer was made from, whatever its scopes. */
const textsOf = async ({ stores }: Parley, passageIds: readonly string[]): Promise<string[]> => {
  if (passageIds.length === 0) return [];
  const passages = await stores.documents.passages([...new Set(passageIds)], await stores.documents.scopes());
  return passages.map(({ title, text }) => `${title}\n${text}`);
};

const openAsks = async (
  chat: () => Promise<Awaited<ReturnType<ReturnType<(typeof providers)[string]>['open']>>>,
): Promise<Record<Judgement, Ask>> => {
  const [{ createLLMAsJudge, CORRECTNESS_PROMPT, RAG_GROUNDEDNESS_PROMPT, RAG_RETRIEVAL_RELEVANCE_PROMPT }, judge] =
    await Promise.all([import('openevals'), chat()]);
  const ask = (feedbackKey: Judgement, prompt: string): Ask => {
    const evaluate = createLLMAsJudge({ prompt, judge, feedbackKey });
    return async (what) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return asScore((await evaluate(escaped(what) as { outputs: string })).score);
        } catch (error) {
          if (attempt >= MAX_ATTEMPTS) throw error;
        }
      }
    };
  };
  return {
    correctness: ask('correctness', CORRECTNESS_PROMPT),
    faithfulness: ask('faithfulness', RAG_GROUNDEDNESS_PROMPT),
    'context-precision': ask('context-precision', RAG_RETRIEVAL_RELEVANCE_PROMPT),
  };
};

/** An answer or a page that holds the prompt's own tags could end its part of the prompt and write the verdict itself. */
const escaped = (texts: Parameters<Ask>[0]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')]),
  );

/** A judge's score is yes or no; anything else counts as a failed judgement. */
const asScore = (score: unknown): number => {
  if (typeof score === 'boolean') return Number(score);
  throw new Error(`the judge gave no score, but ${JSON.stringify(score) ?? 'nothing'}`);
};
