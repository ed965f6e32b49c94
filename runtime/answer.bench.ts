import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStubServer } from '../agent/testing/stub-server.ts';
import { quantile, timed } from '../bench/bench.ts';
import { readSettings } from '../core/settings.ts';
import { sampleHandbook } from '../samples/index.ts';
import { openParley } from './open.ts';

export const about =
  "a cold `ask` as a whole process, a quoted answer, and Parley's own share of one beside a model that takes no time";

const questions = [
  'How many weeks of parental leave do I get?',
  'Who is the site lead in Porto?',
  'What is the hotel limit in Portugal?',
  'Who founded the company?',
  'When is the next gathering?',
];
const COLD_RUNS = 7;
const WARM_ROUNDS = 40;

export const run = async (): Promise<void> => {
  const data = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
  const bare = { PATH: process.env.PATH, HOME: process.env.HOME, PARLEY_DATA: data };
  const parley = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { env: bare, encoding: 'utf8' });
  try {
    parley('ingest', sampleHandbook);
    const cold = await timed(
      Array.from({ length: COLD_RUNS }, () => questions[0]!),
      (question) => {
        const { status, stderr } = parley('ask', question, '--json');
        if (status !== 0) throw new Error(stderr);
      },
    );
    const empty = await timed(Array.from({ length: COLD_RUNS }), () => spawnSync(process.execPath, ['-e', '']));
    line(
      'cold ask --json, quoting: whole process',
      `${ms(quantile(cold, 0.5))} median, ${ms(Math.max(...cold))} at most`,
      'under 1 s',
    );
    line('  beside an empty Node process', ms(quantile(empty, 0.5)), '');

    // The stub answers immediately with a cited sentence of its first source, so that only Parley's own work is measured.
    const stub = await startStubServer(({ user }) => {
      const [, quote = ''] = /^\[1\][^\n]*\n(?:[^\n]*\n)*? {2}(\w[^\n]{20,80})/m.exec(user) ?? [];
      const citations = [{ n: 1, quote }];
      return {
        json: { reasoning: '', verdict: 'answered', text: `${quote} [1].`, shortAnswer: quote, citations, missing: [] },
      };
    });
    const settings = readSettings({
      PARLEY_DATA: data,
      PARLEY_MODEL: 'openai:stub',
      PARLEY_MODEL_BASE_URL: stub.url,
      PARLEY_MODEL_API_KEY: 'k',
      PARLEY_LOG: 'error',
    });
    const opened = await openParley({ settings });
    const asked = Array.from({ length: WARM_ROUNDS }, () => questions).flat();
    const body = JSON.stringify({ model: 'stub', messages: [{ role: 'user', content: 'x'.repeat(4000) }] });
    const ask = (question: string) =>
      opened.agent.answer({ text: question, scopes: ['everyone'], strategy: 'vanilla' });
    const first = await ask(questions[0]!);
    if (first.mode !== 'model') throw new Error(`the stub was not understood: ${first.notices}`);
    const quoted = await timed(asked, (question) =>
      opened.agent.answer({ text: question, scopes: ['everyone'], strategy: 'quote' }),
    );
    line(
      'quoting, in a process that runs',
      `${ms(quantile(quoted, 0.5))} p50, ${ms(quantile(quoted, 0.95))} p95`,
      'p95 within 100 ms',
    );
    const whole = await timed(asked, ask);
    const wire = await timed(asked, async () => {
      const reply = await fetch(`${stub.url}/chat/completions`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      await reply.text();
    });
    line(
      "vanilla, a model that takes no time: Parley's own share",
      `${ms(quantile(whole, 0.5))} p50, ${ms(quantile(whole, 0.95))} p95`,
      'p50 within 30 ms',
    );
    line('  of which one bare HTTP call to the same stub', ms(quantile(wire, 0.5)), '');
    await opened.close();
    await stub.close();
  } finally {
    await rm(data, { recursive: true });
  }
};

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const line = (what: string, figure: string, goal: string): void =>
  console.log(`${what.padEnd(58)} ${figure.padEnd(38)} ${goal && `(to reach: ${goal})`}`);
