import { ParleyError } from '../../core/errors.ts';

/** How much is answered at once. */
export interface Limits {
  /** Questions worked on at once by this process. */
  atOnce: number;
  /** Of these, by one person. */
  perPerson: number;
  /** Questions that one person may have waiting; one more is refused. */
  waitingPerPerson: number;
}

export const defaultLimits: Limits = { atOnce: 16, perPerson: 2, waitingPerPerson: 5 };

interface Ticket {
  person: string;
  start: () => void;
  /** The place last told, so that it is told again only when it changes. */
  told: number;
  tell: (position: number) => void;
}

/** Lets questions in first come, first served, but never more than a person's share. */
export interface WaitingLine {
  /**
   * Resolves when it is this person's turn, with the function that gives the place back (safe to call twice).
   * @param tell hears the position in the line, 1 being next, whenever it changes; never called when there is no wait
   * @throws TOO_MANY_QUESTIONS at once when the person has too many waiting; the signal's reason when it aborts
   */
  enter(person: string, tell: (position: number) => void, signal?: AbortSignal): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
}

/** Opens a waiting line for one process. */
export const createWaitingLine = (limits: Limits = defaultLimits): WaitingLine => {
  const line: Ticket[] = [];
  const running = new Map<string, number>();
  let total = 0;

  const mayStart = (person: string) => total < limits.atOnce && (running.get(person) ?? 0) < limits.perPerson;

  const take = (person: string) => {
    total += 1;
    running.set(person, (running.get(person) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      total -= 1;
      const left = (running.get(person) ?? 1) - 1;
      if (left === 0) running.delete(person);
      else running.set(person, left);
      admit();
    };
  };

  const admit = () => {
    for (let i = 0; i < line.length && total < limits.atOnce; ) {
      const ticket = line[i]!;
      if (!mayStart(ticket.person)) i += 1;
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
    async enter(person, tell, signal) {
      signal?.throwIfAborted();
      // Nobody who waits could start now (else `admit` had let them in), so whoever may start overtakes no one.
      if (mayStart(person)) return take(person);
      if (line.filter((ticket) => ticket.person === person).length >= limits.waitingPerPerson) {
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
          person,
          told: 0,
          tell,
          start: () => {
            signal?.removeEventListener('abort', leave);
            resolve(take(person));
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        line.push(ticket);
        admit();
      });
    },
  };
};
