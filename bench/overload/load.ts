import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../core/answer.ts';

/** How one question ended for the person who asked it. Anything but the first three is a broken promise. */
export type Ending =
  | 'answered'
  | 'answered after a place in the line'
  | 'refused with a time'
  | 'refused without a time'
  | 'broken';

/** One question, from its request to its last event. */
export interface Outcome {
  ending: Ending;
  /** Milliseconds to the answer, or to the refusal. */
  ms: number;
  /** What a broken one said. */
  why?: string;
}

/** Whoever asks: a browser with its cookie, at a network address of its own. */
export interface Person {
  cookie: string;
  address: string;
}

/** Opens the page as so many people, each from an address of their own behind the proxy. */
export const openPages = (url: string, count: number): Promise<Person[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const address = `10.1.${n >> 8}.${n & 255}`;
      const response = await fetch(`${url}/api/v1/about`, { headers: { 'x-forwarded-for': address } });
      await response.arrayBuffer();
      return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', address };
    }),
  );

interface Event {
  type: string;
  code?: string;
  retryAfterSeconds?: number;
  answer?: Answer;
}

const headersOf = ({ cookie, address }: Person) => ({
  cookie,
  'x-forwarded-for': address,
  'content-type': 'application/json',
});

/** Sends a question as the page does. */
const send = (
  url: string,
  person: Person,
  text: string,
  { conversationId = `web:${crypto.randomUUID()}`, eventId = crypto.randomUUID(), strategy }: AskOptions,
): Promise<Response> =>
  fetch(`${url}/api/v1/conversations/${conversationId}/questions`, {
    method: 'POST',
    headers: headersOf(person),
    body: JSON.stringify({ eventId, text, strategy }),
  });

/** Reads the events of a turn to the end. */
const eventsOf = async (url: string, person: Person, turnId: string): Promise<{ status: number; events: Event[] }> => {
  const stream = await fetch(`${url}/api/v1/turns/${turnId}/events`, { headers: headersOf(person) });
  const events = (await stream.text())
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)) as Event);
  return { status: stream.status, events };
};

/** What a question may say besides its text. */
export interface AskOptions {
  /** Continues this conversation; a new one by default. */
  conversationId?: string;
  /** The same one sent twice is one question. */
  eventId?: string;
  strategy?: string;
}

/** Asks as the page does, and reads its events to the end. */
export const askOnce = async (
  url: string,
  person: Person,
  text: string,
  options: AskOptions = {},
): Promise<Outcome> => {
  const started = performance.now();
  const after = (ending: Ending, why?: string): Outcome => ({
    ending,
    ms: performance.now() - started,
    ...(why !== undefined && { why }),
  });
  try {
    const asked = await send(url, person, text, options);
    const said = (await asked.json()) as { turnId?: string; code?: string };
    if (said.turnId === undefined) {
      const timed = Number(asked.headers.get('retry-after')) > 0;
      if (asked.status === 429) return after(timed ? 'refused with a time' : 'refused without a time', said.code);
      return after('broken', `${asked.status} ${said.code}`);
    }
    const { status, events } = await eventsOf(url, person, said.turnId);
    const last = events.at(-1);
    const waited = events.some(({ type }) => type === 'queued');
    if (last?.type === 'answer') return after(waited ? 'answered after a place in the line' : 'answered');
    if (last?.type === 'error' && last.retryAfterSeconds !== undefined) return after('refused with a time', last.code);
    return after('broken', `${status} ${last?.type} ${last?.code}`);
  } catch (error) {
    const { message, cause } = error as Error;
    return after('broken', `${message} ${(cause as { code?: string } | undefined)?.code ?? ''}`.trim());
  }
};

/** Asks as the page does. @throws Error with the last event if no answer is among them */
export const askForAnswer = async (url: string, person: Person, text: string): Promise<Answer> => {
  const options = { conversationId: `web:${crypto.randomUUID()}`, eventId: crypto.randomUUID() };
  // The server may just have closed the idle connection.
  const asked = await send(url, person, text, options).catch(() => send(url, person, text, options));
  const { turnId } = (await asked.json()) as { turnId: string };
  const { events } = await eventsOf(url, person, turnId);
  const answer = events.find((event) => event.type === 'answer')?.answer;
  if (!answer) throw new Error(`no answer: ${JSON.stringify(events.at(-1))}`);
  return answer;
};

/**
 * So many people ask one question after the other for so long.
 * @returns every question's outcome; their number by the seconds is what the server can answer
 */
export const askInTurn = async (
  ask: (n: number) => Promise<Outcome>,
  { people, ms }: { people: number; ms: number },
): Promise<Outcome[]> => {
  const until = performance.now() + ms;
  const outcomes: Outcome[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < until) outcomes.push(await ask(next++));
    }),
  );
  return outcomes;
};

/** Questions that come at a rate, whether or not those before them were answered. @param perSecond the rate */
export const askAtRate = async (
  ask: (n: number) => Promise<Outcome>,
  { perSecond, ms }: { perSecond: number; ms: number },
): Promise<Promise<Outcome>[]> => {
  const started = performance.now();
  const sent: Promise<Outcome>[] = [];
  while (performance.now() - started < ms) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
    while (sent.length < due) sent.push(ask(sent.length));
    await sleep(5);
  }
  return sent;
};
