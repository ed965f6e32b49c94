import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Calls } from './calls.ts';

/** Sets the status line below a thread, and the agent session, for which Slack shows a stop button. */
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
    calls.bestEffort(() => client.assistant.threads.setStatus({ channel_id: channel, thread_ts: threadTs, status }));
  const setSession = (status: 'processing' | 'active') =>
    void calls.bestEffort(() => client.agents.sessions.setStatus({ channel_id: channel, thread_ts: threadTs, status }));

  /** Sends one status at a time. Of the statuses set meanwhile, only the latest is sent. */
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
    /** Starts the session, and so shows the stop button. Called at the first progress, so that it does not delay `begin`. */
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
    /** Ignores all further statuses; a request that was already sent still takes effect. */
    leave(): void {
      over = true;
    },
    clear: () => setStatus(''),
    /** Ends the session when no `chat.stopStream` call does. */
    end: () => setSession('active'),
  };
};
