import { tool } from '@langchain/core/tools';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LiveSources, LiveTool } from '../../tools/live-sources.ts';
import { numberOf, openAgent, written, writtenFrom } from '../testing/open-agent.ts';
import type { StubReply, StubRequest } from '../testing/stub-server.ts';

let close = async () => {};
afterEach(() => close());
const QUESTION = 'What does a share of Nordhavn cost right now?';
const PAGES = [{ id: 'old', title: 'Nordhavn', text: 'A share of Nordhavn cost 12 euros in 2019.' }];
const liveTool = (name: string, call: (args: { company: string }) => Promise<string>): LiveTool => ({
  server: 'exchange',
  title: `exchange: ${name}`,
  tool: tool(call, {
    name: `exchange__${name}`,
    description: 'The price of a share at this moment.',
    schema: z.object({ company: z.string() }),
  }),
});
const price = liveTool('share_price', async ({ company }) => `${company} trades at 41.20 euros.`);
const broken = liveTool('broken', async () => {
  throw new Error('closed');
});
/** Live tools for the trading channel only. */
const sources = (...tools: LiveTool[]): LiveSources => ({
  tools: async (scopes) => (scopes.includes('channel:trading') ? tools : []),
  close: async () => {},
});
const rest = { established: [], missing: ['the price now'], guess: '', queries: [], calculations: [] };
const auto = (request: StubRequest) =>
  Number.isNaN(numberOf(request, '41.20'))
    ? { ...written('The price now is not stated.', ''), ...rest }
    : {
        ...writtenFrom(
          request,
          ['Nordhavn trades at 41.20 euros'],
          'A share of Nordhavn costs 41.20 euros',
          '41.20 euros',
        ),
        ...rest,
      };
const choose =
  (...names: string[]) =>
  () => ({ functionCalls: names.map((name) => ({ name, arguments: { company: 'Nordhavn' } })) });
const hybrid = {
  'predict-attributes': () => ({ domain: 'finance', change: 'real-time' }),
  'propose-calculations': () => ({ calculations: [] }),
  'answer-from-memory': () => ({ reasoning: '', verdict: 'unknown', text: 'I do not know.', shortAnswer: '' }),
  'reason-over-references': (request: StubRequest) => {
    const { text, shortAnswer, citations, verdict } = auto(request);
    return { reasoning: '', falsePremise: false, answerable: verdict === 'answered', text, shortAnswer, citations };
  },
};
const traders = { scopes: ['everyone', 'channel:trading'] };

const open = async (script: object, live: LiveSources) => {
  const opened = await openAgent(PAGES, script as never, { live });
  close = opened.stub.close;
  return opened;
};

describe.each(['auto', 'hybrid'])('%s with live sources', (strategy) => {
  const script = (...names: string[]) => ({ ...hybrid, 'answer-attempt': auto, 'choose-functions': choose(...names) });

  it('asks them if the pages lack the answer, and cites their answers', async () => {
    const { ask } = await open(script('exchange__share_price'), sources(price));
    const { answer } = await ask(QUESTION, { strategy, ...traders });
    expect(answer).toMatchObject({
      verdict: 'answered',
      shortAnswer: '41.20 euros',
      citations: [
        {
          documentId: 'live:exchange: share_price',
          title: 'exchange: share_price',
          quote: 'Nordhavn trades at 41.20 euros',
        },
      ],
    });
    expect(answer.trace).toContainEqual(
      expect.objectContaining({ kind: 'tool', name: 'exchange__share_price', node: 'ask-live' }),
    );
  });

  it('shows the model what was asked, also where an argument has parts', async () => {
    const nested: LiveTool = {
      ...price,
      tool: tool(async () => 'Nordhavn trades at 41.20 euros.', {
        name: 'exchange__share_price',
        description: 'The price of a share at this moment.',
        schema: z.object({ share: z.object({ company: z.string() }) }),
      }),
    };
    const choice = { name: 'exchange__share_price', arguments: { share: { company: 'Nordhavn' } } };
    const { ask, stub } = await open(
      { ...script(), 'choose-functions': () => ({ functionCalls: [choice] }) },
      sources(nested),
    );
    await ask(QUESTION, { strategy, ...traders });
    const shown = stub.requests.map(({ user }) => user).join('\n');
    expect(shown).toContain('{"company":"Nordhavn"}');
    expect(shown).not.toContain('[object Object]');
  });

  it('does not ask a source outside the asker’s scopes', async () => {
    const { ask, stub } = await open(script('exchange__share_price'), sources(price));
    const { answer } = await ask(QUESTION, { strategy });
    expect(answer.verdict).toBe('unknown');
    expect(stub.requests.map(({ task }) => task)).not.toContain('choose-functions');
  });

  it('goes on if one tool fails, and calls none that was not offered', async () => {
    const { ask } = await open(
      script('exchange__broken', 'exchange__sell', 'exchange__share_price'),
      sources(broken, price),
    );
    const { answer } = await ask(QUESTION, { strategy, ...traders });
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: '41.20 euros' });
    expect(answer.trace.some(({ name }) => name === 'exchange__sell')).toBe(false);
  });

  it('skips a failed source with a notice, even if it is the only one', async () => {
    const { ask } = await open(script('exchange__broken'), sources(broken));
    const { answer } = await ask(QUESTION, { strategy, ...traders });
    expect(answer).toMatchObject({ verdict: 'unknown', mode: 'model' });
    expect(answer.notices).toEqual(['The live source exchange: broken could not answer; this answer goes without it.']);
    expect(answer.trace.find(({ name }) => name === 'exchange__broken')?.data).toMatchObject({ failed: {} });
  });

  const NO_FUNCTIONS: [string, StubReply, string][] = [
    ['refuses functions', { status: 400, message: 'Tool calling is not enabled.' }, 'functions-refused'],
    [
      'refuses them as OpenRouter does',
      { status: 404, message: 'No endpoints found that support tool use.' },
      'functions-refused',
    ],
    [
      'refuses them as llama.cpp does',
      { status: 500, message: 'tools param requires --jinja flag' },
      'functions-refused',
    ],
    ['ignores functions', { text: 'I would look at the exchange.' }, 'functions-ignored'],
  ];
  it.each(NO_FUNCTIONS)(
    'chooses by structured output where the provider %s, from then on at once',
    async (_, reply, noted) => {
      const chosen = [{ name: 'exchange__share_price', arguments: '{"company":"Nordhavn"}' }];
      const { ask, stub } = await open(
        {
          ...script(),
          'choose-functions': ({ body }: StubRequest) => (body.tools === undefined ? { calls: chosen } : reply),
        },
        sources(price),
      );
      for (const times of [1, 0]) {
        const { answer } = await ask(QUESTION, { strategy, ...traders });
        expect(answer).toMatchObject({ verdict: 'answered', mode: 'model', shortAnswer: '41.20 euros' });
        expect(answer.trace.filter(({ name }) => name === noted)).toHaveLength(times);
      }
      expect(stub.requests.filter(({ body }) => body.tools)).toHaveLength(1);
    },
  );

  it('takes a choice of none at its word once the model has called a function', async () => {
    let asked = 0;
    const { ask, stub } = await open(
      {
        ...script(),
        'choose-functions': () => {
          asked += 1;
          return asked === 1 ? choose('exchange__share_price')() : { text: 'None helps.' };
        },
      },
      sources(price),
    );
    await ask(QUESTION, { strategy, ...traders });
    await ask(QUESTION, { strategy, ...traders });
    const choices = stub.requests.filter(({ system }) => system.startsWith('Task: choose-functions'));
    expect(choices.map(({ body }) => body.tools !== undefined)).toEqual([true, true]);
  });

  it('does not treat a server’s timeout as a cancellation', async () => {
    const slow = liveTool('slow', async () => {
      throw new DOMException('The operation was aborted due to timeout', 'AbortError');
    });
    const { ask } = await open(script('exchange__slow', 'exchange__share_price'), sources(slow, price));
    expect((await ask(QUESTION, { strategy, ...traders })).answer).toMatchObject({ shortAnswer: '41.20 euros' });
  });

  it('answers "unknown" if they return nothing', async () => {
    const { ask } = await open(script(), sources(price));
    const { answer } = await ask(QUESTION, { strategy, ...traders });
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '' });
  });
});

it('hybrid shows older pages beside a live source’s answer, and none without one', async () => {
  const shown = async (...names: string[]) => {
    const { ask, stub } = await open({ ...hybrid, 'choose-functions': choose(...names) }, sources(price));
    await ask(QUESTION, { strategy: 'hybrid', ...traders });
    const prompts = stub.requests.filter(({ task }) => task === 'reason-over-references').map(({ user }) => user);
    await stub.close();
    return prompts.join('\n');
  };
  expect(await shown('exchange__share_price')).toContain('12 euros in 2019');
  expect(await shown()).toBe('');
});
