import { ParleyError } from '../../core/errors.ts';
import { chance } from './chance.ts';
import { fullAtCommit, onFullDisk } from './full-disk.ts';
import type { Journal } from './journal.ts';
import type { Owner, VirtualTime } from './virtual-time.ts';

/** What a process talks to. */
export type Service = 'store' | 'slack' | 'discord' | 'model';
/**
 * `refused`: the call is not carried out, and the caller is told; `lost`: it is carried out, and its answer gets lost;
 * `slow`: its answer takes half a minute; `limited`: the platform or the model asks to come back later; `late`: the caller is
 * told that the store or the platform does not answer, which carries it out some time after; `full`: the store's disk is full by
 * the time of the COMMIT, whose transaction has written until then.
 */
export type FaultKind = 'refused' | 'lost' | 'slow' | 'limited' | 'late' | 'full';

export interface Fault {
  on: Service;
  kind: FaultKind;
  /** Of this name alone, such as `conversations.claim`; any by default. */
  call?: string | undefined;
  /** So many calls pass before it. */
  skip: number;
  times: number;
}

/**
 * A service that is away from everybody for a while. `down`: it refuses every call; `busy`: calls wait for their turn and give
 * up, as when a pool of connections is used up; `full`: the store's disk is, so that it refuses whatever writes.
 */
export interface Outage {
  /** `vectors` and `graph`: the server of these alone, while the records are there. */
  on: Service | 'vectors' | 'graph';
  kind: 'down' | 'busy' | 'full';
  /** Steady milliseconds. */
  until: number;
}

/** Errors in the words of the service that fails. */
export interface Failures {
  cut(): Error;
  limited(): Error;
}

/** How long calls take, in milliseconds: usually, and seldom. */
const LATENCY: Record<Service, { usual: number; seldom: number; share: number }> = {
  store: { usual: 4, seldom: 900, share: 0.015 },
  slack: { usual: 160, seldom: 4000, share: 0.04 },
  discord: { usual: 160, seldom: 4000, share: 0.04 },
  model: { usual: 3000, seldom: 25_000, share: 0.05 },
};
const SLOW_MS = 30_000;
/** A server carries out what it was sent until its own limit, a minute for statements of Parley's in Postgres. */
export const LATE_MS = 20_000;
/** So long a call waits for a service that is busy. */
const BUSY_MS = 10_000;
/**
 * The server ends such a transaction of several statements with its connection, so that nothing arrives late. Of Postgres only
 * the COMMIT can; who writes the same rows waits for it, so that it is as a call whose reply is lost.
 */
const isOneTransaction = (name: string) => /^(?:vectors|graph)\.|^records\.commit$/.test(name);

const storeFailures: Failures = {
  cut: () => new ParleyError('STORE_UNAVAILABLE', { message: 'The store cannot be reached.', remedy: 'Try again.' }),
  limited: () => storeFailures.cut(),
};

/**
 * The line between a process and everything else. Each call takes its time, is carried out at one moment and answered at a
 * later one; faults and the process's death come in between. A call on its way when its caller dies may still be carried out.
 */
export interface Wire {
  call<T>(
    service: Service,
    name: string,
    effect: () => T | Promise<T>,
    options?: { failures?: Failures; signal?: AbortSignal; said?: unknown },
  ): Promise<T>;
  add(fault: Fault): void;
  clear(): void;
  /** The process dies at the n-th call from now: before it is carried out, or after, unheard. */
  dieAt(moment: Moment): void;
  /** The process stands still at the n-th call from now: before it sends it, or before it hears its answer. */
  pauseAt(moment: Moment): void;
}

/** A moment in the life of a process, by its calls. */
export interface Moment {
  calls: number;
  /** Of this name alone, such as `chat.postMessage`; of any by default. */
  name?: string;
  when: 'before' | 'after';
  happens: () => void;
}

const never = () => new Promise<never>(() => {});

export const createWire = (
  owner: Owner,
  { time, seed, journal, outages }: { time: VirtualTime; seed: number; journal: Journal; outages: readonly Outage[] },
): Wire => {
  const outageOf = (service: Service, name: string): Outage | undefined =>
    outages.find(
      ({ on, until }) =>
        (on === service || (service === 'store' && name.startsWith(`${on}.`))) && until > time.steady(),
    );

  const counts = new Map<string, number>();
  const faults: Fault[] = [];
  let end: Moment | undefined;
  let pause: Moment | undefined;

  /** The fault that the next call of this service meets, which is used up. */
  const takeFault = (service: Service, name: string): FaultKind | undefined => {
    const at = faults.findIndex(({ on, call = name }) => on === service && call === name);
    const fault = faults[at];
    if (!fault) return undefined;
    if (fault.skip > 0) {
      fault.skip -= 1;
      return undefined;
    }
    fault.times -= 1;
    if (fault.times <= 0) faults.splice(at, 1);
    return fault.kind;
  };

  /** @returns the moment, if it has come with this call */
  const reached = (moment: Moment | undefined, name: string): Moment | undefined => {
    if (!moment || (moment.name !== undefined && moment.name !== name)) return undefined;
    moment.calls -= 1;
    return moment.calls <= 0 ? moment : undefined;
  };

  const latency = (service: Service, name: string): [there: number, back: number] => {
    const key = `${service} ${name}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const { usual, seldom, share } = LATENCY[service];
    const draw = (way: string) => {
      const base = chance(seed, owner.name, key, count, way);
      return chance(seed, owner.name, key, count, way, 'seldom') < share / 2 ? base * seldom : (base * usual) / 2;
    };
    return [draw('there'), draw('back')];
  };

  /** A platform carries out what it got before the connection was cut at any time until its own limit. */
  const lateMs = (service: Service, name: string): number =>
    service === 'store'
      ? LATE_MS
      : chance(seed, owner.name, name, counts.get(`${service} ${name}`) ?? 0, 'late') * LATE_MS;

  return {
    async call(service, name, effect, { failures = storeFailures, signal, said } = {}) {
      if (!owner.alive) return never();
      const fault = takeFault(service, name);
      const [there, back] = latency(service, name);
      const dying = reached(end, name);
      if (dying) end = undefined;
      const pausing = reached(pause, name);
      if (pausing) pause = undefined;
      if (dying?.when === 'before') {
        dying.happens();
        return never();
      }
      if (pausing) journal.note(`${owner.name} stands still ${pausing.when} ${name}`);
      if (pausing?.when === 'before') {
        pausing.happens();
        // By the caller's own timer, which waits until the process goes on.
        await sleepUnlessAborted(0, signal);
      }
      journal.note(`${owner.name} ${service} ${name}`, said);
      // On the network: it arrives also when the caller stands still, or is dead by then.
      await time.sleep(there);
      if (fault === 'limited') throw failures.limited();
      if (fault === 'refused') throw failures.cut();
      if (fault === 'late') {
        if (service !== 'model' && !isOneTransaction(name))
          void time.sleep(lateMs(service, name)).then(async () => {
            const landed = await time.atDatabase(owner, () => Promise.resolve().then(effect)).then(String, String);
            journal.note(`${owner.name} ${service} ${name} arrives late`, landed);
          });
        await sleepUnlessAborted(back, signal);
        throw failures.cut();
      }
      const outage = outageOf(service, name);
      if (outage?.kind === 'busy') await sleepUnlessAborted(Math.min(BUSY_MS, outage.until - time.steady()), signal);
      const still = outageOf(service, name)?.kind;
      if (still === 'down' || still === 'busy') throw failures.cut();
      let outcome: { result: Awaited<ReturnType<typeof effect>> } | { error: unknown };
      try {
        const carriedOut = () =>
          still === 'full' ? onFullDisk(effect) : fault === 'full' ? fullAtCommit(effect) : effect();
        outcome = { result: await time.atDatabase(owner, carriedOut) };
      } catch (error) {
        outcome = { error };
      }
      journal.note(`${owner.name} ${service} ${name} done`, 'error' in outcome ? String(outcome.error) : undefined);
      if (dying) dying.happens();
      if (pausing?.when === 'after') pausing.happens();
      if (!owner.alive) return never();
      await sleepUnlessAborted(fault === 'slow' ? SLOW_MS : back, signal);
      if (fault === 'lost') throw failures.cut();
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
    add: (fault) => void faults.push({ ...fault }),
    clear: () => void faults.splice(0),
    dieAt(given) {
      end = { ...given };
    },
    pauseAt(given) {
      pause = { ...given };
    },
  };
};

/** By the caller's own timer: a process that stands still hears its answer when it goes on. */
const sleepUnlessAborted = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
