import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { ParleyError } from '../core/errors.ts';

/** An expression with its value. */
export interface Calculation {
  expression: string;
  value: number | boolean;
}

/** Limits within which any expression evaluates in under a millisecond. */
const MAX_CHARS = 400;
const MAX_NODES = 120;
const FUNCTIONS = new Set(['abs', 'ceil', 'floor', 'max', 'mean', 'median', 'min', 'round', 'sqrt', 'sum']);
const NODES = new Set([
  'ConstantNode',
  'OperatorNode',
  'ParenthesisNode',
  'FunctionNode',
  'ArrayNode',
  'ConditionalNode',
  'RelationalNode',
]);
const OPERATORS = new Set(['+', '-', '*', '/', '^', '%', '<', '>', '<=', '>=', '==', '!=']);

/**
 * Loads mathjs at the first calculation, from its one file for browsers: its 1,500 modules take five times the processor time,
 * in which nothing else is answered.
 */
const loadMath = async (): Promise<Pick<typeof import('mathjs'), 'parse'>> => {
  const { default: math } = await import('mathjs/lib/browser/math.js');
  return math;
};

/**
 * Evaluates an arithmetic expression over plain numbers. Parses it and never runs it as code: only the operators and
 * functions above are allowed, there are no variables, and its limited size limits its time.
 * @example await evaluateExpression('(12.5 + 3) / 2') // 7.75
 * @throws BAD_INPUT for anything else, and for a result that is not finite
 */
export const evaluateExpression = async (expression: string): Promise<number | boolean> => {
  const refuse = (why: string) =>
    new ParleyError('BAD_INPUT', {
      // Does not repeat the expression, which may contain a page's text and would reach traces and models.
      message: `That can't be calculated: ${why}.`,
      remedy: `Write plain numbers with + - * / ^ and ${[...FUNCTIONS].join(', ')}.`,
    });
  if (expression.length > MAX_CHARS) throw refuse('it is too long');
  const { parse } = await loadMath();
  let value: unknown;
  let nodes = 0;
  let wrong = '';
  try {
    const tree = parse(expression.replace(/[−–]/g, '-').replace(/[×·]/g, '*').replace(/÷/g, '/'));
    tree.traverse((node, path) => {
      nodes += 1;
      const { type, op, value: constant } = node as unknown as { type: string; op?: string; value?: unknown };
      const name = (node as unknown as { fn?: { name?: string } }).fn?.name;
      if (type === 'SymbolNode' && path === 'fn') return;
      if (!NODES.has(type)) wrong ||= `it holds a ${type.replace('Node', '').toLowerCase()}`;
      if (type === 'FunctionNode' && !FUNCTIONS.has(name ?? '')) wrong ||= 'it holds a function that is not allowed';
      if (type === 'OperatorNode' && !OPERATORS.has(op ?? '')) wrong ||= 'it holds an operator that is not allowed';
      if (type === 'ConstantNode' && typeof constant !== 'number') wrong ||= 'it holds a text';
    });
    if (nodes > MAX_NODES) wrong ||= 'it has too many parts';
    if (!wrong) value = tree.evaluate();
  } catch (error) {
    const at = error instanceof Error ? /\(char \d+\)/.exec(error.message)?.[0] : undefined;
    throw refuse(`it is not an expression${at ? ` ${at}` : ''}`);
  }
  if (wrong) throw refuse(wrong);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse('its value is not a number');
  return Number(value.toPrecision(12));
};

/** Creates the tool that computes an arithmetic expression. */
export const calculate = () =>
  tool(
    async ({ expression }): Promise<[string, Calculation]> => {
      const value = await evaluateExpression(expression);
      return [`${expression} = ${value}`, { expression, value }];
    },
    {
      name: 'calculate',
      description: 'Works out an arithmetic expression over plain numbers.',
      schema: z.object({ expression: z.string().describe('such as (12.5 + 3) / 2 or mean(3, 7, 9)') }),
      responseFormat: 'content_and_artifact',
    },
  );
