import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSlackWorld } from '../../bots/slack/testing/harness.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { seededIntegers } from '../../evals/metrics/random.ts';
import { openWorldRun } from '../../evals/run/world-run.ts';
import { SYNC } from '../../runtime/jobs/kinds.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { TestStores } from '../../stores/testing/test-stores.ts';
import { type Asked, askInSlack, askOnPage } from './askers.ts';
import { type Member, startFleet } from './fleet.ts';

/** One kill -9, as it happened. */
export interface Kill {
  /** Counted from 1. */
  n: number;
  name: string;
  /** Whether it was still starting. */
  starting: boolean;
  /** Whether another process was killed in the same moment. */
  together: boolean;
  /** Questions that waited for their answer, and those answered so far. */
  open: number;
  answered: number;
}

export interface KillOptions {
  /** Kills in all. Every third time two processes die in the same moment. */
  kills: number;
  /** Decides who is killed when, and who asks what. The moments within the processes stay the machine's. */
  seed: number;
  /** The Postgres, with a namespace of its own. */
  place: TestStores;
  onKill?(kill: Kill): void;
  /** Ends the killing early; what was asked so far is judged all the same. */
  stop?: AbortSignal;
}

/** What was found when everything was calm again. */
export interface KillReport {
  kills: Record<string, number>;
  /** Of these, kills of processes that were still starting. */
  killedStarting: number;
  asked: Record<Asked['where'], number>;
  answered: number;
  /** Slack gave up delivering these: no process was there to acknowledge them. */
  undelivered: number;
  /** Without a complete reply, or with one that stayed incomplete. */
  lost: Asked[];
  answeredTwice: Asked[];
  /** Answered by a failure in words. */
  failed: Asked[];
  /** Turns that the records still call running, and questions counted as asked twice. */
  turnsRunning: number;
  jobs: { handedIn: number; lost: string[]; dead: number; unfinished: number };
  /** Seconds from a question to its complete reply. */
  seconds: number[];
  /** Seconds from a kill to the moment when the process was ready again. */
  back: number[];
  takenOver: number;
  members: readonly Member[];
}

const SOURCES = 3;
/** Mean pauses, in milliseconds. */
const PAUSES = { question: 500, page: 4000 };
/** Questions that wait for their answer at a time: what is measured is loss, on any machine, and not overload. */
const MAX_OPEN = 12;
/**
 * Mean pause between two kills, as a share of what a start takes on this machine: shorter, and nobody would ever be there to
 * answer; so about one kill in six meets a process that is still starting.
 */
const KILL_PAUSE = 0.7;
/** So long nothing may happen before what is left counts as lost: longer than any lease, claim or pause of a retry. */
const CALM_MS = 150_000;
const PEOPLE = 24;

/**
 * Runs two fronts and two workers over one Postgres while people ask in Slack's fake and on the page and pages of sources
 * change, kills any of them (kill -9) again and again, and counts afterwards what became of each question and each job.
 */
export const runKills = async ({ kills, seed, place, onKill, stop }: KillOptions): Promise<KillReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-kills-'));
  const below = seededIntegers(seed);
  const around = (ms: number) => ms * (0.3 + below(1400) / 1000);
  const over = new AbortController();
  const world = await openWorldRun(
    { seed: 7, size: 80 },
    { folder, count: 60, knobs: { latency: 400 }, settings: { ...readSettings({}), ...place.settings } },
  );
  const parley = await openParley({ settings: world.settings, log: silentLog });
  const slack = await openSlackWorld();
  const people = Array.from({ length: PEOPLE }, (_, n) => `UP${n}`);
  for (const id of people) {
    slack.addUser({ id, team: 'T1', name: id.toLowerCase() });
    slack.addChannel({ id: `D${id}`, team: 'T1', kind: 'im', people: [id] });
  }
  for (const id of people) slack.world.channels.get('CGENERAL')?.members.add(id);
  const sources = createSources(parley, join(folder, 'sources'));
  await parley.ingest(world.corpus, { source: 'world' });
  await sources.begin();
  const { POSTGRES_URL, PARLEY_NAMESPACE } = place.settings;
  const fleet = await startFleet(
    {
      POSTGRES_URL,
      PARLEY_NAMESPACE,
      PARLEY_MODEL: world.settings.PARLEY_MODEL,
      PARLEY_MODEL_BASE_URL: world.settings.PARLEY_MODEL_BASE_URL,
      PARLEY_MODEL_API_KEY: world.settings.PARLEY_MODEL_API_KEY,
      PARLEY_SYNC_EVERY: 'off',
      PARLEY_WAITING_PER_ADDRESS: '1000',
      PARLEY_LOG: 'info',
      SLACK_API_URL: slack.apiUrl,
    },
    { cwd: folder },
  );
  try {
    const asked: Promise<Asked>[] = [];
    await fleet.ready();
    const questions = readFileSync(world.questions, 'utf8')
      .trim()
      .split('\n')
      .map((row) => (JSON.parse(row) as { question: string }).question);
    const urls = fleet.members.flatMap(({ url }) => url ?? []);
    const watch = watchReplies();
    const asking = (async () => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        await watch.until(() => watch.open() < MAX_OPEN || over.signal.aborted);
        const question = `${questions[below(questions.length)]}`;
        const user = people[n % people.length]!;
        asked.push(
          below(3) === 0
            ? Promise.resolve(askOnPage(urls, cookieOf(user), question, watch.signal))
            : askInSlack(slack, question, {
                user,
                channel: below(2) === 0 ? 'CGENERAL' : `D${user}`,
                times: below(6) === 0 ? 2 : 1,
              }),
        );
        // An undelivered one waits for nothing.
        void asked.at(-1)!.then((one) => one.undelivered || watch.add(one));
        await sleep(around(PAUSES.question));
      }
    })();
    const changing = (async () => {
      while (!over.signal.aborted) {
        await sources.change(below(SOURCES));
        await sleep(around(PAUSES.page));
      }
    })();
    const killed: Record<string, number> = {};
    let killedStarting = 0;
    const kill = ({ name, state }: Member, n: number, together: boolean): boolean => {
      if (state === 'down' || !fleet.kill(name)) return false;
      const starting = state === 'starting';
      killed[name] = (killed[name] ?? 0) + 1;
      if (starting) killedStarting += 1;
      onKill?.({ n, name, starting, together, open: watch.open(), answered: watch.answered() });
      return true;
    };
    for (let n = 0; n < kills && !stop?.aborted; ) {
      const { members } = fleet;
      await sleep(around(KILL_PAUSE * startMs(members)), undefined, { signal: stop }).catch(() => {});
      if (stop?.aborted) break;
      const first = below(members.length);
      const pair = below(3) === 0;
      if (!kill(members[first]!, n + 1, false)) continue;
      n += 1;
      const second = members[(first + 1 + below(members.length - 1)) % members.length]!;
      if (pair && n < kills && kill(second, n + 1, true)) n += 1;
    }
    over.abort();
    await Promise.all([asking, changing]);
    const all = await Promise.all(asked);
    await fleet.ready();
    await watch.until(() => all.every((one) => one.undelivered || one.look().complete.length > 0), CALM_MS);
    watch.close();
    const left = await sources.settle(CALM_MS);
    // Whoever still believes that a question is theirs has the time to answer it again.
    await sleep(20_000);
    const turns = await turnsOf(parley);
    return {
      kills: killed,
      killedStarting,
      asked: {
        slack: all.filter(({ where }) => where === 'slack').length,
        page: all.filter(({ where }) => where === 'page').length,
      },
      ...judge(all, turns),
      turnsRunning: turns.filter(({ status }) => status === 'running').length,
      jobs: { handedIn: sources.handedIn(), ...left },
      seconds: watch.seconds(),
      back: fleet.members.flatMap(({ back }) => back.slice(1).map((ms) => ms / 1000)),
      takenOver: fleet.members.flatMap(({ log }) => log).filter((line) => /took a job over|taken over/.test(line))
        .length,
      members: fleet.members,
    };
  } finally {
    over.abort();
    await fleet.close();
    await slack.close();
    await parley.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What a start takes, by the latest ones. */
const startMs = (members: readonly Member[]): number => {
  const latest = members.flatMap(({ back }) => back.slice(-2));
  return latest.reduce((sum, ms) => sum + ms, 0) / latest.length;
};

/** A browser's secret of somebody, the same at both fronts. */
const cookieOf = (user: string) => `parley_asker=${user.padEnd(43, 'x')}`;

const turnsOf = async (parley: Parley) => {
  const turns = [];
  for await (const { id, eventId, status } of parley.stores.conversations.allTurns())
    turns.push({ id, eventId, status });
  return turns;
};

/** What is said where no worker or model could answer; an answer that says it does not know is an answer. */
const FAILURE = /^error: |could not answer|went wrong|Something failed/i;

const judge = (asked: readonly Asked[], turns: readonly { eventId: string }[]) => {
  const delivered = asked.filter((one) => !one.undelivered || one.look().complete.length > 0);
  const seen = delivered.map((one) => ({ one, ...one.look() }));
  const events = turns.map(({ eventId }) => eventId);
  const twice = events.filter((id, at) => events.indexOf(id) !== at);
  return {
    undelivered: asked.length - delivered.length,
    answered: seen.filter(({ complete }) => complete.length > 0).length,
    lost: seen.filter(({ complete, incomplete }) => complete.length === 0 || incomplete > 0).map(({ one }) => one),
    answeredTwice: seen
      .filter(({ one, complete }) => complete.length > 1 || twice.some((id) => id.includes(one.id)))
      .map(({ one }) => one),
    failed: seen.filter(({ complete }) => complete.some((text) => FAILURE.test(text))).map(({ one }) => one),
  };
};

/** Notes when each question has its reply. */
const watchReplies = () => {
  const open = new Set<Asked>();
  const seconds: number[] = [];
  const closing = new AbortController();
  const look = () => {
    for (const one of open) {
      if (one.look().complete.length === 0) continue;
      open.delete(one);
      seconds.push((performance.now() - one.askedAt) / 1000);
    }
  };
  const timer = setInterval(look, 100);
  timer.unref();
  return {
    signal: closing.signal,
    add: (one: Asked) => void open.add(one),
    answered: () => seconds.length,
    open: () => open.size,
    seconds: () => seconds,
    /** Waits until something holds, or nothing was answered for `idleMs`. */
    async until(holds: () => boolean, idleMs = Number.POSITIVE_INFINITY) {
      for (let [known, since] = [seconds.length, performance.now()]; !holds(); ) {
        if (performance.now() - since > idleMs) return;
        await sleep(100);
        if (seconds.length > known) [known, since] = [seconds.length, performance.now()];
      }
    },
    close() {
      look();
      closing.abort();
    },
  };
};

/** Folders as sources, whose one page changes; each change is handed in as a job that reads the source again. */
const createSources = ({ stores, ingest }: Parley, folder: string) => {
  const versions: number[] = Array.from({ length: SOURCES }, () => 0);
  let handedIn = 0;
  const idOf = (n: number) => `folder-${n}`;
  const write = (n: number) =>
    writeFileSync(
      join(folder, `${n}`, 'page.md'),
      `# Page ${n}\n\nThe version of page ${n} is version-${versions[n]}-end.\n`,
    );
  const stored = async (n: number): Promise<boolean> => {
    for await (const { document } of stores.documents.hydrate())
      if (document.sourceId === idOf(n) && document.text.includes(`version-${versions[n]}-end`)) return true;
    return false;
  };
  return {
    handedIn: () => handedIn,
    async begin() {
      for (const n of versions.keys()) {
        mkdirSync(join(folder, `${n}`), { recursive: true });
        write(n);
        await ingest([join(folder, `${n}`)], { source: idOf(n) });
      }
    },
    /** Changes a page, unless a job still works on the version before: that one may have read it already. */
    async change(n: number) {
      if ((await stores.jobs.find(SYNC.name, [idOf(n)])).size > 0) return;
      versions[n] = (versions[n] ?? 0) + 1;
      write(n);
      if (await stores.jobs.enqueue({ kind: SYNC, key: idOf(n), data: {} })) handedIn += 1;
    },
    /** Waits for the jobs to end. @returns sources that do not hold their newest page though no job is left */
    async settle(ms: number): Promise<{ lost: string[]; dead: number; unfinished: number }> {
      const end = performance.now() + ms;
      const counted = async () => {
        const depths = await stores.jobs.depth();
        const sum = (of: (depth: (typeof depths)[number]) => number) =>
          depths.reduce((total, one) => total + of(one), 0);
        return { unfinished: sum(({ waiting, running }) => waiting + running), dead: sum(({ dead }) => dead) };
      };
      while ((await counted()).unfinished > 0 && performance.now() < end) await sleep(500);
      const lost: string[] = [];
      for (const n of versions.keys())
        if ((await stores.jobs.find(SYNC.name, [idOf(n)])).size === 0 && !(await stored(n))) lost.push(idOf(n));
      return { lost, ...(await counted()) };
    },
  };
};
