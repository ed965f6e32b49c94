import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCatchUp } from '../../bots/discord/catch-up.ts';
import { createReadMarks, DIRECT, snowflakeAt } from '../../bots/discord/read-marks.ts';
import { systemClock } from '../../core/clock.ts';
import { silentLog } from '../../core/log.ts';
import { isEnglishWord } from '../../core/text/english-words.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { act } from './acting.ts';
import { checkAllowances } from './invariants/allowances.ts';
import { checkCitations } from './invariants/citations.ts';
import { checkErasures } from './invariants/erasures.ts';
import { checkReplies } from './invariants/replies.ts';
import { checkStores } from './invariants/stores.ts';
import { createJournal } from './journal.ts';
import { createPages } from './pages.ts';
import { createFakeDiscord } from './platforms/fake-discord.ts';
import { createFakeSlack } from './platforms/fake-slack.ts';
import { firstPages, preparedFiles } from './prepared-files.ts';
import type { Simulation, Slot, Violation } from './simulation.ts';
import { start } from './slots.ts';
import type { Story } from './story.ts';
import { takeOverTime, type VirtualTime } from './virtual-time.ts';
import { watchPlatforms } from './watch.ts';
import { GUILD, personNamed, places } from './world.ts';

/** What became of a story. */
export interface Outcome {
  /** The first promise that did not hold, if any. */
  violation?: Violation;
  /** The same for two runs that did the same. */
  fingerprint: string;
  /** Everything that happened, where it was asked for. */
  journal: readonly string[];
  questions: number;
  /** Milliseconds that went by in the story. */
  virtualMs: number;
}

/** Files in memory where the system has such a place: a story opens and ends many connections. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** After the last action everything heals: so long it may take until every question has its reply. */
const CALM_MS = 15 * 60_000;
const CALM_STEP_MS = 15_000;

/** Runs a story from its beginning to the calm after it, and says what was broken. @param keep whether its journal is kept */
export const runStory = async (story: Story, { keep = false }: { keep?: boolean } = {}): Promise<Outcome> => {
  await warmUp();
  return carryOut(story, keep);
};

let warm: Promise<void> | undefined;
/**
 * What the product loads when it is first needed may come to it over a channel that the simulated time does not see, as in
 * tests, and would take real time in a story; so every part is needed once before anything counts.
 */
const warmUp = (): Promise<void> => {
  const ask = { do: 'ask', at: 0, town: 'Lisbon' } as const;
  const actions: Story['actions'] = [
    { ...ask, q: 'q1', person: 'ann', place: 'general' },
    { ...ask, q: 'q2', person: 'dan', place: 'lobby' },
    { ...ask, q: 'q3', person: 'wim', place: 'page' },
    { ...ask, at: 60_000, q: 'q4', person: 'ann', place: 'general', reply: 'q1' },
    { at: 90_000, do: 'forget', page: 'p1' },
    { at: 91_000, do: 'erase', person: 'ann', how: 'command' },
  ];
  warm ??= (async () => {
    await isEnglishWord('harbour');
    for (const model of [true, false]) await carryOut({ seed: 0, processes: 1, apart: model, model, actions }, false);
  })();
  return warm;
};

const carryOut = async (story: Story, keep: boolean): Promise<Outcome> => {
  const folder = mkdtempSync(join(MEMORY, 'parley-simulation-'));
  const records = join(folder, 'parley.db');
  const apart = story.apart ? join(folder, 'servers.db') : undefined;
  const prepared = await preparedFiles(story.apart);
  writeFileSync(records, prepared.records);
  if (apart && prepared.apart) writeFileSync(apart, prepared.apart);
  const time = takeOverTime(story.seed);
  const journal = createJournal(time.steady, keep);
  const violations: Violation[] = [];
  const stored = { records: openEmbedded(records), servers: openEmbedded(apart ?? records) };
  const simulation: Simulation = {
    story,
    time,
    journal,
    pages: createPages(time.steady),
    // A platform's clock is its own: what corrects that of the machine does not move the times in its ids.
    slack: createFakeSlack(time.steady),
    discord: createFakeDiscord(time.steady),
    files: { records, ...(apart && { apart }) },
    stored,
    questions: new Map(),
    slots: Array.from(
      { length: story.processes },
      (_, index): Slot => ({
        index,
        waiting: new Set(),
        starts: 0,
        skewMs: story.skew?.[index] ?? 0,
      }),
    ),
    erasures: [],
    claims: new Map(),
    outages: [],
    poison: new Map(),
    pending: new Set(),
    violated(invariant, what) {
      journal.note(`BROKEN ${invariant}`, what);
      violations.push({ invariant, what });
    },
  };
  const began = time.steady();
  try {
    await prepare(simulation);
    await happen(simulation, violations);
    if (violations.length === 0) await calm(simulation, violations);
    if (violations.length === 0) await judge(simulation);
    return {
      ...(violations[0] && { violation: violations[0] }),
      fingerprint: journal.fingerprint(),
      journal: journal.lines,
      questions: simulation.questions.size,
      virtualMs: time.steady() - began,
    };
  } finally {
    for (const { running, owner } of simulation.slots) {
      if (owner) owner.alive = false;
      running?.cut();
    }
    await Promise.all([stored.records.close(), stored.servers.close()]);
    time.uninstall();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The pages that every story begins with are there already, and each process starts for the first time. */
const prepare = async (simulation: Simulation): Promise<void> => {
  const { pages, time, slots } = simulation;
  for (const { id, state } of firstPages()) pages.begin(id, state)();
  if (simulation.story.once) await knowDiscord(simulation);
  await until(time, Promise.all(slots.map((slot) => start(simulation, slot))));
};

/** Earlier processes have been in Discord: they read everything so far, and know the direct messages. */
const knowDiscord = async ({ stored, time }: Simulation): Promise<void> => {
  const { keyValues } = stored.records;
  const seen = createReadMarks(keyValues);
  for (const place of [GUILD, DIRECT]) seen.from(place, snowflakeAt(time.steady()));
  await seen.keep();
  const client = undefined as never;
  const catchUp = createCatchUp({
    client,
    keyValues,
    seen,
    clock: systemClock,
    log: silentLog,
    receive: async () => {},
  });
  for (const {
    platform,
    open,
    channel,
    people: [name = ''],
  } of places)
    if (platform === 'discord' && !open) await catchUp.knowDirect(channel, personNamed(name).id);
};

const until = async (time: VirtualTime, work: Promise<unknown>): Promise<void> => {
  let over = false;
  const ended = work.finally(() => {
    over = true;
  });
  ended.catch(() => {});
  while (!over) await time.run(50);
  await ended;
};

/** The actions at their times. Nothing more happens once a promise is broken. */
const happen = async (simulation: Simulation, violations: readonly Violation[]): Promise<void> => {
  const { time, story } = simulation;
  let at = 0;
  for (const action of story.actions) {
    await time.run(action.at - at);
    at = action.at;
    if (violations.length > 0) return;
    act(simulation, action);
    watchPlatforms(simulation);
  }
};

/** Everything that broke is whole again, and time goes by until nothing is left to do. */
const calm = async (simulation: Simulation, violations: readonly Violation[]): Promise<void> => {
  const { time, slots, pending, journal, outages } = simulation;
  journal.note('-- calm');
  outages.splice(0);
  for (const { wire } of slots) {
    wire?.clear();
    wire?.dieAt({ calls: Number.MAX_SAFE_INTEGER, when: 'before', happens: () => {} });
  }
  for (let ms = 0; ms < CALM_MS; ms += CALM_STEP_MS) {
    await time.run(CALM_STEP_MS);
    if (violations.length > 0) return;
    // Longer than anything that a failure, a stale claim or a reply left unposted is waited for.
    const longEnough = ms >= 150_000;
    if (longEnough && pending.size === 0 && (await isIdle(simulation))) return;
  }
  simulation.violated(
    'ends',
    `after ${CALM_MS / 60_000} minutes of calm something is still under way (${pending.size} pending)`,
  );
};

const isIdle = async ({ slots, stored }: Simulation): Promise<boolean> => {
  if (
    slots.some(({ running }) => !running || running.slack.deliveries.running + running.discord.deliveries.running > 0)
  )
    return false;
  for (const kind of ['slack-open', 'discord-open', 'slack-look', 'discord-look'])
    if ((await stored.records.keyValues.list(kind, { limit: 1 })).length > 0) return false;
  return true;
};

const judge = async (simulation: Simulation): Promise<void> => {
  for (const check of [checkReplies, checkCitations, checkStores, checkAllowances, checkErasures])
    await check(simulation);
};
