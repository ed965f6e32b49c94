import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';
import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { install } from '@sinonjs/fake-timers';
import { chance } from './chance.ts';

/** What a timer belongs to: a simulated operating-system process, which may stop or die. */
export interface Owner {
  readonly name: string;
  /** False from the moment of its death: none of its timers fires any more. */
  alive: boolean;
  /** Until then (milliseconds) the whole process stands still, as under SIGSTOP or a long garbage collection. */
  pausedUntil: number;
  /** So many milliseconds its machine's clock is ahead of that of the database, or behind. */
  skewMs?: number;
}

/** Time, timers and random numbers of the whole program, driven by the simulation. */
export interface VirtualTime {
  /** Milliseconds since the epoch, as processes see it. */
  now(): number;
  /** Milliseconds that no correction of the clock moves: what happened before what. */
  steady(): number;
  /**
   * Runs `work` as code of this owner: the timers that it starts, and all that follow from it, are the owner's. Nothing of the
   * asynchronous context of the caller reaches it, which may be code of another process, such as a node of a graph that died.
   */
  as<T>(owner: Owner, work: () => T): T;
  /** Runs `work` for the owner, where it asks the time of the database's clock. */
  atDatabase<T>(owner: Owner, work: () => T): T;
  /** The owner whose code runs; undefined for the world outside of every process. */
  readonly owner: Owner | undefined;
  /** Runs every timer that is due within `ms`, each with all that follows from it before the next one. */
  run(ms: number): Promise<void>;
  /** Resolves after `ms` of virtual time, whatever becomes of any process. */
  sleep(ms: number): Promise<void>;
  /** Moves the wall clock, as a correction of the machine's time does: no timer fires because of it. */
  jump(ms: number): void;
  uninstall(): void;
}

/**
 * What the operating system reads for this program at the moment, such as a module that is loaded when it is first needed.
 * That takes turns of the real event loop, how many differs, and no simulated time may go by meanwhile.
 */
const reading = new Set<number>();
const READS = new Set(['FSREQCALLBACK', 'FSREQPROMISE', 'FILEHANDLECLOSEREQ']);
const readings = createHook({
  init(id, type) {
    if (READS.has(type)) reading.add(id);
  },
  before: (id) => void reading.delete(id),
  // Hooks cost little without promises. Types do not know this option yet.
  ...{ trackPromises: false },
});

/** The simulated day begins here. */
const EPOCH = Date.parse('2026-03-02T09:00:00Z');
const owners = new AsyncLocalStorage<Owner | undefined>();

/**
 * Takes over time for the whole program. The product gets its time in three ways: a `Clock` that is handed in, `Date.now`
 * and timers of its own (leases, sweeps, stores), and those of its libraries (LangGraph, Slack's and Discord's clients). A
 * clock in a context reaches the first alone, so all are replaced globally, by the library that vitest's fake timers are
 * made of. Added here: timers belong to a process, so that a dead one's never fire; ids and random numbers follow the seed.
 */
export const takeOverTime = (seed: number): VirtualTime => {
  const realImmediate = globalThis.setImmediate;
  const toFake = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
    'Date',
    'performance',
  ] as const;
  const clock = install({ now: EPOCH, toFake: [...toFake] });
  readings.enable();
  const unowned = globalThis.setTimeout;
  let jumped = 0;
  const steady = () => clock.now - jumped;
  const restore = [ownClocks(), ownTimers(steady), ownTimeouts(), seededIds(seed)];
  syncBuiltinESMExports();
  const outside = AsyncLocalStorage.snapshot();
  const turn = () => new Promise<void>((resolve) => void realImmediate(resolve));
  /** Everything that promises bring about happens before this resolves, and whatever is read from real files is there. */
  const settle = async () => {
    do await turn();
    while (reading.size > 0);
  };

  return {
    now: () => clock.now,
    steady,
    as: (owner, work) => outside(() => owners.run(owner, work)),
    atDatabase: (owner, work) => owners.run(Object.create(owner, { skewMs: { value: 0 } }) as Owner, work),
    get owner() {
      return owners.getStore();
    },
    async run(ms) {
      let over = false;
      unowned(() => {
        over = true;
      }, ms);
      await settle();
      while (!over) {
        clock.next();
        await settle();
      }
    },
    sleep: (ms) => new Promise((resolve) => void unowned(resolve, ms)),
    jump(ms) {
      jumped += ms;
      clock.setSystemTime(clock.now + ms);
    },
    uninstall() {
      for (const undo of restore) undo();
      clock.uninstall();
      readings.disable();
      syncBuiltinESMExports();
    },
  };
};

/** Makes the time of day that of the machine on which the code runs: machines' clocks differ. */
const ownClocks = (): (() => void) => {
  const Shared = globalThis.Date;
  globalThis.Date = class extends Shared {
    constructor(...values: []) {
      super(...(values.length === 0 ? ([globalThis.Date.now()] as unknown as []) : values));
    }
    static override now(): number {
      return Shared.now() + (owners.getStore()?.skewMs ?? 0);
    }
  } as DateConstructor;
  return () => {
    globalThis.Date = Shared;
  };
};

/** Makes the timers that code of a process starts that process's own, and keeps their asynchronous context as Node does. */
const ownTimers = (steady: () => number): (() => void) => {
  const { setTimeout: later, setInterval: every, setImmediate: soon } = globalThis;
  const whenAwake = (owner: Owner | undefined, run: () => void): (() => void) => {
    const fire = () => {
      if (owner && !owner.alive) return;
      if (owner && owner.pausedUntil > steady()) later(fire, owner.pausedUntil - steady());
      else run();
    };
    return fire;
  };
  const owned = (callback: (...values: unknown[]) => void, values: unknown[]) =>
    whenAwake(
      owners.getStore(),
      AsyncResource.bind(() => callback(...values)),
    );
  const replaced = {
    setTimeout: (callback: () => void, ms?: number, ...values: unknown[]) => later(owned(callback, values), ms),
    setInterval: (callback: () => void, ms?: number, ...values: unknown[]) => every(owned(callback, values), ms),
    setImmediate: (callback: () => void, ...values: unknown[]) => soon(owned(callback, values)),
  };
  Object.assign(globalThis, replaced);
  const promised = { setTimeout: timersPromises.setTimeout, setImmediate: timersPromises.setImmediate };
  Object.assign(timersPromises, {
    setImmediate: <T>(value?: T) =>
      new Promise<T | undefined>((resolve) => globalThis.setImmediate(() => resolve(value))),
    setTimeout: <T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise<T | undefined>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const timer = globalThis.setTimeout(() => resolve(value), ms);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  });
  return () => {
    Object.assign(globalThis, { setTimeout: later, setInterval: every, setImmediate: soon });
    Object.assign(timersPromises, promised);
  };
};

/** `AbortSignal.timeout` has a timer inside of Node that no replaced `setTimeout` reaches. */
const ownTimeouts = (): (() => void) => {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(
      () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      ms,
    );
    return controller.signal;
  };
  return () => {
    AbortSignal.timeout = timeout;
  };
};

/** Ids and random numbers that the seed decides, by owner, so that one process's do not move another's. */
const seededIds = (seed: number): (() => void) => {
  const drawn = new Map<string, number>();
  const draw = (kind: string): number => {
    const name = owners.getStore()?.name ?? '';
    const count = (drawn.get(`${kind} ${name}`) ?? 0) + 1;
    drawn.set(`${kind} ${name}`, count);
    return chance(seed, kind, name, count);
  };
  const next = () => draw('random');
  const hex = () =>
    Math.floor(next() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  const uuid = () => {
    const digits = `${hex()}${hex()}${hex()}${hex()}`;
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  };
  const { random } = Math;
  const { randomUUID, randomBytes } = nodeCrypto;
  const bytes = (size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, () => Math.floor(draw('secret') * 256)));
  const web = {
    randomUUID: uuid,
    getRandomValues: <T extends ArrayBufferView>(array: T): T => {
      const view = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (const at of view.keys()) view[at] = Math.floor(draw('bytes') * 256);
      return array;
    },
  };
  Math.random = next;
  Object.assign(nodeCrypto, { randomUUID: uuid, randomBytes: bytes });
  const undo = Object.entries(web).map(([name, value]) => {
    const given = Object.getOwnPropertyDescriptor(globalThis.crypto, name);
    Object.defineProperty(globalThis.crypto, name, { value, configurable: true });
    return () =>
      given ? Object.defineProperty(globalThis.crypto, name, given) : Reflect.deleteProperty(globalThis.crypto, name);
  });
  return () => {
    Math.random = random;
    Object.assign(nodeCrypto, { randomUUID, randomBytes });
    for (const each of undo) each();
  };
};
