import { seededIntegers } from '../../evals/metrics/random.ts';
import type { Action, Story } from './story.ts';
import type { Outage } from './wire.ts';
import { type Place, pageScopes, people, places, towns } from './world.ts';

/** So long a story's actions take, in milliseconds. */
const MIN_MS = 20_000;
const MAX_MS = 120_000;
/** The smallest stories find most and shrink fastest; a few are long. */
const MAX_ACTIONS = 26;

/** The story of a seed: what people do and what breaks, in any order. */
export const makeStory = (seed: number): Story => {
  const draw = seededIntegers(seed);
  const one = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
  const sometimes = (share: number) => draw(1000) < share * 1000;
  const processes = 1 + draw(2);
  const length = MIN_MS + draw(MAX_MS - MIN_MS);
  const asked: { q: string; place: Place }[] = [];

  const ask = (at: number): Action => {
    const q = `q${asked.length + 1}`;
    const earlier = asked.filter(({ place }) => place.open || place.platform === 'web');
    const followed = earlier.length > 0 && sometimes(0.25) ? one(earlier) : undefined;
    const place = followed?.place ?? one(places);
    asked.push({ q, place });
    const who = one(place.people);
    return {
      at,
      do: 'ask',
      q,
      person: who,
      place: place.name,
      town: one(towns),
      ...(followed && { reply: followed.q }),
    };
  };
  const aQuestion = () => (asked.length > 0 ? one(asked).q : 'q1');
  const kinds: readonly [weight: number, make: (at: number) => Action][] = [
    [10, ask],
    [2, (at) => ({ at, do: 'repeat', q: aQuestion() })],
    [2, (at) => ({ at, do: 'edit', q: aQuestion(), town: one(towns) })],
    [2, (at) => ({ at, do: 'remove', q: aQuestion() })],
    [1, (at) => ({ at, do: 'stop', q: aQuestion() })],
    [1, (at) => ({ at, do: 'rate', q: aQuestion(), rating: one(['up', 'down'] as const) })],
    [5, (at) => crash(at)],
    [1, (at) => ({ at, do: 'restart', process: draw(2), back: 500 + draw(8000) })],
    [2, (at) => ({ at, do: 'pause', process: draw(2), ms: one([2000, 12_000, 25_000, 70_000]) })],
    [5, (at) => fault(at)],
    [
      3,
      (at) => ({
        at,
        do: 'write',
        page: `p${1 + draw(pageScopes.length + 2)}`,
        scopes: draw(pageScopes.length),
        town: one(towns),
      }),
    ],
    [2, (at) => ({ at, do: 'forget', page: `p${1 + draw(pageScopes.length)}` })],
    [2, (at) => ({ at, do: 'erase', person: one(people).name, how: one(['chat', 'command'] as const) })],
    [1, (at) => ({ at, do: 'jump', ms: one([-3_600_000, -40_000, -5000, 20_000, 90_000, 3_600_000]) })],
  ];
  const crash = (at: number): Action => ({
    at,
    do: 'crash',
    process: draw(2),
    calls: 1 + draw(60),
    when: one(['before', 'after'] as const),
    landing: sometimes(0.5),
    back: 1000 + draw(20_000),
  });
  const fault = (at: number): Action => ({
    at,
    do: 'fault',
    process: draw(2),
    on: one(['store', 'slack', 'discord', 'model'] as const),
    kind: one(['refused', 'lost', 'slow', 'limited'] as const),
    skip: draw(20),
    times: 1 + draw(3),
  });
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  const something = (at: number): Action => {
    let left = draw(total);
    for (const [weight, make] of kinds) {
      if (left < weight) return make(at);
      left -= weight;
    }
    return ask(at);
  };

  const count = 4 + draw(MAX_ACTIONS - 4);
  const times = Array.from({ length: count }, () => draw(length)).sort((a, b) => a - b);
  const actions = times.map((at, index) => (index === 0 ? ask(at) : something(at)));
  const story: Story = {
    seed,
    processes,
    apart: sometimes(0.4),
    model: sometimes(0.6),
    ...(sometimes(0.3) && { daily: 1 + draw(3) }),
    actions,
  };
  const more: Action[] = [];
  const away = (on: Outage['on'], kind: Outage['kind']) =>
    more.push({ at: draw(length), do: 'outage', on, kind, ms: one([3000, 15_000, 60_000]) });
  if (sometimes(0.4)) {
    story.jobs = true;
    const poisoned: Action = { at: draw(length), do: 'poison', q: aQuestion(), deaths: one([1, 3, 12]) };
    if (sometimes(0.5)) more.push(poisoned);
  }
  const lateFaults = (service: () => 'store' | 'slack' | 'discord', skips: number) => {
    for (let left = 1 + draw(3); left > 0; left -= 1) {
      const [at, process, on] = [draw(length), draw(2), service()];
      more.push({ at, do: 'fault', process, on, kind: 'late', skip: draw(skips), times: 1 + draw(3) });
    }
  };
  // What was added later is drawn last, so that a seed's story is otherwise what it was.
  if (sometimes(0.3)) {
    story.once = true;
    for (let left = draw(4); left > 0; left -= 1)
      more.push({
        at: draw(length),
        do: 'disconnect',
        process: draw(2),
        ms: one([3000, 20_000, 60_000]),
        resumes: sometimes(0.5),
      });
  }
  if (sometimes(0.25))
    for (let left = 1 + draw(2); left > 0; left -= 1) {
      const on = one(['store', 'store', 'store', 'slack', 'discord', 'model'] as const);
      away(on, on === 'store' ? one(['down', 'busy', 'full'] as const) : 'down');
    }
  if (sometimes(0.25)) lateFaults(() => 'store', 40);
  if (sometimes(0.1)) more.push({ at: draw(length), do: 'backup' });
  if (sometimes(0.25)) story.skew = Array.from({ length: processes }, () => one([-90_000, -3000, 0, 0, 5000, 70_000]));
  // Of a story in one file nothing is away alone.
  if (sometimes(0.3) && story.apart) away(one(['vectors', 'graph'] as const), one(['down', 'busy'] as const));
  if (sometimes(0.25)) lateFaults(() => one(['slack', 'discord'] as const), 12);
  return { ...story, actions: [...actions, ...more, ...faultsOfOneMachine(draw, length)].sort((a, b) => a.at - b.at) };
};

/** What goes wrong with one machine: its clock is corrected, by less than a lease or by more, or its disk is full at a COMMIT. */
const faultsOfOneMachine = (draw: (below: number) => number, length: number): Action[] => {
  const faults: Action[] = [];
  const isIn = (share: number) => draw(1000) < share * 1000;
  if (isIn(0.2))
    for (let left = 1 + draw(2); left > 0; left -= 1)
      faults.push({ at: draw(length), do: 'jump', ms: CORRECTIONS[draw(CORRECTIONS.length)] ?? 0, process: draw(2) });
  if (isIn(0.2))
    for (let left = 1 + draw(2); left > 0; left -= 1) {
      const [at, process, skip, times] = [draw(length), draw(2), draw(40), 1 + draw(2)];
      faults.push({ at, do: 'fault', process, on: 'store', kind: 'full', skip, times });
    }
  return faults;
};
const CORRECTIONS = [-3_600_000, -90_000, -20_000, 20_000, 90_000, 3_600_000];
