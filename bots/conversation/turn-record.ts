import type { Answer } from '../../core/answer.ts';
import type { Feedback } from '../../core/conversation.ts';
import type { Log } from '../../core/log.ts';
import type { Ask } from './events.ts';

/** The result of one attempt at a question, for logs and metrics; without the text of question and answer. */
export interface TurnRecord {
  /** Empty if the store was away before the turn could be stored. */
  turnId: string;
  eventId: string;
  platform: Ask['platform'];
  /**
   * `answered`: with any verdict. `stopped`: by its asker. `refused`: the waiting line is full. `left`: for another process,
   * since this one shuts down or lost its claim.
   */
  outcome: 'answered' | 'failed' | 'stopped' | 'refused' | 'left';
  /** `seconds`: from the claim to the end. `waitedSeconds`: the part of it spent in the waiting line. */
  seconds: number;
  waitedSeconds: number;
  /** True when it resumed the work of a dead process. */
  takenOver: boolean;
  answer?: Pick<Answer, 'verdict' | 'mode' | 'strategy' | 'usage'>;
  /** The error code, when it failed or was refused. */
  code?: string;
}

/** Is notified of every attempt at a question and of feedback, and can read the length of the waiting line. */
export interface TurnObserver {
  ended(record: TurnRecord): void;
  /** Called after feedback was stored. */
  feedback?(feedback: Feedback): void;
  line(line: { readonly running: number; readonly waiting: number }): void;
}

/** Logs an attempt: as a warning when an operator may have to act, otherwise as information. */
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
