import type { Embedded } from '../../stores/embedded/index.ts';
import type { Journal } from './journal.ts';
import type { StoreFiles } from './open-stores.ts';
import type { Pages } from './pages.ts';
import type { FakeDiscord } from './platforms/fake-discord.ts';
import type { FakeSlack } from './platforms/fake-slack.ts';
import type { Parleys } from './process.ts';
import type { Question } from './questions.ts';
import type { Story } from './story.ts';
import type { Owner, VirtualTime } from './virtual-time.ts';
import type { Outage, Wire } from './wire.ts';

/** A promise of Parley's that did not hold. */
export interface Violation {
  /** Such as `one-reply`; a story shrinks as long as the same one is broken. */
  invariant: string;
  what: string;
}

/** The place of one process: what runs there now, or nothing while it is down. */
export interface Slot {
  readonly index: number;
  owner?: Owner;
  wire?: Wire;
  running?: Parleys;
  /** While its connection to Discord is lost: what it is told of once it has it again. */
  gap?: { readonly missed: ((running: Parleys) => void)[] };
  /** Tells those who wait for an answer of the process that there will be none. */
  readonly waiting: Set<(reason: Error) => void>;
  starts: number;
  /** By how many milliseconds the clock of its machine is ahead of the database's. */
  skewMs: number;
}

/** That a person was erased: what they had asked by then must be nowhere. */
export interface Erasure {
  personId: string;
  /** When it was asked for, and when Parley said that it is done. */
  at: number;
  done: number;
  questions: readonly string[];
}

/** A claim as the store last gave, renewed or finished it. */
export interface KnownClaim {
  holder: string;
  finished: boolean;
  /** By the database's clock, which jumps, and by the one that does not. */
  renewed: { wall: number; steady: number };
}

/** One run of a story: the world, and what is known of it from outside. */
export interface Simulation {
  readonly story: Story;
  readonly time: VirtualTime;
  readonly journal: Journal;
  readonly pages: Pages;
  readonly slack: FakeSlack;
  readonly discord: FakeDiscord;
  readonly files: StoreFiles;
  /** Connections of nobody's, to look at what is stored. */
  readonly stored: { records: Embedded; servers: Embedded };
  readonly questions: Map<string, Question>;
  readonly slots: readonly Slot[];
  readonly erasures: Erasure[];
  /** The claims on events, by the events. */
  readonly claims: Map<string, KnownClaim>;
  /** Services that are away from everybody, until the calm. */
  readonly outages: Outage[];
  /** How many more processes die of working on a question, by its name. */
  readonly poison: Map<string, number>;
  /** Work of the world that must end before the story is judged, such as a page that is written until it is there. */
  readonly pending: Set<Promise<unknown>>;
  violated(invariant: string, what: string): void;
}

/** Notes work that the end of the story waits for. Its failures are the simulator's own. */
export const pend = (simulation: Simulation, work: Promise<unknown>): void => {
  const noted = work
    .catch((error: unknown) =>
      simulation.violated('simulator', error instanceof Error ? `${error.stack}` : String(error)),
    )
    .finally(() => simulation.pending.delete(noted));
  simulation.pending.add(noted);
};
