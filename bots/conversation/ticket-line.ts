import { createCounts } from './counts.ts';

/** The asker of a waiting question, with their workspace and network address if the platform knows them. */
export interface Waiter {
  person: string;
  workspace?: string;
  address?: string;
}

/** Waiters up to this position are told every change; others only when they have moved by a tenth. */
const EXACT_POSITIONS = 10;

/** A question in the waiting line, or one that is running. */
export interface Ticket {
  waiter: Waiter;
  /** Sequence number of the arrival. */
  arrival: number;
  state: 'waiting' | 'running' | 'left';
  startedAt: number;
  /** The position that the waiter was last told. */
  position: number;
  onPosition?: (position: number) => void;
  started: PromiseWithResolvers<void>;
}

/**
 * The waiting tickets in the order of their arrival. To keep long lines cheap, each workspace has its own line, so that a full
 * workspace is skipped as a whole, and positions are told once for all changes within a round of the event loop.
 */
export const createTicketLine = () => {
  // A Set keeps the insertion order and deletes in constant time.
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
    /** Numbers of waiting tickets of this person, of this address and of this workspace. */
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
    /** The first ticket that may start. Skips full workspaces as a whole, and tickets of busy persons one by one. */
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
    /** Tells the waiters their new positions at the end of this round of the event loop. */
    planSweep() {
      if (sweepPlanned || line.size === 0) return;
      sweepPlanned = true;
      setImmediate(tellPositions);
    },
  };
};
