import { setTimeout as sleep } from 'node:timers/promises';
import type { SlackFake } from '../../bots/slack/fake/index.ts';
import { finals, shownText } from '../../bots/slack/testing/harness.ts';

/** What one question came to, as the person sees it who asked. */
export interface Asked {
  where: 'slack' | 'page';
  /** The message in Slack, or the event's id of the page. */
  id: string;
  question: string;
  askedAt: number;
  /** Slack gave up delivering it: no process acknowledged it in time. It is said, and not counted as Parley's loss. */
  undelivered?: boolean;
  /** What stands under the question now: complete replies, ones that never ended, and what the page was told last. */
  look(): { complete: readonly string[]; incomplete: number; last?: string };
}

const BOT = '<@UBOTT1>';

/** Asks in a channel or a direct message, and sometimes has Slack deliver it twice, as Slack does. */
export const askInSlack = async (
  slack: SlackFake,
  question: string,
  { user, channel, times }: { user: string; channel: string; times: number },
): Promise<Asked> => {
  const askedAt = performance.now();
  const said = await slack.say({ channel, user, text: `${BOT} ${question}`, times });
  const acknowledged = said.deliveries.some(({ response }) => response !== undefined);
  return {
    where: 'slack',
    id: said.ts,
    question,
    askedAt,
    ...(!acknowledged && { undelivered: true }),
    look() {
      const replies = slack.replies(channel, said.ts).filter(({ ephemeralTo }) => ephemeralTo === undefined);
      const complete = finals(replies);
      // That nothing was found is said to the asker alone. Slack cannot be asked for it, so it may come twice.
      const whispers = slack.ephemeral(user).filter(({ threadTs }) => threadTs === said.ts);
      return {
        complete: [...complete, ...whispers.slice(0, 1)].map(shownText),
        incomplete: replies.length - complete.length,
      };
    },
  };
};

/** Asks as the page does: under an id of its own, again wherever a front answers, until the events end in an answer. */
export const askOnPage = (urls: readonly string[], cookie: string, question: string, signal: AbortSignal): Asked => {
  const eventId = crypto.randomUUID();
  const thread = `web:${crypto.randomUUID()}`;
  const answers: string[] = [];
  const told = { last: '' };
  void follow({ urls, cookie, signal, told }, { eventId, thread, question }).then(
    (answer) => answers.push(answer),
    () => {},
  );
  return {
    where: 'page',
    id: eventId,
    question,
    askedAt: performance.now(),
    look: () => ({ complete: answers, incomplete: 0, ...told }),
  };
};

interface Page {
  urls: readonly string[];
  cookie: string;
  signal: AbortSignal;
  told: { last: string };
}

/** @returns the answer's text, or the failure that was shown */
const follow = async (
  { urls, cookie, signal, told }: Page,
  { eventId, thread, question }: { eventId: string; thread: string; question: string },
): Promise<string> => {
  const headers = { cookie, 'content-type': 'application/json' };
  let turnId: string | undefined;
  for (let tries = Math.floor(Math.random() * urls.length); ; tries += 1) {
    signal.throwIfAborted();
    const url = urls[tries % urls.length];
    try {
      if (turnId === undefined) {
        const body = JSON.stringify({ eventId, text: question });
        const asked = await fetch(`${url}/api/v1/conversations/${thread}/questions`, {
          method: 'POST',
          headers,
          body,
          signal,
        });
        const said = (await asked.json()) as { turnId?: string };
        const retryAfter = Number(asked.headers.get('retry-after') ?? 0.5);
        turnId = said.turnId;
        told.last = `${asked.status} ${JSON.stringify(said)}`;
        if (turnId === undefined) await sleep(retryAfter * 1000, undefined, { signal });
        else continue;
      }
      const events = await (await fetch(`${url}/api/v1/turns/${turnId}/events`, { headers, signal })).text();
      const last = events
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => JSON.parse(line.slice('data:'.length)) as { type: string; answer?: { text: string } })
        .findLast(({ type }) => type === 'answer' || type === 'error');
      if (last?.type === 'answer' && last.answer) return last.answer.text;
      told.last = events.slice(-300);
      // A failure of the moment, such as a process that goes down, is followed by the records' own word.
      if (last?.type === 'error') return `error: ${JSON.stringify(last)}`;
    } catch (error) {
      signal.throwIfAborted();
      told.last = String(error);
    }
    await sleep(300, undefined, { signal });
  }
};
