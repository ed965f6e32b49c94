import type { AIMessage } from '@langchain/core/messages';
import type { LLMResult } from '@langchain/core/outputs';
import type { Runnable } from '@langchain/core/runnables';
import { providers } from '../../agent/model/providers.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { EvalRow } from '../run/row.ts';
import { type Ask, openAsks } from './asks.ts';
import { JUDGED, type Judge, type Judgement, judgedMetric, judgements } from './judge.ts';
import type { Rubric, RubricFile } from './rubrics.ts';

/** Passages that are judged for context precision; each costs a call. */
const MAX_JUDGED_PASSAGES = 5;
/**
 * Opens a judge: openevals' prompts and a team's rubrics, asked of any model that Parley can open (openevals takes LangChain
 * chat models; autoevals, the other well-kept library, speaks to OpenAI's client alone).
 * @param names what to judge, beside every rubric
 * @throws BAD_USAGE for an unknown judgement, BAD_SETTING without a model or for an unknown provider
 */
export const openJudge = (
  names: readonly string[],
  settings: Pick<Settings, 'PARLEY_MODEL' | 'PARLEY_MODEL_BASE_URL' | 'PARLEY_MODEL_API_KEY'>,
  { model = settings.PARLEY_MODEL, rubrics }: { model?: string; rubrics?: RubricFile } = {},
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
  const sameProvider = model === settings.PARLEY_MODEL || provider === settings.PARLEY_MODEL?.split(':')[0];
  const chat = async () => {
    const opened = await open({
      model: rest.join(':'),
      ...(sameProvider && { baseUrl: settings.PARLEY_MODEL_BASE_URL, apiKey: settings.PARLEY_MODEL_API_KEY }),
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
  const own = rubrics?.rubrics ?? [];
  let asks: ReturnType<typeof openAsks> | undefined;

  return {
    name: [model, [...names].sort().join(','), ...(rubrics ? [`rubrics:${rubrics.hash}`] : [])]
      .filter(Boolean)
      .join(' '),
    spent,
    grade: async (row, parley) => {
      if (row.answer === undefined) return row;
      asks ??= openAsks(chat, own);
      const scores: Record<string, number> = { ...row.scores };
      const notGraded = Object.fromEntries(
        Object.entries(row.notGraded ?? {}).filter(([metric]) => !metric.startsWith(JUDGED) && metric !== 'crag'),
      );
      const answered = { ...row, answer: row.answer };
      const askOf =
        (name: string): Ask =>
        async (what) => {
          const ask = (await asks)?.get(name);
          if (!ask) throw new Error(`there is no judgement ${name}`);
          return ask(what);
        };
      const judgeOne = async (name: string, judge: (ask: Ask) => Promise<number | undefined>): Promise<void> => {
        try {
          const score = await judge(askOf(name));
          if (score !== undefined) scores[judgedMetric(name)] = score;
        } catch (error) {
          notGraded[judgedMetric(name)] = error instanceof Error ? error.message : String(error);
        }
      };
      for (const name of names as readonly Judgement[])
        await judgeOne(name, (ask) => grade(name, answered, ask, parley));
      for (const rubric of own) await judgeOne(rubric.name, (ask) => gradeRubric(rubric, answered, ask, parley));
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
  ask: Ask,
  parley: Parley,
): Promise<number | undefined> => {
  const refused = REFUSALS.has(answer.verdict);
  switch (name) {
    case 'correctness':
      if (answers.length === 0 || !answerable) return undefined;
      if (refused) return 0;
      return ask({ inputs: question, outputs: answer.text, reference_outputs: answers.join(' or ') });
    case 'faithfulness': {
      if (refused) return undefined;
      const context = await citedTexts(answer, parley);
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

/** A team's rubric of a row; undefined where the rubric is not about such answers, or what it shows is not there. */
const gradeRubric = async (
  { of, sees }: Rubric,
  { gold: { question, answers }, answer }: AnsweredRow,
  ask: Ask,
  parley: Parley,
): Promise<number | undefined> => {
  if (of !== 'all' && REFUSALS.has(answer.verdict) !== (of === 'refusals')) return undefined;
  const context = sees.includes('sources') ? await citedTexts(answer, parley) : undefined;
  if (context?.length === 0) return undefined;
  if (sees.includes('gold') && answers.length === 0) return undefined;
  return ask({
    inputs: question,
    outputs: answer.text,
    ...(context && { context: context.join('\n\n') }),
    ...(sees.includes('gold') && { reference_outputs: answers.join(' or ') }),
  });
};

/** The passages that an answer cites, or their quotes where the passages are gone. */
const citedTexts = async ({ citations }: AnsweredRow['answer'], parley: Parley): Promise<string[]> => {
  const texts = await textsOf(
    parley,
    citations.flatMap(({ passageId }) => passageId ?? []),
  );
  return texts.length > 0 ? texts : citations.map(({ title, quote }) => `${title}\n${quote}`);
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
