import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMs } from '../../bench/bench.ts';
import { silentLog } from '../../core/log.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { createConversations } from '../conversation/conversations.ts';
import { answerOf } from '../conversation/testing/scripted-agent.ts';
import { defaultLimits, type Limits } from '../conversation/waiting-line.ts';
import { createLiveTurns } from './live-turns.ts';

export const about = '3,000 people ask at once: how many wait, how many are refused, memory and CPU';

const QUESTIONS = 3000;

const megabytes = () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return `${Math.round(rss / 1e6)} MB resident, ${Math.round(heapUsed / 1e6)} MB heap`;
};

/** Lets QUESTIONS new people ask at the same time, and answers only after everybody has asked. */
const measure = async (name: string, limits: Limits) => {
  const data = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const stores = openEmbedded(path.join(data, 'parley.db'));
  const gate = Promise.withResolvers<void>();
  const agent = {
    strategies: ['none'],
    answer: async ({ text }: { text: string }) => {
      await gate.promise;
      return answerOf(text);
    },
  };
  const conversations = createConversations({ agent, store: stores.conversations, limits });
  const live = createLiveTurns(conversations, silentLog);

  console.log(`${name}\n  before                ${megabytes()}`);
  const asked = cpuMs();
  const firsts = await Promise.all(
    Array.from({ length: QUESTIONS }, (_, i) =>
      live.start({
        eventId: `web:${i}`,
        conversationId: `web:thread-${i}`,
        platform: 'web',
        askerId: `web:person-${i}`,
        workspace: 'web',
        address: `10.0.${i >> 8}.${i & 255}`,
        text: 'What is the hotel limit per night in Spain?',
        scopes: ['everyone'],
      }),
    ),
  );
  const accepted = firsts.filter(({ type }) => type === 'accepted').length;
  const drained = cpuMs();
  console.log(`  while everybody waits ${megabytes()}`);
  console.log(
    `  accepted ${accepted}, refused ${QUESTIONS - accepted}, CPU ${((drained - asked) / 1000).toFixed(1)} s`,
  );
  gate.resolve();
  await live.idle();
  const rest = cpuMs() - drained;
  console.log(`  answering them: CPU ${(rest / 1000).toFixed(1)} s`);
  console.log(`  after                 ${megabytes()}`);
  await stores.close();
  await rm(data, { recursive: true, force: true });
};

/** Runs with the default limits, and then without limits, which shows the cost of maintaining a long waiting line. */
export const run = async (): Promise<void> => {
  await measure('default bounds', defaultLimits);
  const none = Number.POSITIVE_INFINITY;
  await measure('no bounds', { ...defaultLimits, maxWaiting: none, maxWaitingPerAddress: none, maxExpectedMs: none });
};
