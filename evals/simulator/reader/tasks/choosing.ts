import { nameKey } from '../../language/names.ts';
import { expressionFor } from '../calculate.ts';
import type { Call, Handler } from '../call.ts';
import type { Schema } from './by-schema.ts';
import { lookUpWords } from './gathering.ts';

/** A function that the model is offered. */
export interface OfferedFunction {
  name: string;
  parameters?: Schema;
}
export interface ChosenCall {
  name: string;
  arguments: Record<string, unknown>;
}

const mostCalls = 4;

/**
 * Chooses functions by what they take: those that want words get the question, those that want names get the names in it
 * (ids are names in lower case); one that wants an expression is chosen where there is something to work out; one that
 * wants nothing is not chosen.
 */
export const chooseCalls = (call: Call, functions: readonly OfferedFunction[]): ChosenCall[] =>
  functions.flatMap((offered) => argumentsFor(call, offered) ?? []).slice(0, mostCalls);

const argumentsFor = (call: Call, { name, parameters }: OfferedFunction): ChosenCall | undefined => {
  const { names, question } = lookUpWords(call);
  const wanted = Object.entries(parameters?.properties ?? {});
  const required = new Set((parameters as { required?: string[] } | undefined)?.required ?? wanted.map(([key]) => key));
  const given: Record<string, unknown> = {};
  for (const [key, { type }] of wanted) {
    const value = argumentFor(call, key, type === 'array', names, question);
    if (value !== undefined) given[key] = value;
    else if (required.has(key)) return undefined;
  }
  return Object.keys(given).length === 0 ? undefined : { name, arguments: given };
};

const argumentFor = (call: Call, key: string, list: boolean, names: readonly string[], question: string): unknown => {
  if (/expression/i.test(key)) {
    const query = call.understand(question);
    return query?.kind === 'calculate' ? expressionFor(query, call.evidence.cells) : undefined;
  }
  if (/query|question|text|search/i.test(key)) return list ? [question] : question;
  if (names.length === 0) return undefined;
  if (/names?$/i.test(key)) return list ? names : names[0];
  if (/entit|subject|from|thing|id$/i.test(key)) return list ? names.map(nameKey) : nameKey(names[0]!);
  return /^to$/i.test(key) && names.length > 1 ? names.slice(1).map(nameKey) : undefined;
};

/** The same choice as structured output, from functions listed in the prompt, each with the schema of its arguments. */
const chooseFromList: Handler = (call) => {
  const functions = call.prompt.candidates.flatMap((line): OfferedFunction[] => {
    const name = /^[\w-]+/.exec(line)?.[0];
    const json = line.slice(line.indexOf('{'));
    if (!name) return [];
    try {
      return [{ name, parameters: JSON.parse(json) as Schema }];
    } catch {
      return [{ name }];
    }
  });
  const calls = chooseCalls(call, functions).map((chosen) => ({
    name: chosen.name,
    arguments: JSON.stringify(chosen.arguments),
  }));
  return { output: { calls }, sure: true };
};

export const choosing: Record<string, Handler> = { 'choose-functions': chooseFromList };
