import { ParleyError } from '../../core/errors.ts';

/** How much is answered at once. */
export interface Limits {
  /** Questions worked on at once by this process. */
  atOnce: number;
  /** Of these, by one person. */
  perPerson: number;
  /** Of these, in one workspace. */
  perWorkspace: number;
  /** Questions that one person may have waiting; one more is refused. */
  waitingPerPerson: number;
}

export const defaultLimits: Limits = { atOnce: 16, perPerson: 2, perWorkspace: 16, waitingPerPerson: 5 };

/** Whose question it is: a person, in a workspace where the front knows of such. */
export interface Guest {
  person: string;
  workspace?: string;
}

interface Ticket {
  guest: Guest;
  start: () => void;
  /** The place last told, so that it is told again only when it changes. */
  told: number;
  tell: (position: number) => void;
}

/** Lets questions in first come, first served, but never more than a person's or a workspace's share. */
export interface WaitingLine {
  /**
   * Resolves when it is this guest's turn, with the function that gives the place back (safe to call twice).
   * @param tell hears the position in the line, 1 being next, whenever it changes; never called when there is no wait
   * @throws TOO_MANY_QUESTIONS at once when the person has too many waiting; the signal's reason when it aborts
   */
  enter(guest: Guest, tell: (position: number) => void, signal?: AbortSignal): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
}

/** Opens a waiting line for one process. */
export const createWaitingLine = (limits: Limits = defaultLimits): WaitingLine => {
  const line: Ticket[] = [];
  const running = new Map<string, number>();
  let total = 0;

  const shares = ({ person, workspace }: Guest): { key: string; most: number }[] => [
    { key: `person ${person}`, most: limits.perPerson },
    ...(workspace === undefined ? [] : [{ key: `workspace ${workspace}`, most: limits.perWorkspace }]),
  ];
  const mayStart = (guest: Guest) =>
    total < limits.atOnce && shares(guest).every(({ key, most }) => (running.get(key) ?? 0) < most);
  const count = (guest: Guest, change: 1 | -1) => {
    total += change;
    for (const { key } of shares(guest)) {
      const now = (running.get(key) ?? 0) + change;
      if (now === 0) running.delete(key);
      else running.set(key, now);
    }
  };

  const take = (guest: Guest) => {
    count(guest, 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      count(guest, -1);
      admit();
    };
  };

  const admit = () => {
    for (let i = 0; i < line.length && total < limits.atOnce; ) {
      const ticket = line[i]!;
      if (!mayStart(ticket.guest)) i += 1;
      else {
        line.splice(i, 1);
        ticket.start();
      }
    }
    line.forEach((ticket, i) => {
      if (ticket.told === i + 1) return;
      ticket.told = i + 1;
      ticket.tell(i + 1);
    });
  };

  return {
    get running() {
      return total;
    },
    get waiting() {
      return line.length;
    },
    async enter(guest, tell, signal) {
      signal?.throwIfAborted();
      // Nobody who waits could start now (else `admit` had let them in), so whoever may start overtakes no one.
      if (mayStart(guest)) return take(guest);
      if (line.filter((ticket) => ticket.guest.person === guest.person).length >= limits.waitingPerPerson) {
        throw new ParleyError('TOO_MANY_QUESTIONS', {
          message: `You already have ${limits.waitingPerPerson} questions waiting.`,
          remedy: 'Ask this one again when some of them are answered.',
        });
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          line.splice(line.indexOf(ticket), 1);
          reject(signal?.reason);
          admit();
        };
        const ticket: Ticket = {
          guest,
          told: 0,
          tell,
          start: () => {
            signal?.removeEventListener('abort', leave);
            resolve(take(guest));
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        line.push(ticket);
        admit();
      });
    },
  };
};
