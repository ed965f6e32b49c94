import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OPERATOR } from '../../runtime/access/tokens.ts';
import { createConversations } from '../conversation/conversations.ts';
import { limitsOf } from '../conversation/limits.ts';
import { answerOf } from '../conversation/testing/scripted-agent.ts';
import { startWeb } from '../web/start.ts';
import { openSampleWeb } from '../web/testing/sample-web.ts';

export const about =
  'doors: 200 streams open at once; first byte at the API, OpenAI door and page; memory; 10,000 streams asked for';

const STREAMS = 200;
const ROUNDS = 3;
const WORDS = 40;
/** A model that writes a word every 50 ms, 2 s in all. */
const PAUSE_MS = 50;
const CROWD = 10_000;
const CROWD_CLIENT = fileURLToPath(new URL('crowd.ts', import.meta.url));

const at = (values: readonly number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0);
const report = (name: string, values: readonly number[]) =>
  console.log(
    `${name.padEnd(44)} p50 ${String(at(values, 0.5)).padStart(6)} ms   p95 ${String(at(values, 0.95)).padStart(6)} ms`,
  );
const counted = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
const memory = () => {
  globalThis.gc?.();
  return `${Math.round(process.memoryUsage().rss / 1e6)} MB resident, ${Math.round(process.memoryUsage().heapUsed / 1e6)} MB heap`;
};

/** Reads a stream to its end; returns the time to its first byte of content, in ms. */
const firstByte = async (started: number, response: Response): Promise<number> => {
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const reader = response.body.getReader();
  await reader.read();
  const first = performance.now() - started;
  for (let part = await reader.read(); !part.done; part = await reader.read());
  return first;
};

/** The 200 are asked for by this process, so their figures hold the client's share too; the crowd by one of its own. */
export const run = async (): Promise<void> => {
  const sample = await openSampleWeb();
  const agent = {
    strategies: ['scripted'],
    async answer({ text }: { text: string }, onEvent: (event: { type: 'token'; text: string }) => void = () => {}) {
      for (let word = 0; word < WORDS; word += 1) {
        onEvent({ type: 'token', text: `word${word} ` });
        await sleep(PAUSE_MS);
      }
      return answerOf(text);
    },
  };
  const settings = { ...sample.parley.settings, PARLEY_AT_ONCE: STREAMS, PARLEY_STREAMS: 2 * STREAMS };
  const limits = { ...limitsOf(settings).limits, perPerson: STREAMS, waitingPerPerson: STREAMS, perWorkspace: STREAMS };
  const conversations = createConversations({ agent, store: sample.parley.stores.conversations, limits });
  const web = await startWeb({ parley: { ...sample.parley, settings, agent }, conversations, port: 0 });
  const { text: token } = await sample.parley.tokens.create({ name: 'bench', maker: OPERATOR });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  const listed = await (await fetch(`${web.url}/v1/models`, { headers })).json();
  const model = (listed as { data: { id: string }[] }).data[0]?.id;
  const doors: Record<string, () => Promise<number>> = {
    async page() {
      const started = performance.now();
      const conversation = `${web.url}/api/v1/conversations/web:${crypto.randomUUID()}/questions`;
      const body = JSON.stringify({ eventId: crypto.randomUUID(), text: 'What is the hotel limit?' });
      const asked = await fetch(conversation, { method: 'POST', headers, body });
      const { turnId } = (await asked.json()) as { turnId: string };
      return firstByte(started, await fetch(`${web.url}/api/v1/turns/${turnId}/events`, { headers }));
    },
    async api() {
      const started = performance.now();
      const body = JSON.stringify({ question: 'What is the hotel limit?' });
      return firstByte(started, await fetch(`${web.url}/api/v1/ask/stream`, { method: 'POST', headers, body }));
    },
    async openai() {
      const started = performance.now();
      const messages = [{ role: 'user', content: 'What is the hotel limit?' }];
      const body = JSON.stringify({ model, stream: true, messages });
      return firstByte(started, await fetch(`${web.url}/v1/chat/completions`, { method: 'POST', headers, body }));
    },
  };
  console.log(`before ${memory()}`);
  for (const [name, ask] of Object.entries(doors)) {
    await ask();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const firsts = await Promise.all(Array.from({ length: STREAMS }, ask));
      if (round === 1 || round === ROUNDS) report(`${name}: first byte, ${STREAMS} at once, round ${round}`, firsts);
    }
    console.log(`after ${ROUNDS * STREAMS} streams ${memory()}`);
  }

  const crowd = await promisify(execFile)(process.execPath, [CROWD_CLIENT, web.url, token, String(CROWD)]);
  const { statuses, broken } = JSON.parse(crowd.stdout) as Record<'statuses' | 'broken', Record<string, number>>;
  console.log(`${CROWD} streams asked for at once by one caller: ${counted(statuses)}; ${memory()}`);
  console.log(`connections that broke: ${counted(broken) || 'none'}`);
  await web.close();
  await sample.close();
};
