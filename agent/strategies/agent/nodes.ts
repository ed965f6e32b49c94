import { AIMessage, isAIMessage, ToolMessage } from '@langchain/core/messages';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { fillOmittedFields } from '../../model/compact.ts';
import type { FunctionCall, FunctionSpec, Message } from '../../model/model.ts';
import { readJsonObject } from '../../model/partial-json.ts';
import { chooseByEither, describeFunction } from '../../model/run-functions.ts';
import { callTask, runTask, settleOutput } from '../../model/run-task.ts';
import { estimatePrompt, estimateTokens } from '../../model/tokens.ts';
import { node } from '../../node.ts';
import { answerFrom } from '../../nodes/answer.ts';
import { offeredTools } from '../../nodes/offered-tools.ts';
import { fuse, searchFor, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { answerQuestion } from '../../tasks/answer-question.ts';
import { answerSchema, type WrittenAnswer } from '../../tasks/shapes.ts';
import { numberResults } from './number-results.ts';
import type { ToolAgent } from './state.ts';
import { useTools } from './tasks/use-tools.ts';
import { ANSWER_FUNCTION, agentTools, functionSpecs } from './tools.ts';
import { asMessages, asPlainMessages, asTurn, callKey, MAX_CALLS_AT_ONCE } from './transcript.ts';

/** Model calls per question before the model has to answer. */
export const MAX_TURNS = 8;
/** Turns in a row that may find nothing new before the search ends. */
export const MAX_FRUITLESS_TURNS = 2;
/** Sources shown to the answering call when the model gave no answer itself. */
const MAX_SOURCES = 12;
/** Tokens reserved for that answering call, without its sources. */
const ANSWER_TOKENS = 1_800;
/** Tokens of a turn's prompt besides the transcript: the instructions and the functions. */
const PROMPT_TOKENS = 2_000;
/** Output tokens assumed for the next turn when the budget is checked. */
const TURN_TOKENS = 400;
/** No further turn starts with this many seconds left, or fewer. */
const MIN_TURN_SECONDS = 15;

/** One turn of the model: it calls functions, or answers by calling `answer`. */
export const think = node('think', async (state: ToolAgent, context) => {
  const { standalone, today, turns } = state;
  const functions = functionSpecs(agentTools(context, offeredTools(context, standalone)), context);
  const { tokens, seconds } = context.meter.budget;
  const left = `${MAX_TURNS} turns, ${tokens} tokens, ${seconds} seconds in all.`;
  const attached = state.references.filter(({ kind }) => kind === 'attachment');
  const input = { question: standalone, today, left, references: attached };
  const { calls, text, prompt, callsAsOutput } = await askForCalls(context, input, functions, state);
  const called = calls.find(({ name }) => name === ANSWER_FUNCTION);
  const written = called && readAnswer(context, called, prompt);
  if (written) return { turns: 1, written };
  if (calls.length > MAX_CALLS_AT_ONCE) {
    context.trace({ kind: 'note', name: 'too-many-calls', data: { calls: calls.length, made: MAX_CALLS_AT_ONCE } });
  }
  if (calls.length === 0)
    context.trace({ kind: 'note', name: 'no-call', data: { message: 'The model called nothing.' } });
  const turn = asTurn(turns, text, settleOutput(context, calls, prompt, context.models.main));
  return {
    turns: 1,
    callsAsOutput,
    hasCalls: calls.length > 0,
    messages: calls.length > 0 ? [turn] : [],
    excessCalls: calls.length - MAX_CALLS_AT_ONCE,
  };
});

interface ModelTurn {
  calls: FunctionCall[];
  text: string;
  /** The complete prompt, with the transcript. */
  prompt: Message[];
  /** True if the calls came as structured output. */
  callsAsOutput: boolean;
}

type TurnInput = Omit<Parameters<typeof useTools.prompt>[0], 'functions'>;

/**
 * Uses the model's own tool calling where it has one; otherwise asks for the same calls as structured output. Stays with
 * structured output for the question once its first turn called none.
 */
const askForCalls = (
  context: QuestionContext,
  input: TurnInput,
  functions: readonly FunctionSpec[],
  state: ToolAgent,
): Promise<ModelTurn> => {
  const asOutput = () => askByOutput(context, input, functions, state);
  if (state.callsAsOutput) return asOutput();
  return chooseByEither(context, context.models.main, functions, {
    byCalling: () => askByFunctions(context, input, functions, state),
    asOutput,
    mayBeNone: state.messages.length > 0,
  });
};

/** A turn by the model's own tool calling. */
const askByFunctions = async (
  context: QuestionContext,
  input: TurnInput,
  functions: readonly FunctionSpec[],
  { messages }: ToolAgent,
): Promise<ModelTurn> => {
  const transcript = asMessages(messages);
  const given = { ...input, functions: [] };
  const { functionCalls, text } = await callTask(context, useTools, given, { functions, transcript });
  return { calls: functionCalls, text, prompt: [...useTools.prompt(given), ...transcript], callsAsOutput: false };
};

const askByOutput = async (
  context: QuestionContext,
  input: TurnInput,
  functions: readonly FunctionSpec[],
  { messages }: ToolAgent,
): Promise<ModelTurn> => {
  const transcript = asPlainMessages(messages);
  const given = { ...input, functions: functions.map(describeFunction) };
  const { output } = await runTask(context, useTools, given, { transcript, unreadable: { calls: [] } });
  const calls = output.calls.map(({ name, arguments: json }, at): FunctionCall => {
    const args = json.trim() === '' ? {} : readJsonObject(json);
    const id = `call_${at}`;
    return args === undefined
      ? { id, name, arguments: {}, unreadable: json }
      : { id, name, arguments: args as Record<string, unknown> };
  });
  return { calls, text: '', prompt: [...useTools.prompt(given), ...transcript], callsAsOutput: true };
};

/**
 * The answer in the model's `answer` call. Undefined if it does not match the schema; `act` then tells the model so.
 */
const readAnswer = (
  context: QuestionContext,
  { arguments: args, unreadable }: FunctionCall,
  prompt: readonly Message[],
): WrittenAnswer | undefined => {
  const { compact } = context.models.main.capabilities;
  const parsed = answerSchema.safeParse(compact ? fillOmittedFields(args, answerQuestion.json ?? {}) : args);
  if (unreadable !== undefined || !parsed.success) return undefined;
  return settleOutput(context, parsed.data, prompt, context.models.main);
};

/**
 * Runs the calls of the model's turn in parallel, through LangGraph's ToolNode. An unknown function, missing arguments
 * and a failed look-up become error messages to the model. A repeated call is not run again.
 */
export const act = node('act', async (state: ToolAgent, context) => {
  const turn = state.messages.at(-1);
  const calls = turn && isAIMessage(turn) ? (turn.tool_calls ?? []) : [];
  const made = new Set(state.made);
  const fresh = calls.filter(({ name, args }) => {
    const key = callKey(name, args);
    return name !== ANSWER_FUNCTION && !made.has(key) && made.add(key);
  });
  const known = new Set(state.references.map(({ n }) => n));
  const answers = await callTools(context, fresh);
  const found = numberResults(context, answers, known);
  const byCall = new Map(answers.map((answer) => [answer.tool_call_id, answer]));
  const messages = calls.map(
    ({ id = '', name }) =>
      byCall.get(id) ?? new ToolMessage({ tool_call_id: id, name, content: skippedCallMessage(name) }),
  );
  const references = union(...found);
  const isNews = references.some(({ n }) => !known.has(n)) || answers.some(isNewWithoutSources);
  const left = budgetLeft(context, state.turns);
  const last = messages.at(-1);
  if (last) last.content = [last.text, ...dropped(state.excessCalls), `Left: ${left.inWords}`].join('\n\n');
  const transcript = asMessages([...state.messages, ...messages]);
  return {
    messages,
    references,
    found,
    made: fresh.map(({ name, args }) => callKey(name, args)),
    fruitlessTurns: isNews ? 0 : (state.fruitlessTurns ?? 0) + 1,
    mustAnswer: !allowsTurn(left, transcript, [...state.references, ...references]),
  };
});

/** Runs the calls in parallel. A failed call becomes an error message, so the other results are kept. In their order. */
const callTools = async (
  context: QuestionContext,
  calls: NonNullable<AIMessage['tool_calls']>,
): Promise<ToolMessage[]> => {
  if (calls.length === 0) return [];
  const asked = new AIMessage({ content: '', tool_calls: calls });
  const tools = new ToolNode(agentTools(context));
  const { messages } = (await tools.invoke({ messages: [asked] }, { signal: context.signal })) as {
    messages: ToolMessage[];
  };
  context.signal.throwIfAborted();
  return messages;
};

/** True for a result that is new information although it has no sources: a calculation or the time. */
const isNewWithoutSources = ({ name, status }: ToolMessage): boolean =>
  status !== 'error' && (name === 'calculate' || name === 'clock');

const skippedCallMessage = (name: string): string =>
  name === ANSWER_FUNCTION
    ? 'That answer does not fit its form: give reasoning, verdict, text, shortAnswer, citations, unconfirmed and candidates.'
    : 'You made this call before: what it found stands above.';

const dropped = (excessCalls: number): string[] =>
  excessCalls > 0
    ? [
        `${excessCalls} more calls were not made: at most ${MAX_CALLS_AT_ONCE} at once. Make them now if they are needed.`,
      ]
    : [];

interface BudgetLeft {
  turns: number;
  tokens: number;
  seconds: number;
  inWords: string;
}

/** What is left of the budget and of `MAX_TURNS`. */
const budgetLeft = ({ meter }: QuestionContext, made: number): BudgetLeft => {
  const spent = meter.spent();
  const turns = Math.max(0, Math.min(MAX_TURNS - made, meter.budget.calls - spent.calls));
  const tokens = Math.max(0, meter.budget.tokens - spent.tokens);
  const seconds = Math.floor(meter.remainingMs() / 1000);
  return { turns, tokens, seconds, inWords: `${turns} turns, ${tokens} tokens, ${seconds} seconds.` };
};

/** True if the budget covers one more turn and, in case that turn does not answer, the answering call after it. */
const allowsTurn = (
  { turns, tokens, seconds }: BudgetLeft,
  transcript: readonly Message[],
  references: readonly NumberedReference[],
): boolean => {
  const sources = references.slice(-MAX_SOURCES).reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const turn = estimatePrompt(transcript) + PROMPT_TOKENS + TURN_TOKENS;
  return turns > 1 && seconds > MIN_TURN_SECONDS && tokens > turn + sources + ANSWER_TOKENS;
};

/**
 * Answers from the sources found when the model gave no answer itself: it called nothing, reached a limit, or found
 * nothing new. Searches for the question itself if the model looked up nothing at all.
 */
export const answerFromFound = node('finish', async (state: ToolAgent, context) => {
  const { standalone, today, found, references: known } = state;
  const attached = known.filter(({ kind }) => kind === 'attachment');
  const searched = found.length > 0 ? fuse(found, MAX_SOURCES) : await searchFor(context, standalone, MAX_SOURCES);
  const references = union(attached, searched);
  return { references, written: await answerFrom(context, { standalone, today, references }) };
});
