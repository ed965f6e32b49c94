import { afterEach, describe, expect, it } from 'vitest';
import { ParleyError } from '../../../core/errors.ts';
import { statedFacts } from '../../../ingest/knowledge/testing/stated-facts.ts';
import type { Encoder } from '../../../retrieval/encoder/encoder.ts';
import { createAgent } from '../../create-agent.ts';
import { openModels } from '../../model/open-model.ts';
import { numberOf, openAgent } from '../../testing/open-agent.ts';
import type { TestPage } from '../../testing/small-world.ts';
import type { StubReply, StubRequest } from '../../testing/stub-server.ts';
import { attributeSvm } from './attributes/svm.ts';
import { majority } from './attributes.ts';
import { citeFigures } from './reason.ts';

const PAGES: TestPage[] = [
  {
    id: 'sales',
    title: 'Sales',
    text: 'Sales of buoys by office.\n\n| Office | 2024 | 2025 |\n|---|---|---|\n| Bergen | 120 | 150 |\n| Porto | 80 | 130 |',
  },
  { id: 'heron', title: 'Heron', text: 'The Heron buoy was designed by Ana Lopez. It has never been sold in Japan.' },
  { id: 'rate', title: 'Exchange', text: 'The euro stood at 11.4 kroner when this page was written.' },
];

type Script = Record<string, (request: StubRequest) => StubReply | object>;
let close: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await close?.();
});

const defaults: Script = {
  'predict-attributes': () => ({ domain: 'open', change: 'slow' }),
  'propose-calculations': () => ({ calculations: [] }),
  'answer-from-memory': () => ({ reasoning: '', verdict: 'unknown', text: 'I do not know.', shortAnswer: '' }),
  'choose-functions': () => ({ calls: [] }),
};
const conclusion = (text: string, shortAnswer: string, more: object = {}) => ({
  reasoning: '',
  falsePremise: false,
  answerable: shortAnswer !== '',
  text,
  shortAnswer,
  citations: [],
  ...more,
});
const ask = async (
  question: string,
  script: Script,
  prepare?: (opened: Awaited<ReturnType<typeof openAgent>>) => Promise<void>,
) => {
  const opened = await openAgent(PAGES, { ...defaults, ...script });
  close = opened.stub.close;
  await prepare?.(opened);
  return { ...(await opened.ask(question, { strategy: 'hybrid' })), requests: opened.stub.requests };
};
const shown = (requests: StubRequest[], task: string) => requests.findLast((request) => request.task === task)!.user;

describe('hybrid', () => {
  const facts = [{ subject: 'Heron', predicate: 'is built by', object: 'the Porto yard', passageIds: [] }];
  const withGraph = async (opened: Awaited<ReturnType<typeof openAgent>>) => {
    await opened.stores.apply({ put: [statedFacts('kg', facts)] });
  };
  it('calculates what samples propose, and cites the rows of the figures, not the calculation', async () => {
    const { answer, requests } = await ask('How many buoys did Porto sell in both years together?', {
      'propose-calculations': (request) => ({
        calculations: [
          { meaning: 'Porto, both years', expression: '80 + 130', sources: [numberOf(request, '| Porto |')] },
          { meaning: 'nonsense', expression: 'process.exit()', sources: [numberOf(request, '| Porto |')] },
          { meaning: 'of no source', expression: '1 + 1', sources: [99] },
        ],
      }),
      'reason-over-references': (request) => {
        const n = numberOf(request, '80 + 130 = 210');
        return Number.isNaN(n) ? conclusion("I don't know", '') : conclusion(`Porto sold 210 buoys [${n}].`, '210');
      },
    });
    expect(requests.filter(({ task }) => task === 'propose-calculations')).toHaveLength(5);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: '210' });
    expect(answer.citations).toMatchObject([
      { documentId: 'sales', quote: expect.stringContaining('Porto | 80 | 130') },
    ]);
    expect(shown(requests, 'reason-over-references')).not.toContain('1 + 1');
  });

  it('adds tables as separate references', async () => {
    const { requests } = await ask('sales of buoys by office', {
      'reason-over-references': () => conclusion("I don't know", ''),
    });
    expect(requests.length).toBeGreaterThan(0);
    expect(shown(requests, 'reason-over-references')).toMatch(/\(table\)/);
  });

  it('declines a real-time question without a fresh page before further calls', async () => {
    const votes = ['real-time', 'slow', 'real-time'];
    const prompts: string[] = [];
    const { answer, asked } = await ask('What is the euro worth in kroner right now?', {
      'predict-attributes': ({ nth, system }) => {
        prompts.push(system);
        return { domain: 'finance', change: votes[nth]! };
      },
    });
    // Each of the three prompts contains the five demonstrations.
    expect(prompts.map((prompt) => prompt.match(/^Question: /gm)?.length)).toEqual([5, 5, 5]);
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
    expect(new Set(asked)).toEqual(new Set(['predict-attributes']));
  });

  it('answers as likely where one link is unstated and one answer is left, and not where two are', async () => {
    const likely = (candidates: string[]) => ({
      'reason-over-references': (request: StubRequest) =>
        conclusion(`Probably Ana Lopez [${numberOf(request, 'Ana Lopez')}].`, 'Ana Lopez', {
          unconfirmed: ['that its designer drew the logo'],
          candidates,
        }),
    });
    const { answer, requests } = await ask('Who drew the logo of the Heron?', likely(['Ana Lopez']));
    expect(answer).toMatchObject({
      verdict: 'likely',
      shortAnswer: 'Ana Lopez',
      unconfirmed: ['that its designer drew the logo'],
    });
    expect(requests.at(-1)!.system).toContain('It is answerable as likely, with the missing link in `unconfirmed`');
    await close?.();
    const two = await ask('Who drew the logo of the Heron?', likely(['Ana Lopez', 'Bea Ruiz']));
    expect(two.answer).toMatchObject({ verdict: 'unknown', citations: [] });
  });

  it('answers a real-time question from a page of that day, and shows no older one', async () => {
    const opened = await openAgent(
      [
        { id: 'old', title: 'Rates', text: 'One euro is 11.4 kroner.', updatedAt: '2026-02-01T08:00:00Z' },
        { id: 'new', title: 'Rates today', text: 'One euro is 11.9 kroner.', updatedAt: '2026-03-05T06:00:00Z' },
      ],
      {
        ...defaults,
        'predict-attributes': () => ({ domain: 'finance', change: 'real-time' }),
        'reason-over-references': (request) =>
          conclusion(`It is 11.9 kroner [${numberOf(request, '11.9')}].`, '11.9 kroner'),
      },
    );
    close = opened.stub.close;
    const asking = { strategy: 'hybrid', asOf: '2026-03-05T09:00:00Z' };
    const { answer } = await opened.ask('How many kroner is one euro right now?', asking);
    expect(answer).toMatchObject({ verdict: 'answered', citations: [{ documentId: 'new' }] });
    expect(shown(opened.stub.requests, 'reason-over-references')).not.toContain('11.4');
    const later = await opened.ask('How many kroner is one euro right now?', {
      ...asking,
      asOf: '2026-04-01T09:00:00Z',
    });
    expect(later.answer).toMatchObject({ verdict: 'unknown', citations: [] });
  });

  it('asks once for calculations if there is nothing to calculate, and shows a duplicate table once', async () => {
    const [sales] = PAGES;
    const opened = await openAgent([...PAGES, { ...sales!, id: 'copy', title: 'Sales (copy)' }], {
      ...defaults,
      'reason-over-references': () => conclusion("I don't know", ''),
    });
    close = opened.stub.close;
    const { asked } = await opened.ask('sales of buoys by office', { strategy: 'hybrid' });
    expect(asked.filter((task) => task === 'propose-calculations')).toHaveLength(1);
    expect(shown(opened.stub.requests, 'reason-over-references').match(/Bergen \| 120/g)).toHaveLength(1);
  });

  it('offers graph functions only if the graph contains a fact about the question', async () => {
    const script = { 'reason-over-references': () => conclusion("I don't know", '') };
    const empty = await ask('Who builds the Heron?', script);
    expect(empty.asked).not.toContain('choose-functions');
    const elsewhere = await ask('How large is the moon?', script, withGraph);
    expect(elsewhere.asked).not.toContain('choose-functions');
    const near = await ask('Who builds the Heron?', script, withGraph);
    expect(near.asked).toContain('choose-functions');
  });

  it('predicts attributes by the trained classifier without a call, if configured', async () => {
    const opened = await openAgent(PAGES, defaults);
    close = opened.stub.close;
    const { answer, asked } = await opened.ask('What is the share price of the buoy maker right now?', {
      strategy: 'hybrid:attributes=classifier',
    });
    expect(answer.verdict).toBe('unknown');
    expect(asked).toEqual([]);
    expect(answer.trace.find(({ name }) => name === 'attributes')?.data).toMatchObject({
      change: 'real-time',
      by: 'n-grams',
    });
    const wrong = opened.ask('Who?', { strategy: 'hybrid:attributes=guess' });
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_USAGE' });
  });

  it('predicts attributes by the SVM without a call if its encoder is set, and by the model if the encoder is down', async () => {
    const { text, vector } = attributeSvm().probe;
    let isUp = true;
    const encoder: Encoder = {
      name: 'openai:some-service',
      embed: async (texts) => {
        if (!isUp) throw new ParleyError('ENCODER_UNAVAILABLE', { message: 'down', remedy: 'wait' });
        return texts.map(() => vector);
      },
    };
    const opened = await openAgent(
      PAGES,
      { ...defaults, 'reason-over-references': () => conclusion("I don't know", '') },
      { encoder },
    );
    close = opened.stub.close;
    const seen = await opened.ask(text, { strategy: 'hybrid' });
    expect(seen.asked).not.toContain('predict-attributes');
    expect(seen.answer.trace.find(({ name }) => name === 'attributes')?.data).toMatchObject({
      by: 'svm on sentence vectors',
    });
    isUp = false;
    const without = await opened.ask('Who builds the Heron?', { strategy: 'hybrid' });
    expect(without.asked).toContain('predict-attributes');
    expect(without.answer.trace.some(({ name }) => name === 'encoder-unavailable')).toBe(true);
  });

  it('names a false premise', async () => {
    const { answer } = await ask('Why is the Heron buoy so popular in Japan?', {
      'reason-over-references': (request) => {
        const n = numberOf(request, 'never been sold in Japan');
        const citations = [{ n, quote: 'It has never been sold in Japan.' }];
        return conclusion(`The Heron has never been sold in Japan [${n}].`, '', { falsePremise: true, citations });
      },
    });
    expect(answer.verdict).toBe('invalid-premise');
    expect(answer.citations).toMatchObject([{ documentId: 'heron' }]);
  });

  it('shows the model its answer from memory as a reference that is never cited', async () => {
    const { answer, requests } = await ask('Who designed the Heron buoy?', {
      'answer-from-memory': () => ({
        reasoning: '',
        verdict: 'answered',
        text: 'The Heron was designed by Bo Ek.',
        shortAnswer: 'Bo Ek',
      }),
      'reason-over-references': (request) =>
        conclusion(`Bo Ek designed it [${numberOf(request, 'designed by Bo Ek')}].`, 'Bo Ek'),
    });
    expect(shown(requests, 'reason-over-references')).toContain('your own memory, not a source');
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
  });

  it('does not reason over the model’s memory alone', async () => {
    const { answer, asked } = await ask('Quis Zorblaxium condidit?', {
      'answer-from-memory': () => ({ reasoning: '', verdict: 'answered', text: 'Zog did.', shortAnswer: 'Zog' }),
    });
    expect(asked).toContain('answer-from-memory');
    expect(asked).not.toContain('reason-over-references');
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
  });

  it('turns an answer that contains "I don’t know" into exactly that, even with citations', async () => {
    const quote = 'The Heron buoy was designed by Ana Lopez';
    const reasoned = (text: string) => async () => {
      const { answer } = await ask('Who designed the Heron buoy?', {
        'reason-over-references': (request) => {
          const n = numberOf(request, quote);
          return conclusion(`${text} [${n}].`, 'Ana Lopez', { answerable: true, citations: [{ n, quote }] });
        },
      });
      await close?.();
      return answer;
    };
    const says = 'The Heron buoy was designed by Ana Lopez';
    expect(await reasoned(says)()).toMatchObject({ verdict: 'answered', shortAnswer: 'Ana Lopez' });
    expect(await reasoned(`I don't know for sure, but ${says}`)()).toMatchObject({
      verdict: 'unknown',
      text: "I don't know.",
      shortAnswer: '',
      citations: [],
    });
  });

  it('uses the backup summariser if the structured output is unreadable', async () => {
    const { answer, asked } = await ask('Who designed the Heron buoy?', {
      'reason-over-references': () => ({ text: 'no JSON here' }) as StubReply,
      'summarise-references': (request) =>
        ({
          text: `The Heron buoy was designed by Ana Lopez [${numberOf(request, 'designed by Ana Lopez')}].`,
        }) as StubReply,
    });
    expect(asked.filter((task) => task === 'reason-over-references')).toHaveLength(2);
    // The summariser answered; the quoting fallback did not.
    expect(asked).toContain('summarise-references');
    expect(answer).toMatchObject({ verdict: 'answered', citations: [{ documentId: 'heron' }] });
  });

  const fromGraph = (request: StubRequest) => {
    const n = numberOf(request, 'Heron -> is built by -> the Porto yard');
    return Number.isNaN(n)
      ? conclusion("I don't know", '')
      : conclusion(`The Porto yard builds the Heron [${n}].`, 'the Porto yard');
  };

  it('lets the model call functions over the knowledge graph by its own tool calling', async () => {
    const { answer, requests } = await ask(
      'Who builds the Heron?',
      {
        'choose-functions': () =>
          ({
            functionCalls: [
              { name: 'facts_about', arguments: { names: ['Heron'] } },
              { name: 'rm', arguments: {} },
            ],
          }) as StubReply,
        'reason-over-references': fromGraph,
      },
      withGraph,
    );
    const chosen = requests.find(({ task }) => task === 'choose-functions')!;
    expect((chosen.body.tools as { function: { name: string } }[]).map((tool) => tool.function.name)).toEqual([
      'facts_about',
      'connections',
    ]);
    expect(answer).toMatchObject({ shortAnswer: 'the Porto yard', citations: [{ kind: 'path', documentId: 'kg' }] });
  });

  it('asks a model without tool calling for the same by structured output', async () => {
    const opened = await openAgent(PAGES, {
      ...defaults,
      'choose-functions': () => ({ calls: [{ name: 'facts_about', arguments: '{"names": ["Heron"]}' }] }),
      'reason-over-references': fromGraph,
    });
    close = opened.stub.close;
    await withGraph(opened);
    const settings = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: opened.stub.url };
    const agent = createAgent({ ...opened, models: openModels(settings, { functions: false }) });
    const answer = await agent.answer({ text: 'Who builds the Heron?', scopes: ['everyone'], strategy: 'hybrid' });
    expect(answer.shortAnswer).toBe('the Porto yard');
    expect(opened.stub.requests.find(({ task }) => task === 'choose-functions')!.body.tools).toBeUndefined();
  });

  it('uses the other references if one module fails, and says so', async () => {
    const { answer } = await ask('Who designed the Heron buoy?', {
      'answer-from-memory': () => ({ status: 500, message: 'broken' }) as StubReply,
      'reason-over-references': (request) =>
        conclusion(`Ana Lopez designed it [${numberOf(request, 'designed by Ana Lopez')}].`, 'Ana Lopez'),
    });
    expect(answer.shortAnswer).toBe('Ana Lopez');
    expect(answer.notices?.join(' ')).toMatch(/failed/);
  });
});

it('the majority decides; a tie goes to the first', () => {
  expect(majority(['a', 'b', 'b'])).toBe('b');
  expect(majority(['b', 'a'])).toBe('b');
});

it('figures are cited by the line that contains most of them, whatever its thousands separator', () => {
  const references = [
    { n: 2, kind: 'table' as const, documentId: 'd', title: 't', headings: [], text: '| a | 1,200 |\n| b | 7 |' },
  ];
  const cited = citeFigures(
    { reasoning: '', verdict: 'answered', text: 'It is 1300 [3].', shortAnswer: '1300', citations: [] },
    [{ n: 3, expression: '1200 + 100', value: 1300, sources: [2] }],
    references,
  );
  expect(cited).toMatchObject({ text: 'It is 1300 [2].', citations: [{ n: 2, quote: '| a | 1,200 |' }] });
});
