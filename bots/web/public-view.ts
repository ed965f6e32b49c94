import type { Answer, TraceEvent } from '../../core/answer.ts';
import type { Settings } from '../../core/settings.ts';
import type { TurnEvent } from '../conversation/index.ts';
import { createPlainWords, plainFailure } from '../conversation/plain-words.ts';
import type { AnswerView, Failure } from './api.ts';

/** What the page may show of answers, traces and failures. Its readers are anonymous; the operator reads the log. */
export interface PublicView {
  /** The answer without its trace, which is many times as large. */
  answer(answer: Answer): AnswerView;
  trace(trace: readonly TraceEvent[]): TraceEvent[];
  event(event: TurnEvent): unknown;
  failure<T extends { message: string; remedy?: string }>(failure: T): T & Failure;
  /** Words to a reader, without what is internal. */
  text(words: string): string;
}

/**
 * Opens the view. Beside what looks internal, it leaves out every sentence that names a setting or the host of a server
 * in the settings.
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
