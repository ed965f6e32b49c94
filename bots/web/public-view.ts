import type { Answer, TraceEvent } from '../../core/answer.ts';
import type { Settings } from '../../core/settings.ts';
import type { TurnEvent } from '../conversation/events.ts';
import { createPlainWords, plainFailure } from '../conversation/plain-words.ts';
import type { AnswerView, Failure } from './api.ts';

/** Removes internal details from answers, traces and failures, since the page's readers may be anonymous. */
export interface PublicView {
  /** Drops the trace, which is many times as large as the answer itself. */
  answer(answer: Answer): AnswerView;
  trace(trace: readonly TraceEvent[]): TraceEvent[];
  event(event: TurnEvent): unknown;
  failure<T extends { message: string; remedy?: string }>(failure: T): T & Failure;
  /** Returns the text without its internal details. */
  text(words: string): string;
}

/**
 * Creates the view. `createPlainWords` decides what is internal: file paths, system error codes, addresses, names of settings
 * and hosts of servers in the settings.
 */
export const createPublicView = (settings: Settings): PublicView => {
  const text = createPlainWords(settings);
  const failure = <T extends { message: string; remedy?: string }>(failed: T) => ({
    code: 'INTERNAL',
    ...plainFailure(failed, text),
  });

  const answer = ({ trace: _, notices, ...rest }: Answer): AnswerView => ({
    ...rest,
    ...(notices && { notices: notices.map(text).filter((notice) => notice !== '') }),
  });

  const traceEvent = (event: TraceEvent): TraceEvent => {
    if ((event.kind !== 'note' && event.kind !== 'tool') || !isRecord(event.data)) return event;
    const { message, notice, failed } = event.data;
    return {
      ...event,
      data: {
        ...event.data,
        ...(typeof message === 'string' && { message: text(message) }),
        ...(typeof notice === 'string' && { notice: text(notice) }),
        ...(isRecord(failed) && { failed: { code: failed.code, message: text(String(failed.message)) } }),
      },
    };
  };

  return {
    answer,
    failure,
    text,
    trace: (trace) => trace.map(traceEvent),
    event(event) {
      if (event.type === 'error') return failure(event);
      if (event.type === 'trace') return { ...event, event: traceEvent(event.event) };
      if (event.type === 'answer' || event.type === 'duplicate') {
        return { ...event, answer: event.answer && answer(event.answer) };
      }
      return event;
    },
  };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
