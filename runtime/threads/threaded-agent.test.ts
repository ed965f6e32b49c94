import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent, AgentEvent } from '../../agent/agent.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../open.ts';
import type { Parley } from '../parley.ts';
import { agentOnThreads, createThreadedAgent } from './threaded-agent.ts';

const LOANS = 'A loan of a boat ends on the third day at noon. Whoever is late pays 12 euros a day.';
const SAILS = 'Sails are dried in the loft before they are folded. The loft is open from 8:00 to 19:30.';
const QUESTIONS = ['What does a late boat cost a day?', 'When is the loft open?', 'Who mends the sails?', 'hello'];
const scopes = ['everyone'];

describe('answers by threads', () => {
  let folder: string;
  let parley: Parley;
  const settingsOf = (data: string) => readSettings({ PARLEY_DATA: data, PARLEY_LOG: 'silent', PARLEY_THREADS: '2' });
  /** An answer without what differs from one time to the next. */
  const askedOf = async (agent: Agent, text: string) => {
    const events: AgentEvent['type'][] = [];
    const { usage: _, trace: __, ...answer } = await agent.answer({ text, scopes }, ({ type }) => events.push(type));
    return { answer: { ...answer, id: '' }, events };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-threads-'));
    await mkdir(join(folder, 'pages'));
    await writeFile(join(folder, 'pages', 'loans.md'), `# Loans\n\n${LOANS}\n`);
    await writeFile(join(folder, 'pages', 'sails.md'), `# Sails\n\n${SAILS}\n`);
    parley = await openParley({ settings: settingsOf(join(folder, 'data')), log: silentLog });
    await parley.ingest([join(folder, 'pages')], { source: 'club' });
  });
  afterAll(async () => {
    await parley.close();
  });

  it('are the same as without them, with the same events, also side by side', async () => {
    const threaded = agentOnThreads(parley);
    expect(threaded.agent).not.toBe(parley.agent);
    const theirs = await Promise.all(QUESTIONS.map((text) => askedOf(threaded.agent, text)));
    const own: unknown[] = [];
    for (const text of QUESTIONS) own.push(await askedOf(parley.agent, text));
    expect(theirs).toEqual(own);
    expect(theirs[0]?.answer.text).toContain('12 euros');
    await threaded.close();
  });

  it('are only those by quoting where a model is set', async () => {
    const settings = readSettings({
      PARLEY_DATA: join(folder, 'data'),
      PARLEY_LOG: 'silent',
      PARLEY_THREADS: '1',
      PARLEY_MODEL: 'openai:any',
      PARLEY_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
      PARLEY_MODEL_API_KEY: 'none',
    });
    const withModel = await openParley({ settings, log: silentLog });
    const here: string[] = [];
    const agent: Agent = {
      ...withModel.agent,
      answer: (question, onEvent) => {
        here.push(question.text);
        return withModel.agent.answer(question, onEvent);
      },
    };
    const threaded = agentOnThreads({ ...withModel, agent });
    const quoted = await threaded.agent.answer({ text: 'When is the loft open?', scopes, strategy: 'quote' });
    expect(quoted).toMatchObject({ mode: 'quote', text: expect.stringContaining('19:30') });
    expect(quoted.notices).toBeUndefined();
    expect(here).toEqual([]);
    await threaded.agent.answer({ text: 'hello', scopes });
    expect(here).toEqual(['hello']);
    await threaded.close();
    await withModel.close();
  });

  it('see what was ingested since', async () => {
    const threaded = agentOnThreads(parley);
    expect((await askedOf(threaded.agent, 'What does a locker cost?')).answer.verdict).toBe('unknown');
    await writeFile(join(folder, 'pages', 'lockers.md'), '# Lockers\n\nA locker costs 30 euros a year.\n');
    await parley.ingest([join(folder, 'pages')], { source: 'club' });
    expect((await askedOf(threaded.agent, 'What does a locker cost?')).answer.text).toContain('30 euros');
    await threaded.close();
  });

  it('end with their asker', async () => {
    const threaded = agentOnThreads(parley);
    const asker = new AbortController();
    const answer = threaded.agent.answer({ text: 'When is the loft open?', scopes, signal: asker.signal });
    asker.abort();
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(
      threaded.agent.answer({ text: 'When is the loft open?', scopes, signal: asker.signal }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    await threaded.close();
  });

  it('come from this thread when another one ended, and from a new one afterwards', async () => {
    const logged: unknown[] = [];
    const log = { ...silentLog, error: (...line: unknown[]) => void logged.push(line) } as typeof silentLog;
    const { agent, settings } = parley;
    const threaded = createThreadedAgent({ agent, settings, threads: 1, log });
    const before = threaded.agent.answer({ text: 'When is the loft open?', scopes });
    await threaded.close();
    expect((await before).text).toContain('19:30');
    expect(logged).toHaveLength(1);
    expect((await threaded.agent.answer({ text: 'When is the loft open?', scopes })).text).toContain('19:30');
    expect(logged).toHaveLength(1);
    await threaded.close();
  });

  it('say with its code why stores cannot be opened', async () => {
    const file = join(folder, 'no-folder');
    await writeFile(file, 'This is a file.');
    const settings = settingsOf(file);
    const threaded = createThreadedAgent({ agent: parley.agent, settings, threads: 1, log: silentLog });
    await expect(threaded.agent.answer({ text: 'When is the loft open?', scopes })).rejects.toMatchObject({
      name: 'ParleyError',
      remedy: expect.stringMatching(/./),
    });
    await threaded.close();
  });
});
