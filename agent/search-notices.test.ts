import { expect, it, onTestFinished } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { createRetriever } from '../retrieval/index.ts';
import { openAgent, stepFrom, TWO_HOPS, writtenFrom } from './testing/open-agent.ts';
import { openWorld } from './testing/small-world.ts';
import type { StubRequest } from './testing/stub-server.ts';

const FOUNDED = 'She founded the company Norrfilm';
const STUDIO = 'Its studio stands in the city of Umeå';
const queries = ['Which company did Ada Lindqvist found?', 'In which city does Norrfilm have its studio?'];
const inBoth = (request: StubRequest) => writtenFrom(request, [FOUNDED, STUDIO], 'Her Norrfilm is in Umeå', 'Umeå');
const script = {
  'next-query': ({ nth }: StubRequest) => ({ done: nth >= queries.length, query: queries[nth] ?? '' }),
  'answer-step': (request: StubRequest) =>
    request.user.includes(`\nQuestion: ${queries[0]}`)
      ? stepFrom(request, FOUNDED, 'She founded Norrfilm', 'Norrfilm')
      : stepFrom(request, STUDIO, 'Its studio stands in Umeå', 'Umeå'),
  conclude: inBoth,
};

/** Pages with vectors, and an encoder that is unreachable. */
const withEncoderDown = async (tasks: Parameters<typeof openAgent>[1]) => {
  const { stores } = await openWorld(TWO_HOPS);
  const encoder = {
    name: 'acme:down',
    embed: () => Promise.reject(new ParleyError('ENCODER_UNAVAILABLE', { message: 'Acme is down.', remedy: 'Wait.' })),
  };
  await stores.vectors.open({ encoder: encoder.name, dimensions: 2 });
  const vector = Float32Array.of(1, 0);
  await stores.vectors.put([{ passageId: 'ada#0', documentId: 'ada', scopes: ['everyone'], vector }]);
  const retriever = createRetriever({ stores, encoder, log: silentLog });
  const opened = await openAgent(TWO_HOPS, tasks, { stores, retriever });
  onTestFinished(async () => {
    await opened.stub.close();
    await stores.close();
  });
  return opened.ask;
};
const NOTICE = 'Acme is down. This search went by words and links.';
const question = 'In which city does the company that Ada Lindqvist founded have its studio?';

it('an answer with several searches has one notice that they used words only', async () => {
  const ask = await withEncoderDown(script);
  const { answer } = await ask(question, { strategy: 'iterdrag' });
  expect(answer).toMatchObject({ mode: 'model', shortAnswer: 'Umeå', notices: [NOTICE] });
});

it('a quoted answer has the same notice', async () => {
  const ask = await withEncoderDown({
    ...script,
    'answer-step': () => ({ status: 503 }),
    conclude: () => ({ status: 503 }),
  });
  const { answer } = await ask(question, { strategy: 'iterdrag' });
  expect(answer.mode).toBe('quote');
  expect(answer.notices?.filter((notice) => notice === NOTICE)).toHaveLength(1);
});
