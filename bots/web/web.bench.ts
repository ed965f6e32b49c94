import { createConversations } from '../conversation/conversations.ts';
import { answerOf } from '../conversation/testing/scripted-agent.ts';
import { startWeb } from './start.ts';
import { openSampleWeb } from './testing/sample-web.ts';

export const about =
  'the web chat: 200 people ask at once; time to the first sign and to the answer, and what an answer adds';

const PEOPLE = 200;

const person = async (url: string) => {
  const cookie = (await fetch(`${url}/`)).headers.get('set-cookie')?.split(';')[0] ?? '';
  return async (text: string) => {
    const started = performance.now();
    const asked = await fetch(`${url}/api/v1/conversations/web:${crypto.randomUUID()}/questions`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ eventId: crypto.randomUUID(), text }),
    });
    const { turnId } = (await asked.json()) as { turnId: string };
    const signed = performance.now();
    const events = await (await fetch(`${url}/api/v1/turns/${turnId}/events`, { headers: { cookie } })).text();
    if (!events.includes('"type":"answer"')) throw new Error(`no answer: ${events.slice(-300)}`);
    return { sign: signed - started, answer: performance.now() - started };
  };
};

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]?.toFixed(1) ?? '–';

const report = (name: string, values: readonly number[]) =>
  console.log(`${name.padEnd(44)} p50 ${at(values, 0.5).padStart(7)} ms   p95 ${at(values, 0.95).padStart(7)} ms`);

/** Asks over real HTTP in this process, so the figures include the client's share of the CPU. */
export const run = async (): Promise<void> => {
  const web = await openSampleWeb();
  const everybody = await Promise.all(Array.from({ length: PEOPLE }, () => person(web.url)));
  await everybody[0]?.('What does a Heron H4 cost?');
  const crowd = await Promise.all(everybody.map((ask) => ask('What is the hotel limit per night in Spain?')));
  report(
    `first sign, ${PEOPLE} at once`,
    crowd.map(({ sign }) => sign),
  );
  report(
    `quoted answer, ${PEOPLE} at once`,
    crowd.map(({ answer }) => answer),
  );

  const agent = { strategies: ['none'], answer: async ({ text }: { text: string }) => answerOf(text) };
  const conversations = createConversations({ agent, store: web.parley.stores.conversations });
  const bare = await startWeb({ parley: web.parley, conversations, port: 0 });
  const alone = await person(bare.url);
  const one: number[] = [];
  for (let i = 0; i < 300; i += 1) one.push((await alone('What does a Heron H4 cost?')).answer);
  report('whole answer by an agent that takes no time', one.slice(50));
  console.log(`memory at the end ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  await bare.close();
  await web.close();
};
