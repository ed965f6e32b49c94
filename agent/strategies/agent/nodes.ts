import { AIMessage, isAIMessage, ToolMessage } from '@langchain/core/messages';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { withLeftOut } from '../../model/compact.ts';
import type { FunctionCall, FunctionSpec, Message } from '../../model/model.ts';
import { readJsonObject } from '../../model/partial-json.ts';
import { callTask, runTask, settleOutput } from '../../model/run-task.ts';
import { estimatePrompt, estimateTokens } from '../../model/tokens.ts';
import { node } from '../../node.ts';
import { answerFrom } from '../../nodes/answer.ts';
import { fuse, searchFor, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { answerQuestion } from '../../tasks/answer-question.ts';
import { answerSchema, type WrittenAnswer } from '../../tasks/shapes.ts';
import type { ToolAgent } from './state.ts';
import { useTools } from './tasks/use-tools.ts';
import { ANSWER, agentTools, type Brought, functionsOf } from './tools.ts';
import { asMessages, asPlainMessages, asTurn, callKey, MAX_CALLS_AT_ONCE } from './transcript.ts';

/** Calls of the model before it has to answer. */
export const MAX_TURNS = 8;
/** Turns in a row that bring nothing new. */
export const MAX_FRUITLESS_TURNS = 2;
/** Sources of an answer that is made from what was found. */
const MAX_SOURCES = 12;
/** Tokens that such an answer needs beside its sources. */
const ANSWER_TOKENS = 1_800;
/** Tokens of a turn's prompt beside the transcript: the instructions and the functions. */
const PROMPT_TOKENS = 2_000;
/** Output tokens of a turn that are counted with before it. */
const TURN_TOKENS = 400;
/** Seconds below which no further turn begins. */
const LAST_SECONDS = 15;

/** One turn of the model: it calls functions, or answers by calling `answer`. */
export const think = node('think', async (state: ToolAgent, context) => {
  const { standalone, today, turns } = state;
  const functions = functionsOf(agentTools(context, new Set()), context);
  const { tokens, seconds } = context.meter.budget;
  const left = `${MAX_TURNS} turns, ${tokens} tokens, ${seconds} seconds in all.`;
  const attached = state.references.filter(({ kind }) => kind === 'attachment');
  const input = { question: standalone, today, left, references: attached };
  const { calls, text, prompt } = await askForCalls(context, input, functions, state);
  const called = calls.find(({ name }) => name === ANSWER);
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
    called: calls.length > 0,
    messages: calls.length > 0 ? [turn] : [],
    unmade: calls.length - MAX_CALLS_AT_ONCE,
  };
});

interface Asked {
  calls: FunctionCall[];
  text: string;
  /** All that the model was shown. */
  prompt: Message[];
}

/** Asks by the model's own tool calling, or for the same calls as structured output. */
const askForCalls = async (
  context: QuestionContext,
  input: Omit<Parameters<typeof useTools.prompt>[0], 'functions'>,
  functions: readonly FunctionSpec[],
  { messages }: ToolAgent,
): Promise<Asked> => {
  if (context.models.main.capabilities.functions) {
    const transcript = asMessages(messages);
    const given = { ...input, functions: [] };
    const { functionCalls, text } = await callTask(context, useTools, given, { functions, transcript });
    return { calls: functionCalls, text, prompt: [...useTools.prompt(given), ...transcript] };
  }
  const transcript = asPlainMessages(messages);
  const described = functions.map(
    ({ name, description, parameters }) => `${name}: ${description} Arguments: ${JSON.stringify(parameters)}`,
  );
  const given = { ...input, functions: described };
  const { output } = await runTask(context, useTools, given, { transcript, unreadable: { calls: [] } });
  const calls = output.calls.map(({ name, arguments: json }, at): FunctionCall => {
    const args = json.trim() === '' ? {} : readJsonObject(json);
    const id = `call_${at}`;
    return args === undefined
      ? { id, name, arguments: {}, unreadable: json }
      : { id, name, arguments: args as Record<string, unknown> };
  });
  return { calls, text: '', prompt: [...useTools.prompt(given), ...transcript] };
};

/** The answer that the model gave by its call; undefined where it does not fit the form: the call is then answered with why. */
const readAnswer = (
  context: QuestionContext,
  { arguments: args, unreadable }: FunctionCall,
  prompt: readonly Message[],
): WrittenAnswer | undefined => {
  const { compact } = context.models.main.capabilities;
  const parsed = answerSchema.safeParse(compact ? withLeftOut(args, answerQuestion.json ?? {}) : args);
  if (unreadable !== undefined || !parsed.success) return undefined;
  return settleOutput(context, parsed.data, prompt, context.models.main);
};

/**
 * Carries out the calls of the model's turn, all at once, through LangGraph's ToolNode: an unknown function, missing
 * arguments and a failing look-up are answered as such. A call made before is not made again.
 */
export const act = node('act', async (state: ToolAgent, context) => {
  const turn = state.messages.at(-1);
  const calls = turn && isAIMessage(turn) ? (turn.tool_calls ?? []) : [];
  const made = new Set(state.made);
  const fresh = calls.filter(({ name, args }) => {
    const key = callKey(name, args);
    return name !== ANSWER && !made.has(key) && made.add(key);
  });
  const answers = await callTools(context, fresh, new Set(state.references.map(({ n }) => n)));
  const byCall = new Map(answers.map((answer) => [answer.tool_call_id, answer]));
  const messages = calls.map(
    ({ id = '', name }) => byCall.get(id) ?? new ToolMessage({ tool_call_id: id, name, content: whyNot(name) }),
  );
  const found = answers.flatMap(({ artifact }) => {
    const { references = [] } = (artifact ?? {}) as Partial<Brought>;
    return references.length > 0 ? [references] : [];
  });
  const references = union(...found);
  const known = new Set(state.references.map(({ n }) => n));
  const isNews = references.some(({ n }) => !known.has(n)) || answers.some(isResult);
  const left = budgetLeft(context, state.turns);
  const last = messages.at(-1);
  if (last) last.content = [last.text, ...dropped(state.unmade), `Left: ${left.inWords}`].join('\n\n');
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

/** Calls tools side by side; what fails is a message too, so that the others stand. */
const callTools = async (
  context: QuestionContext,
  calls: NonNullable<AIMessage['tool_calls']>,
  shown: Set<number>,
): Promise<ToolMessage[]> => {
  if (calls.length === 0) return [];
  const asked = new AIMessage({ content: '', tool_calls: calls });
  const tools = new ToolNode(agentTools(context, shown));
  const { messages } = (await tools.invoke({ messages: [asked] }, { signal: context.signal })) as {
    messages: ToolMessage[];
  };
  context.signal.throwIfAborted();
  return messages;
};

/** True for the result of a call that finds no sources and is news all the same. */
const isResult = ({ name, status }: ToolMessage): boolean =>
  status !== 'error' && (name === 'calculate' || name === 'clock');

const whyNot = (name: string): string =>
  name === ANSWER
    ? 'That answer does not fit its form: give reasoning, verdict, text, shortAnswer, citations, unconfirmed and candidates.'
    : 'You made this call before: what it found stands above.';

const dropped = (unmade: number): string[] =>
  unmade > 0
    ? [`${unmade} more calls were not made: at most ${MAX_CALLS_AT_ONCE} at once. Make them now if they are needed.`]
    : [];

interface Left {
  turns: number;
  tokens: number;
  seconds: number;
  inWords: string;
}

/** What the budget and the bound on turns leave. */
const budgetLeft = ({ meter }: QuestionContext, made: number): Left => {
  const spent = meter.spent();
  const turns = Math.max(0, Math.min(MAX_TURNS - made, meter.budget.calls - spent.calls));
  const tokens = Math.max(0, meter.budget.tokens - spent.tokens);
  const seconds = Math.floor(meter.remainingMs() / 1000);
  return { turns, tokens, seconds, inWords: `${turns} turns, ${tokens} tokens, ${seconds} seconds.` };
};

/** True while another turn and, should it not answer, the answer from what was found both fit what is left. */
const allowsTurn = (
  { turns, tokens, seconds }: Left,
  transcript: readonly Message[],
  references: readonly NumberedReference[],
): boolean => {
  const sources = references.slice(-MAX_SOURCES).reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const turn = estimatePrompt(transcript) + PROMPT_TOKENS + TURN_TOKENS;
  return turns > 1 && seconds > LAST_SECONDS && tokens > turn + sources + ANSWER_TOKENS;
};

/**
 * The answer from what was found, where the model gave none itself: it called nothing, ran into its bounds, or what it asked
 * for brought nothing new. If it looked up nothing at all, the question itself is searched for.
 */
export const answerFromFound = node('finish', async (state: ToolAgent, context) => {
  const { standalone, today, found, references: known } = state;
  const attached = known.filter(({ kind }) => kind === 'attachment');
  const searched = found.length > 0 ? fuse(found, MAX_SOURCES) : await searchFor(context, standalone, MAX_SOURCES);
  const references = union(attached, searched);
  return { references, written: await answerFrom(context, { standalone, today, references }) };
});
