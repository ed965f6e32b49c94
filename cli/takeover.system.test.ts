import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askInSlack } from '../bench/kills/askers.ts';
import { FAKE_CLIENT } from '../bots/slack/fake/install.ts';
import { openSlackWorld } from '../bots/slack/testing/harness.ts';
import { readSettings } from '../core/settings.ts';
import { openWorldRun, type WorldRun } from '../evals/run/world-run.ts';
import { listWorkers } from '../runtime/jobs/presence.ts';
import { openParley } from '../runtime/open.ts';
import type { Parley } from '../runtime/parley.ts';
import { missing, type TestStores, testStores } from '../stores/testing/test-stores.ts';
import { startParley } from './testing/start-parley.ts';

const reason = missing(['POSTGRES_URL']);

/** A separate model endpoint per worker, which counts the worker's calls. `onCall` may delay a call. */
const openModelDoor = async (model: string) => {
  const door = {
    calls: 0,
    onCall: undefined as ((call: number) => Promise<void> | undefined) | undefined,
    url: '',
    close: () => {},
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    door.calls += 1;
    await door.onCall?.(door.calls);
    const answer = await fetch(`${model}${request.url!.replace(/^\/v1/, '')}`, {
      method: request.method,
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  door.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  door.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return door;
};

if (reason) describe('processes that die', () => it.skip(`skipped: ${reason}`, () => {}));
else
  describe('processes that die', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-takeover-'));
    const children: ChildProcess[] = [];
    let place: TestStores;
    let world: WorldRun;
    let parley: Parley;
    let question: string;

    beforeAll(async () => {
      place = testStores(['POSTGRES_URL']);
      const settings = { ...readSettings({}), ...place.settings };
      world = await openWorldRun({ seed: 7, size: 80, triples: 1 }, { folder, count: 60, settings });
      parley = await openParley({ settings: world.settings });
      await parley.ingest(world.corpus, { source: 'world' });
      question = readFileSync(world.questions, 'utf8')
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row) as { kind: string; question: string })
        .find(({ kind }) => kind.startsWith('bridge'))!.question;
    });
    afterAll(async () => {
      for (const child of children) child.kill('SIGKILL');
      await parley.close();
      await world.close();
      await place.dispose();
    });

    const start = async (only: string, says: RegExp, modelUrl: string, more: Record<string, string> = {}) => {
      const { POSTGRES_URL, PARLEY_NAMESPACE } = place.settings;
      const settings = {
        POSTGRES_URL,
        PARLEY_NAMESPACE,
        PARLEY_DATA: join(folder, `data-${children.length}`),
        PORT: '0',
        PARLEY_LOG: 'info',
        PARLEY_MODEL: 'openai:simulated',
        PARLEY_MODEL_BASE_URL: modelUrl,
        PARLEY_MODEL_API_KEY: 'simulated',
        ...more,
      };
      return startParley(only, settings, { cwd: folder, says, onSpawn: (child) => void children.push(child) });
    };

    it('another worker goes on with a question from the last finished node, and one answer comes', async () => {
      const whole = await parley.ask(question, { strategy: 'par', scopes: ['everyone'] });
      const model = world.settings.PARLEY_MODEL_BASE_URL!;
      const doors = [await openModelDoor(model), await openModelDoor(model), await openModelDoor(model)];
      const [front, ...workers] = await Promise.all([
        start('web', /Parley is at/, doors[2]!.url),
        start('worker', /works on jobs/, doors[0]!.url),
        start('worker', /works on jobs/, doors[1]!.url),
      ]);
      const died = Promise.withResolvers<number>();
      const lastCall = whole.usage.calls;
      for (const [at, door] of doors.slice(0, 2).entries())
        door.onCall = (call) => {
          if (call < lastCall) return undefined;
          if (!workers[1 - at]!.child.killed) {
            workers[at]!.child.kill('SIGKILL');
            died.resolve(at);
            return new Promise(() => {});
          }
          return undefined;
        };
      const url = /Parley is at (\S+)/.exec(front!.heard.out)![1]!;
      const answered = await fetch(`${url}/api/v1/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, strategy: 'par' }),
      });
      const body = (await answered.json()) as { turnId: string; answer: { text: string; usage: { calls: number } } };
      expect(answered.status, JSON.stringify(body)).toBe(200);
      const dead = await died.promise;
      expect(body.answer.text).toBe(whole.text);
      // The second worker repeated the call during which the first died, and later calls, but no finished ones.
      expect(doors[dead]!.calls).toBe(lastCall);
      expect(doors[1 - dead]!.calls).toBeLessThan(lastCall);
      expect(doors[2]!.calls).toBe(0);
      expect(body.answer.usage.calls).toBeGreaterThanOrEqual(lastCall);
      expect(workers[1 - dead]!.heard.log).toContain('goes on from the last node');

      const turns = [];
      for await (const turn of parley.stores.conversations.allTurns()) turns.push(turn);
      expect(turns.map(({ status }) => status)).toEqual(['done']);
      expect((await parley.stores.jobs.depth()).filter(({ kind }) => kind === 'question')).toEqual([]);
      for (const door of doors) door.close();
    });

    it('a worker that stands still is taken over, and doubles nothing when it goes on', async () => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      const doors = await Promise.all(
        Array.from({ length: 3 }, () => openModelDoor(world.settings.PARLEY_MODEL_BASE_URL!)),
      );
      const [front, ...workers] = await Promise.all([
        start('web', /Parley is at/, doors[2]!.url),
        start('worker', /works on jobs/, doors[0]!.url),
        start('worker', /works on jobs/, doors[1]!.url),
      ]);
      // The first worker is stopped (SIGSTOP) during its call, while it holds lease and claim.
      const stopped = Promise.withResolvers<number>();
      const goOn = Promise.withResolvers<void>();
      let still: number | undefined;
      for (const [at, door] of doors.slice(0, 2).entries())
        door.onCall = () => {
          if (still !== undefined) return undefined;
          still = at;
          workers[at]!.child.kill('SIGSTOP');
          stopped.resolve(at);
          return goOn.promise;
        };
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const url = /Parley is at (\S+)/.exec(front!.heard.out)![1]!;
      const ask = async () => {
        const body = JSON.stringify({ question, strategy: 'vanilla' });
        const response = await fetch(`${url}/api/v1/ask`, { ...asked, body });
        expect(response.status).toBe(200);
        return (await response.json()) as { turnId: string; answer: { text: string } };
      };
      const first = await ask();
      const at = await stopped.promise;
      expect(doors[1 - at]!.calls).toBeGreaterThan(0);
      const turnOf = async (id: string) => JSON.stringify(await parley.stores.conversations.turn(id));
      const before = await turnOf(first.turnId);
      expect(JSON.parse(before)).toMatchObject({ status: 'done', answer: { text: first.answer.text } });

      // It continues, gets its response, and finishes a question that another worker has taken over.
      const calls = doors[at]!.calls;
      workers[at]!.child.kill('SIGCONT');
      goOn.resolve();
      const { conversations, jobs, keyValues } = parley.stores;
      await expect
        .poll(async () => (await listWorkers(keyValues)).filter(({ alive }) => alive).length, { timeout: 60_000 })
        .toBe(2);
      workers[1 - at]!.child.kill('SIGKILL');
      // It still works: it answers the next question, after anything that it still did with the first.
      expect((await ask()).answer.text).toBe(first.answer.text);
      expect(doors[at]!.calls).toBeGreaterThan(calls);
      expect(await turnOf(first.turnId)).toBe(before);
      const mine = [];
      for await (const turn of conversations.allTurns()) if (turn.question === question) mine.push(turn.status);
      expect(new Set(mine)).toEqual(new Set(['done']));
      expect((await jobs.depth()).filter(({ kind }) => kind === 'question')).toEqual([]);
      for (const door of doors) door.close();
    }, 240_000);

    it('a front that stands still is taken over, and doubles nothing when it goes on', async () => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      const door = await openModelDoor(world.settings.PARLEY_MODEL_BASE_URL!);
      const slack = await openSlackWorld();
      const inSlack = {
        SLACK_BOT_TOKEN: 'xoxb-1',
        SLACK_APP_TOKEN: FAKE_CLIENT.appToken,
        SLACK_API_URL: slack.apiUrl,
      };
      const startFront = () => start('web,slack', /Parley is in Slack/, door.url, inSlack);
      const [still] = await Promise.all([startFront(), start('worker', /works on jobs/, door.url)]);
      // The front is stopped (SIGSTOP) while it waits for its worker. It holds the claim, and its reply has begun.
      door.onCall = async () => {
        door.onCall = undefined;
        still!.child.kill('SIGSTOP');
      };
      const ask = () => askInSlack(slack, question, { user: 'UANN', channel: 'CGENERAL', times: 1 });
      const first = await ask();
      const complete = () => first.look().complete;
      await expect.poll(() => door.onCall).toBeUndefined();
      const other = await startFront();
      await expect.poll(() => complete().length, { timeout: 120_000 }).toBe(1);
      expect(other.heard.log).toContain('took a question over');
      const before = complete();

      // It goes on, alone: it answers the next question, after anything that it still did with the first.
      still!.child.kill('SIGCONT');
      other.child.kill('SIGKILL');
      const second = await ask();
      await expect.poll(() => second.look().complete.length, { timeout: 120_000 }).toBe(1);
      expect(first.look()).toEqual({ complete: before, incomplete: 0 });
      const turns = [];
      for await (const turn of parley.stores.conversations.allTurns())
        if (turn.eventId.includes(first.id) || turn.eventId.includes(second.id)) turns.push(turn.status);
      expect(turns).toEqual(['done', 'done']);
      for (const child of children.splice(0)) child.kill('SIGKILL');
      await slack.close();
      door.close();
    }, 300_000);

    it('a front without any worker answers by itself', async () => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      const door = await openModelDoor(world.settings.PARLEY_MODEL_BASE_URL!);
      const front = await start('web', /Parley is at/, door.url);
      const url = /Parley is at (\S+)/.exec(front.heard.out)![1]!;
      const answered = await fetch(`${url}/api/v1/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, strategy: 'vanilla' }),
      });
      expect(answered.status).toBe(200);
      expect(door.calls).toBeGreaterThan(0);
      expect(front.heard.log).toContain('no worker is there');
      door.close();
    });
  });
