import type { Answer, TraceEvent } from '../../core/answer.ts';
import { type Settings, settingsSchema } from '../../core/settings.ts';
import type { TurnEvent } from '../conversation/index.ts';
import type { AnswerView, Failure } from './api.ts';

/** What the page may show of answers, traces and failures. Its readers are anonymous; the operator reads the log. */
export interface PublicView {
  /** The answer without its trace, which is many times as large. */
  answer(answer: Answer): AnswerView;
  trace(trace: readonly TraceEvent[]): TraceEvent[];
  event(event: TurnEvent): unknown;
  failure<T extends { message: string; remedy?: string }>(failure: T): T & Failure;
}

/** Text that Parley's own errors have and a reader has no use for: addresses, settings, file paths, system error codes. */
const INTERNAL = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S/i,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  /\bE(?:CONN|NOTFOUND|AI_|PIPE|ACCES|NOENT|TIMEDOUT|HOSTUNREACH)[A-Z_]*\b/,
  /(?:^|[\s"'`(])(?:~|[A-Za-z]:)?[\\/](?:[\w.-]+[\\/])+/,
  /`parley /,
];

/**
 * Opens the view. Beside what looks internal, it leaves out every sentence that names a setting or the host of a server
 * in the settings.
 */
export const createPublicView = (settings: Settings): PublicView => {
  const hosts = Object.entries(settings)
    .filter(([name]) => name !== 'PARLEY_PUBLIC_URL')
    .flatMap(([, value]) => (typeof value === 'string' && URL.canParse(value) ? new URL(value).hostname : []))
    .filter((host) => host !== '');
  const names = [...Object.keys(settingsSchema.shape), ...hosts].map((name) => name.toLowerCase());
  const isInternal = (text: string) => {
    const lower = text.toLowerCase();
    return INTERNAL.some((pattern) => pattern.test(text)) || names.some((name) => containsWord(lower, name));
  };

  /** The sentences that hold nothing internal, and of the others what stands before a colon or bracket. */
  const text = (whole: string): string =>
    whole
      .split(/(?<=[.!?])\s+/)
      .flatMap((sentence) => {
        if (!isInternal(sentence)) return [sentence];
        const head = sentence.split(/: | \(/)[0] ?? '';
        return head === sentence || isInternal(head) ? [] : [`${head.trim()}.`];
      })
      .join(' ');

  const failure = <T extends { message: string; remedy?: string }>(failed: T) => ({
    code: 'INTERNAL',
    ...failed,
    message: text(failed.message) || 'Parley cannot do this right now.',
    remedy: text(failed.remedy ?? '') || 'Try again in a few minutes; whoever runs Parley finds the reason in its log.',
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

const containsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '')) return true;
  }
  return false;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
