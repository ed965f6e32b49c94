import { expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { createDistantAgent } from '../../runtime/jobs/distant-agent.ts';
import { QUESTION } from '../../runtime/jobs/kinds.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { questionChannel, type Stores } from '../../stores/index.ts';
import { crashAtStep } from '../chat/testing/crash-at-step.ts';
import { until } from '../chat/testing/until.ts';
import { scriptedAgent } from '../conversation/testing/scripted-agent.ts';
import { finals, openParley, openSlackWorld, shownText } from './testing/harness.ts';

const ATTEMPTS = 2;
const FIRST_WORDS = 'The answer begins here.';

/** Questions have fewer attempts and no pauses between them. */
const impatient = (stores: Stores): Stores => ({
  ...stores,
  jobs: {
    ...stores.jobs,
    enqueue: (job) =>
      stores.jobs.enqueue({
        ...job,
        kind: { ...job.kind, attempts: ATTEMPTS, backoffSeconds: 0, maxBackoffSeconds: 0 },
      }),
  },
});

/** A front process. Workers answer for it, and this one's agent never does. */
const openFront = (slack: Awaited<ReturnType<typeof openSlackWorld>>, stores: Stores, more: object = {}) =>
  openParley({
    slack,
    stores,
    script: (question, say) =>
      createDistantAgent({ agent: scriptedAgent(async () => ({})), stores, log: silentLog }).answer(question, say),
    staleAfterMs: 120,
    sweepMs: 30,
    ...more,
  });

/** Workers that take each question and are killed after their first words, until `signal` aborts. */
const killedWorkers = async (
  stores: Stores,
  shows: () => boolean,
  died: (dead: boolean) => void,
  signal: AbortSignal,
) => {
  while (!signal.aborted) {
    const [lease] = await stores.jobs.lease(QUESTION, 1);
    if (!lease) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      continue;
    }
    const words = { attempt: lease.attempt, event: { type: 'token', text: `${FIRST_WORDS}\n\nAnd` } };
    await stores.relay.send(questionChannel(lease.key), [words]);
    await until(() => shows() || signal.aborted, 'the first words');
    died((await stores.jobs.fail(lease, 'its process fell silent')) === 'dead');
  }
};

/**
 * Asks a question that kills each of its workers, at a front that dies at its n-th step after the dead letter, and has another
 * front go on. @returns whether the first front died
 */
const trial = async (diesAt: number): Promise<boolean> => {
  const slack = await openSlackWorld({ ackWithinMs: 3000 });
  const over = new AbortController();
  const stores = impatient(openEmbedded(':memory:'));
  let letters = 0;
  const mortal = crashAtStep(diesAt, () => letters > 0);
  const first = await openFront(slack, mortal.stores(stores), {
    fetch: (url: string, init: RequestInit) => mortal.step(() => fetch(url, init)),
  });
  const { ts } = await slack.say({ channel: 'CGENERAL', user: 'UANN', text: '<@UBOTT1> what kills a worker?' });
  const replies = () => slack.replies('CGENERAL', ts).filter(({ ephemeralTo }) => ephemeralTo === undefined);
  const shows = () => letters > 0 || replies().some((reply) => shownText(reply).includes(FIRST_WORDS));
  const workers = killedWorkers(
    stores,
    shows,
    (dead) => {
      if (dead) letters += 1;
    },
    over.signal,
  );
  await until(
    () => mortal.dead || (finals(replies()).length > 0 && first.handle.running === 0),
    'the end of the first',
  );
  const second = await openFront(slack, stores);
  const isOpen = async () => (await stores.keyValues.list('slack-open', { limit: 1 })).length > 0;
  await until(async () => finals(replies()).length > 0 && !(await isOpen()), `a final reply after dying at ${diesAt}`);
  await second.idle();

  expect(letters).toBeGreaterThan(0);
  expect(replies().map(shownText), `dying at step ${diesAt}`).toEqual([
    expect.stringContaining('Something went wrong inside Parley.'),
  ]);
  expect(finals(replies())).toHaveLength(1);
  const turns = [];
  for await (const { status } of stores.conversations.allTurns()) turns.push(status);
  expect(turns).toEqual(['failed']);
  over.abort();
  await workers;
  void first.close();
  await second.close();
  await slack.close();
  return mortal.dead;
};

it('a question that kills all of its workers ends in one final reply', async () => {
  expect(await trial(Number.POSITIVE_INFINITY)).toBe(false);
});

it('also when the front dies at any step after the dead letter', async () => {
  const steps = Array.from({ length: 16 }, (_, at) => at + 1);
  const died = await Promise.all(steps.map(trial));
  // A front that is to die later than its last step outlives the question.
  expect(died.filter(Boolean).length).toBeGreaterThan(8);
});
