import { afterEach, expect, it } from 'vitest';
import { createAgent } from '../create-agent.ts';
import { answerAttemptTask } from '../strategies/auto/tasks/answer-attempt.ts';
import { proposeCalculations } from '../strategies/hybrid/tasks/propose-calculations.ts';
import { numberOf, openAgent } from '../testing/open-agent.ts';
import { compactSchema } from './compact.ts';
import { openModels } from './open-model.ts';
import { isSmall } from './providers.ts';
import { thinkingFilter, withoutThinking } from './thinking.ts';
import { estimateTokens } from './tokens.ts';

let close = async () => {};
afterEach(() => close());

it.each([
  ['llama3.1:8b', true],
  ['Qwen/Qwen2.5-7B-Instruct', true],
  ['gemma-3-4b-it', true],
  ['phi3:3.8b', true],
  ['llama3.1:70b', false],
  ['qwen3:32b', false],
  ['gpt-4.1-mini', false],
  ['mixtral-8x7b', false],
])('%s is a small model: %s', (model, small) => {
  expect(isSmall(model)).toBe(small);
});

it('asks a small model for fewer fields', () => {
  const whole = answerAttemptTask.json!;
  const compact = compactSchema(whole) as { properties: object; required: string[] };
  expect(Object.keys(compact.properties)).toEqual(compact.required);
  expect(compact.required).toEqual(
    expect.not.arrayContaining(['citations', 'guess', 'calculations']) as unknown as string[],
  );
  expect(estimateTokens(JSON.stringify(compact))).toBeLessThan(0.75 * estimateTokens(JSON.stringify(whole)));
});

it('asks a small model for all fields outside an answer', () => {
  expect(compactSchema(proposeCalculations.json!)).toEqual(proposeCalculations.json);
});

it('finds the quotes of a small model’s answer', async () => {
  const pages = [{ id: 'leave', title: 'Leave', text: 'Everyone has 25 days of leave. Unused days expire in March.' }];
  const { stub, ...world } = await openAgent(pages, {
    'answer-question': (request) => ({
      reasoning: '',
      verdict: 'answered',
      text: `Everyone has 25 days of leave [${numberOf(request, '25 days')}].`,
      shortAnswer: '25 days',
    }),
  });
  close = stub.close;
  const models = openModels({ PARLEY_MODEL: 'openai:qwen2.5-7b', PARLEY_MODEL_BASE_URL: stub.url });
  const agent = createAgent({ ...world, models });
  const answer = await agent.answer({ text: 'How many days of leave?', strategy: 'vanilla', scopes: ['everyone'] });
  expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: '25 days' });
  expect(answer.citations).toMatchObject([{ documentId: 'leave', quote: 'Everyone has 25 days of leave.' }]);
  expect(stub.requests[0]!.system).not.toContain('copied exactly');
  expect(JSON.stringify(stub.requests[0]!.body.response_format)).not.toContain('citations');
});

it.each([
  ['<think>{"a": 1}</think>{"b": 2}', '{"b": 2}'],
  ['  <think>\nHm.\n</think>\n\n{"b": 2}', '{"b": 2}'],
  ['Hm, let me see.</think>{"b": 2}', '{"b": 2}'],
  ['<think>It never ends {"b": 2}', ''],
  ['{"text": "<think> is a tag, </think> too"}', '{"text": "<think> is a tag, </think> too"}'],
  ['<p>Text</p>', '<p>Text</p>'],
])('takes what was thought aloud out of %j', (text, answer) => {
  expect(withoutThinking(text)).toBe(answer);
});

it('removes thinking from a stream split anywhere', () => {
  const text = '<think>Hm {"text": "no"}.</think>\n{"text": "yes"}';
  for (const size of [1, 2, 5, 11, 60]) {
    const filter = thinkingFilter();
    let shown = '';
    for (let at = 0; at < text.length; at += size) shown += filter(text.slice(at, at + size));
    expect(shown.trim()).toBe('{"text": "yes"}');
  }
});
