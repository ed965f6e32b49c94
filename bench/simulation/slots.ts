import { chance } from './chance.ts';
import { watchClaims } from './invariants/claims.ts';
import { type Parleys, type ProcessOptions, startProcess } from './process.ts';
import { questionsNamed } from './questions.ts';
import { pend, type Simulation, type Slot } from './simulation.ts';
import { wasDealtWith, wasRead, watchLog, watchPlatforms, watchPrompt, watchQuestion } from './watch.ts';
import { createWire } from './wire.ts';

/** The process is not there, or died before it answered. */
export class Down extends Error {
  override readonly name = 'Down';
}

/** Starts what runs in a slot. A start that fails is tried again, as whatever supervises processes does. */
export const start = async (simulation: Simulation, slot: Slot): Promise<void> => {
  const { time, journal, story } = simulation;
  if (slot.owner?.alive) return;
  slot.starts += 1;
  const owner = {
    name: `process ${slot.index}.${slot.starts}`,
    alive: true,
    pausedUntil: 0,
    skewMs: slot.skewMs,
  };
  const wire = createWire(owner, { time, seed: story.seed, journal, outages: simulation.outages });
  slot.owner = owner;
  slot.wire = wire;
  slot.gap = undefined;
  journal.note(`${owner.name} starts`);
  const options: ProcessOptions = {
    owner,
    wire,
    files: simulation.files,
    slack: simulation.slack,
    discord: simulation.discord,
    daily: story.daily === undefined ? {} : { person: { questions: story.daily } },
    model: story.model,
    jobs: story.jobs ?? false,
    once: story.once ?? false,
    log: watchLog(simulation, owner),
    heard: {
      question(question) {
        watchQuestion(simulation, question);
        poison(simulation, slot, question.text);
      },
      prompt: (prompt) => watchPrompt(simulation, prompt),
      message: (id) => wasRead(simulation, id),
      dealtWith: (key) => wasDealtWith(simulation, key),
    },
    watched: (store) => watchClaims(simulation, store),
    posted: () => watchPlatforms(simulation),
  };
  const starting = time.as(owner, () => startProcess(options));
  const died = new Promise<undefined>((resolve) => slot.waiting.add(() => resolve(undefined)));
  const running = await Promise.race([starting, died]);
  if (running && owner.alive) slot.running = running;
};

/** The process is gone from one moment to the next. @param landing what is on its way to the stores is still carried out */
export const kill = (simulation: Simulation, slot: Slot, landing: boolean): void => {
  const { owner, running } = slot;
  if (!owner?.alive) return;
  simulation.journal.note(`${owner.name} dies`);
  owner.alive = false;
  slot.running = undefined;
  // A server notices a lost connection after a while; until then it carries out what it was sent.
  if (landing) void simulation.time.sleep(2000).then(() => running?.cut());
  else running?.cut();
  leave(slot);
};

/** Goes down as it is asked to, within the time that a supervisor gives. */
export const stop = async (simulation: Simulation, slot: Slot): Promise<void> => {
  const { owner, running } = slot;
  if (!owner?.alive || !running) return;
  simulation.journal.note(`${owner.name} is asked to stop`);
  const stopped = simulation.time.as(owner, () => running.stop()).catch(() => {});
  await Promise.race([stopped, simulation.time.sleep(20_000)]);
  kill(simulation, slot, true);
};

/** A poisoned question kills the process that works on it, at one of its next calls; what supervises it starts it anew. */
const poison = (simulation: Simulation, slot: Slot, text: string): void => {
  const name = questionsNamed(text).at(-1) ?? '';
  const left = simulation.poison.get(name) ?? 0;
  if (left === 0) return;
  simulation.poison.set(name, left - 1);
  const death = () => {
    kill(simulation, slot, true);
    pend(
      simulation,
      simulation.time.sleep(2000).then(() => start(simulation, slot)),
    );
  };
  const calls = 1 + Math.floor(chance(simulation.story.seed, 'poison', name, left) * 12);
  slot.wire?.dieAt({ calls, when: 'after', happens: death });
};

const leave = (slot: Slot): void => {
  for (const tell of [...slot.waiting]) tell(new Down('the process died'));
  slot.waiting.clear();
};

/** Asks a process for something. @throws Down when it is not there, or dies before it is done */
export const inProcess = <T>(simulation: Simulation, slot: Slot, work: (running: Parleys) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const { running } = slot;
    if (!running) return reject(new Down('the process is down'));
    slot.waiting.add(reject);
    const settle =
      <V>(end: (value: V) => void) =>
      (value: V) => {
        slot.waiting.delete(reject);
        end(value);
      };
    simulation.time.as(running.owner, () => work(running)).then(settle(resolve), settle(reject));
  });

/** One of the processes that are there; the name decides which, so that it is the same in a shorter story. */
export const anyRunning = ({ slots, story }: Simulation, ...name: (string | number)[]): Slot | undefined => {
  const up = slots.filter(({ running }) => running);
  return up[Math.floor(chance(story.seed, 'routed', ...name) * up.length)];
};

/** Does something in some process until it is done, as a queue or a person who insists would. */
export const untilDone = async <T>(
  simulation: Simulation,
  name: string,
  work: (running: Parleys) => Promise<T>,
): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    const slot = anyRunning(simulation, name, tries);
    try {
      if (slot) return await inProcess(simulation, slot, work);
    } catch (error) {
      simulation.journal.note(`${name} failed`, String(error));
      if (tries > 200) throw error;
    }
    await simulation.time.sleep(1000 + 500 * Math.min(tries, 10));
  }
};
