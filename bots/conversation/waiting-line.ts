import { type Clock, systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';

/** How much is answered at once, and how many questions may wait. */
export interface Limits {
  /** Questions worked on at once by this process. */
  atOnce: number;
  /** Of these, by one person. */
  perPerson: number;
  /** Of these, in one workspace. */
  perWorkspace: number;
  /** Questions that one person may have waiting; one more is refused. */
  waitingPerPerson: number;
  /** Questions that may wait in all. Whoever clears their cookies is a new person, so a bound per person is not enough. */
  maxWaiting: number;
  /** Questions that may wait from one network address, where the platform sees one. */
  maxWaitingPerAddress: number;
}

export const defaultLimits: Limits = {
  atOnce: 16,
  perPerson: 2,
  perWorkspace: 16,
  waitingPerPerson: 5,
  maxWaiting: 500,
  maxWaitingPerAddress: 100,
};

/** Whose question it is: a person, in a workspace and at a network address where the platform knows of such. */
export interface Waiter {
  person: string;
  workspace?: string;
  address?: string;
}

/** Lets questions in first come, first served, but never more than a person's or a workspace's share. */
export interface WaitingLine {
  /**
   * Takes a place: at once among those being answered if there is room, else at the end of the line.
   * @throws TOO_MANY_QUESTIONS when too many wait already: in all, of this person or from this address;
   * `details.retryAfterSeconds` estimates when to come back
   */
  join(waiter: Waiter): Place;
  readonly running: number;
  readonly waiting: number;
}

/** A waiter's place in the line, and then among those being answered. */
export interface Place {
  /**
   * Resolves when it is this waiter's turn.
   * @param onPosition gets the position in the line, 1 being next: at once, then as it changes (the next
   * {@link EXACT_POSITIONS} each time, those further back when they have moved up by a tenth); never called when there is
   * no wait
   * @throws the signal's reason when it aborts before
   */
  turn(onPosition: (position: number) => void, signal?: AbortSignal): Promise<void>;
  /** Gives the place up, wherever it is; safe to call twice. */
  leave(): void;
}

/** Up to this position in the line, a waiter gets every change of it. */
const EXACT_POSITIONS = 10;

/** What an answer is assumed to take until the first one is measured. */
const ASSUMED_ANSWER_MS = 10_000;

/** What one more answer weighs in the mean duration. */
const MEAN_WEIGHT = 0.1;

const MIN_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 600;

interface Ticket {
  waiter: Waiter;
  /** Counts up with each waiter that comes. */
  arrival: number;
  state: 'waiting' | 'running' | 'left';
  startedAt: number;
  /** The last position that the waiter got. */
  position: number;
  onPosition?: (position: number) => void;
  started: PromiseWithResolvers<void>;
}

/** Counts by name, holding nothing for a count of zero. */
const createCounts = () => {
  const counts = new Map<string, number>();
  return {
    of: (name: string | undefined) => (name === undefined ? 0 : (counts.get(name) ?? 0)),
    add(name: string | undefined, change: 1 | -1) {
      if (name === undefined) return;
      const count = (counts.get(name) ?? 0) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
};

/**
 * Opens a waiting line for one process. A long line costs little: each workspace has a line of its own, so that a full
 * workspace is passed over as a whole, and positions are told in one sweep for all the changes of a round of the event loop.
 */
export const createWaitingLine = (limits: Limits = defaultLimits, clock: Clock = systemClock): WaitingLine => {
  // A Set keeps the order of arrival and forgets a ticket in constant time.
  const line = new Set<Ticket>();
  const linesByWorkspace = new Map<string | undefined, Set<Ticket>>();
  const waiting = { persons: createCounts(), addresses: createCounts() };
  const running = { persons: createCounts(), workspaces: createCounts() };
  let arrivals = 0;
  let total = 0;
  let meanAnswerMs = ASSUMED_ANSWER_MS;
  let sweepPlanned = false;

  const workspaceIsFull = (workspace: string | undefined) => running.workspaces.of(workspace) >= limits.perWorkspace;
  const personIsBusy = (person: string) => running.persons.of(person) >= limits.perPerson;

  const refuse = (message: string, ahead: number, atOnce: number): never => {
    const seconds = Math.ceil((meanAnswerMs * ahead) / atOnce / 1000);
    const retryAfterSeconds = Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, seconds));
    throw new ParleyError('TOO_MANY_QUESTIONS', {
      message,
      remedy: `Ask again in about ${retryAfterSeconds} seconds.`,
      details: { retryAfterSeconds },
    });
  };

  const expectRoom = ({ person, address }: Waiter) => {
    const own = waiting.persons.of(person);
    if (own >= limits.waitingPerPerson) refuse(`You already have ${own} questions waiting.`, own, limits.perPerson);
    const near = waiting.addresses.of(address);
    if (near >= limits.maxWaitingPerAddress) {
      refuse(`${near} questions from your network address are already waiting.`, near, limits.atOnce);
    }
    if (line.size >= limits.maxWaiting) {
      refuse(`${line.size} questions are already waiting.`, line.size, limits.atOnce);
    }
  };

  const start = (ticket: Ticket) => {
    const { person, workspace } = ticket.waiter;
    ticket.state = 'running';
    ticket.startedAt = clock.now();
    total += 1;
    running.persons.add(person, 1);
    running.workspaces.add(workspace, 1);
    ticket.started.resolve();
  };

  const stop = ({ waiter: { person, workspace }, startedAt }: Ticket) => {
    meanAnswerMs += MEAN_WEIGHT * (clock.now() - startedAt - meanAnswerMs);
    total -= 1;
    running.persons.add(person, -1);
    running.workspaces.add(workspace, -1);
  };

  const enqueue = (ticket: Ticket) => {
    const { person, workspace, address } = ticket.waiter;
    line.add(ticket);
    const own = linesByWorkspace.get(workspace) ?? new Set();
    linesByWorkspace.set(workspace, own.add(ticket));
    waiting.persons.add(person, 1);
    waiting.addresses.add(address, 1);
    ticket.position = line.size;
  };

  const dequeue = (ticket: Ticket) => {
    const { person, workspace, address } = ticket.waiter;
    line.delete(ticket);
    const own = linesByWorkspace.get(workspace);
    own?.delete(ticket);
    if (own?.size === 0) linesByWorkspace.delete(workspace);
    waiting.persons.add(person, -1);
    waiting.addresses.add(address, -1);
  };

  /** The first in the line who may start. Only tickets of busy persons are passed over one by one, a few for each. */
  const nextTicket = (): Ticket | undefined => {
    let next: Ticket | undefined;
    for (const [workspace, own] of linesByWorkspace) {
      if (workspaceIsFull(workspace)) continue;
      for (const ticket of own) {
        if (personIsBusy(ticket.waiter.person)) continue;
        if (!next || ticket.arrival < next.arrival) next = ticket;
        break;
      }
    }
    return next;
  };

  const admit = () => {
    while (total < limits.atOnce && line.size > 0) {
      const ticket = nextTicket();
      if (!ticket) break;
      dequeue(ticket);
      start(ticket);
    }
    if (sweepPlanned || line.size === 0) return;
    sweepPlanned = true;
    setImmediate(tellPositions);
  };

  const tellPositions = () => {
    sweepPlanned = false;
    let position = 0;
    for (const ticket of line) {
      position += 1;
      const moved = ticket.position - position;
      if (moved === 0 || (position > EXACT_POSITIONS && moved < ticket.position / 10)) continue;
      ticket.position = position;
      ticket.onPosition?.(position);
    }
  };

  const leave = (ticket: Ticket) => {
    const { state } = ticket;
    if (state === 'left') return;
    ticket.state = 'left';
    if (state === 'waiting') dequeue(ticket);
    else stop(ticket);
    admit();
  };

  return {
    get running() {
      return total;
    },
    get waiting() {
      return line.size;
    },
    join(waiter) {
      arrivals += 1;
      const ticket: Ticket = {
        waiter,
        arrival: arrivals,
        state: 'waiting',
        startedAt: 0,
        position: 0,
        started: Promise.withResolvers(),
      };
      // Nobody who waits could start now (else `admit` had let them in), so whoever may start overtakes no one.
      if (total < limits.atOnce && !workspaceIsFull(waiter.workspace) && !personIsBusy(waiter.person)) start(ticket);
      else {
        expectRoom(waiter);
        enqueue(ticket);
      }
      return {
        async turn(onPosition, signal) {
          signal?.throwIfAborted();
          if (ticket.state === 'running') return;
          ticket.onPosition = onPosition;
          onPosition(ticket.position);
          const aborted = () => {
            leave(ticket);
            ticket.started.reject(signal?.reason);
          };
          signal?.addEventListener('abort', aborted, { once: true });
          await ticket.started.promise.finally(() => signal?.removeEventListener('abort', aborted));
        },
        leave: () => leave(ticket),
      };
    },
  };
};
