import type { Answer } from '../../core/answer.ts';
import type { Feedback } from '../../core/conversation.ts';
import type { Log } from '../../core/log.ts';
import type { Ask } from './events.ts';

/** How one attempt at a question ended, for logs and metrics: no text of the question or of the answer is in it. */
export interface TurnRecord {
  turnId: string;
  eventId: string;
  platform: Ask['platform'];
  /**
   * `answered` (whatever its verdict), `failed`, `stopped` by its asker, `refused` (no room in the line), `left` for the
   * next process (this one goes down, or its claim was taken over).
   */
  outcome: 'answered' | 'failed' | 'stopped' | 'refused' | 'left';
  /** From the claim to the end, in seconds, and how long of that it waited in the line. */
  seconds: number;
  waitedSeconds: number;
  /** Another process had begun it and fell silent. */
  takenOver: boolean;
  answer?: Pick<Answer, 'verdict' | 'mode' | 'strategy' | 'usage'>;
  /** Why it failed or was refused. */
  code?: string;
}

/** Hears of every attempt at a question, and may look at the waiting line. */
export interface TurnObserver {
  ended(record: TurnRecord): void;
  /** Somebody's opinion is stored. */
  feedback?(feedback: Feedback): void;
  line(line: { readonly running: number; readonly waiting: number }): void;
}

/** One line for each attempt: what an operator must act on is a warning, the rest is information. */
export const logTurn = (log: Log, { answer, outcome, ...record }: TurnRecord): void => {
  const said = {
    ...record,
    seconds: round(record.seconds),
    waitedSeconds: round(record.waitedSeconds),
    ...(answer && {
      verdict: answer.verdict,
      mode: answer.mode,
      strategy: answer.strategy,
      tokens: answer.usage.inputTokens + answer.usage.outputTokens,
    }),
  };
  if (outcome === 'failed') log.warn(said, 'a question failed');
  else if (outcome === 'refused') log.warn(said, 'a question was refused: too many are waiting');
  else if (outcome === 'left') log.warn(said, 'a question was left to the next process');
  else log.info(said, outcome === 'stopped' ? 'a question was stopped' : 'a question was answered');
};

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
