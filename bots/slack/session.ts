import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Calls } from './calls.ts';

/** The line under a thread that says what Parley is doing, and the agent session that brings the stop button. */
export const createSession = ({
  client,
  calls,
  clock,
  channel,
  threadTs,
  paceMs,
}: {
  client: webApi.WebClient;
  calls: Calls;
  clock: Clock;
  channel: string;
  threadTs: string;
  paceMs: number;
}) => {
  let wanted = '';
  let shown = '';
  let sending = false;
  let isOpen = false;
  let over = false;

  const setStatus = (status: string) =>
    calls.looks(() => client.assistant.threads.setStatus({ channel_id: channel, thread_ts: threadTs, status }));
  const setSession = (status: 'processing' | 'active') =>
    void calls.looks(() => client.agents.sessions.setStatus({ channel_id: channel, thread_ts: threadTs, status }));

  /** One status at a time: of those that come while it is on its way, the last one follows. */
  const send = async () => {
    while (wanted !== shown && !over) {
      shown = wanted;
      await setStatus(`${shown.charAt(0).toLowerCase()}${shown.slice(1)}…`);
      await clock.sleep(paceMs);
    }
    sending = false;
  };

  return {
    begin: () => setStatus('is reading your question…'),
    /** The stop button comes with the session; it is of use once the work has begun, and first signs go before it. */
    open(): void {
      if (isOpen || over) return;
      isOpen = true;
      setSession('processing');
    },
    status(text: string): void {
      const line = text.trim().replace(/[.…]+$/, '');
      if (line === wanted || over) return;
      wanted = line;
      if (sending) return;
      sending = true;
      void send();
    },
    /** Nothing more is shown; what is on its way arrives. */
    leave(): void {
      over = true;
    },
    clear: () => setStatus(''),
    /** For a session that no stopped stream brings to its end. */
    end: () => setSession('active'),
  };
};
