import { type Clock, steadyMs, systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import { createCounts } from './counts.ts';
import { createTicketLine, type Ticket, type Waiter } from './ticket-line.ts';

/** How much is answered at once, and how many questions may wait. */
export interface Limits {
  /** Questions worked on at once by this process. */
  atOnce: number;
  /** Of these, by one person. */
  perPerson: number;
  /** Of these, in one workspace. */
  perWorkspace: number;
  /** Questions that one person may have waiting; further ones are refused. */
  waitingPerPerson: number;
  /** Questions that may wait in total. Whoever clears their cookies is a new person, so a bound per person is not enough. */
  maxWaiting: number;
  /** Questions that may wait from one network address, where the platform sees one. */
  maxWaitingPerAddress: number;
  /**
   * A question from a network address that would be answered later than this is refused, unless answers take so long
   * themselves that `BEARABLE_ANSWERS` of them, one after the other, take longer.
   */
  maxExpectedMs: number;
}

export const defaultLimits: Limits = {
  atOnce: 16,
  perPerson: 2,
  perWorkspace: 16,
  waitingPerPerson: 5,
  maxWaiting: 500,
  maxWaitingPerAddress: 100,
  maxExpectedMs: 8_000,
};

/** Lets questions in first come, first served, but never more than a person's or a workspace's share. */
export interface WaitingLine {
  /**
   * Takes a place: at once among those being answered if there is room, else at the end of the line.
   * @param accepted another process has accepted the question already, so that it is never refused here
   * @throws TOO_MANY_QUESTIONS when too many wait already: in total, of this person or from this address, or more than can be
   * answered soon; `details.retryAfterSeconds` estimates when to come back
   */
  join(waiter: Waiter, options?: { accepted?: boolean }): PlaceInLine;
  readonly running: number;
  readonly waiting: number;
}

/** A waiter's place in the line, and then among those being answered. */
export interface PlaceInLine {
  /**
   * Resolves when it is this waiter's turn.
   * @param onPosition gets the position in the line, 1 being next: at once, then as it changes (the next
   * ten each time, those further back when they have moved up by a tenth); never called when there is
   * no wait
   * @throws the signal's reason when it aborts before
   */
  turn(onPosition: (position: number) => void, signal?: AbortSignal): Promise<void>;
  /** Gives the place up, wherever it is; safe to call twice. */
  leave(): void;
}

/** What an answer is assumed to take until the first one is measured. */
const ASSUMED_ANSWER_MS = 10_000;

/** What one more answer weighs in the mean duration. */
const MEAN_WEIGHT = 0.1;

/**
 * Where an answer takes half a minute, people wait longer for their turn than where it takes half a second: a question may
 * take as long as so many answers one after the other, the last being its own.
 */
const BEARABLE_ANSWERS = 4;

const MIN_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 600;

/** Opens a waiting line for one process. */
export const createWaitingLine = (limits: Limits = defaultLimits, clock: Clock = systemClock): WaitingLine => {
  const line = createTicketLine();
  const running = { persons: createCounts(), workspaces: createCounts() };
  let arrivals = 0;
  let total = 0;
  let meanAnswerMs = ASSUMED_ANSWER_MS;

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

  /** Answers one after the other until that of a question that came now would be there, its own included. */
  const expectedAnswers = (waitingInWorkspace: number) =>
    1 + Math.max(line.size / limits.atOnce, waitingInWorkspace / limits.perWorkspace);

  const expectRoom = (waiter: Waiter) => {
    const { person: own, address: near, workspace } = line.waitingOf(waiter);
    if (own >= limits.waitingPerPerson) refuse(`You already have ${own} questions waiting.`, own, limits.perPerson);
    if (near >= limits.maxWaitingPerAddress) {
      refuse(`${near} questions from your network address are already waiting.`, near, limits.atOnce);
    }
    if (line.size >= limits.maxWaiting) {
      refuse(`${line.size} questions are already waiting.`, line.size, limits.atOnce);
    }
    // Who asks in a chat does other things until the reply is there; who holds a connection open sits before it.
    if (waiter.address === undefined) return;
    const answers = expectedAnswers(workspace);
    if (answers > BEARABLE_ANSWERS && answers * meanAnswerMs > limits.maxExpectedMs) {
      refuse(`${line.size} questions are already waiting.`, answers - 1, 1);
    }
  };

  const start = (ticket: Ticket) => {
    const { person, workspace } = ticket.waiter;
    ticket.state = 'running';
    ticket.startedAt = steadyMs(clock);
    total += 1;
    running.persons.add(person, 1);
    running.workspaces.add(workspace, 1);
    ticket.started.resolve();
  };

  const stop = ({ waiter: { person, workspace }, startedAt }: Ticket) => {
    meanAnswerMs += MEAN_WEIGHT * (steadyMs(clock) - startedAt - meanAnswerMs);
    total -= 1;
    running.persons.add(person, -1);
    running.workspaces.add(workspace, -1);
  };

  const admit = () => {
    while (total < limits.atOnce && line.size > 0) {
      const ticket = line.first(workspaceIsFull, personIsBusy);
      if (!ticket) break;
      line.remove(ticket);
      start(ticket);
    }
    line.planSweep();
  };

  const leave = (ticket: Ticket) => {
    const { state } = ticket;
    if (state === 'left') return;
    ticket.state = 'left';
    if (state === 'waiting') line.remove(ticket);
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
    join(waiter, { accepted = false } = {}) {
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
        if (!accepted) expectRoom(waiter);
        line.add(ticket);
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
