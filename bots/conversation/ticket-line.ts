import { createCounts } from './counts.ts';

/** Whose question it is: a person, in a workspace and at a network address where the platform knows of such. */
export interface Waiter {
  person: string;
  workspace?: string;
  address?: string;
}

/** Up to this position in the line, a waiter gets every change of it. */
const EXACT_POSITIONS = 10;

/** A waiter's question, from when it comes until it leaves. */
export interface Ticket {
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

/**
 * The tickets that wait, in the order of their arrival. A long line costs little: each workspace has a line of its own, so
 * that a full workspace is passed over as a whole, and positions are told in one sweep for all the changes of a round of the
 * event loop.
 */
export const createTicketLine = () => {
  // A Set keeps the order of arrival and forgets a ticket in constant time.
  const line = new Set<Ticket>();
  const linesByWorkspace = new Map<string | undefined, Set<Ticket>>();
  const persons = createCounts();
  const addresses = createCounts();
  let sweepPlanned = false;

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

  return {
    get size() {
      return line.size;
    },
    /** Tickets of this person, from this address, and of this workspace. */
    waitingOf: ({ person, address, workspace }: Waiter) => ({
      person: persons.of(person),
      address: addresses.of(address),
      workspace: linesByWorkspace.get(workspace)?.size ?? 0,
    }),
    /** Puts a ticket at the end of the line. */
    add(ticket: Ticket) {
      const { person, workspace, address } = ticket.waiter;
      line.add(ticket);
      const own = linesByWorkspace.get(workspace) ?? new Set();
      linesByWorkspace.set(workspace, own.add(ticket));
      persons.add(person, 1);
      addresses.add(address, 1);
      ticket.position = line.size;
    },
    remove(ticket: Ticket) {
      const { person, workspace, address } = ticket.waiter;
      line.delete(ticket);
      const own = linesByWorkspace.get(workspace);
      own?.delete(ticket);
      if (own?.size === 0) linesByWorkspace.delete(workspace);
      persons.add(person, -1);
      addresses.add(address, -1);
    },
    /** The first in the line who may start. Only tickets of busy persons are passed over one by one, a few for each. */
    first(isFull: (workspace: string | undefined) => boolean, isBusy: (person: string) => boolean): Ticket | undefined {
      let next: Ticket | undefined;
      for (const [workspace, own] of linesByWorkspace) {
        if (isFull(workspace)) continue;
        for (const ticket of own) {
          if (isBusy(ticket.waiter.person)) continue;
          if (!next || ticket.arrival < next.arrival) next = ticket;
          break;
        }
      }
      return next;
    },
    /** Tells the waiters of their new positions at the end of this round of the event loop. */
    planSweep() {
      if (sweepPlanned || line.size === 0) return;
      sweepPlanned = true;
      setImmediate(tellPositions);
    },
  };
};
