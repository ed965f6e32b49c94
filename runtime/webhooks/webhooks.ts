import { randomUUID } from 'node:crypto';
import { isParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { JobKind, LeasedJob, Stores } from '../../stores/index.ts';
import type { Fetcher } from '../guarded-fetcher.ts';
import { createEndpoints, type Endpoint, type Endpoints } from './endpoints.ts';
import type { EventType, TeamEvent } from './events.ts';
import { payloadOf } from './payload.ts';

/** One event for one endpoint. A receiver that is down for four hours misses nothing; then it is a dead letter. */
export const WEBHOOK: JobKind = {
  name: 'webhook',
  leaseSeconds: 60,
  attempts: 10,
  backoffSeconds: 30,
  maxBackoffSeconds: 7200,
  maxWaiting: 10_000,
};

/** A receiver's answer says nothing that is read. */
const MAX_RESPONSE_BYTES = 65_536;
const GONE = 410;
/** Dead letters of every kind that are looked through. */
const MAX_FAILED = 1000;

/** What a job holds: nobody's words, so that nothing is left behind in the queue when they are erased. */
interface Delivery {
  endpoint: string;
  /** The receiver's key against repetitions: the same for every attempt. */
  id: string;
  event: TeamEvent;
  /** ISO 8601, UTC. */
  at: string;
}

/** An event that was not delivered in all of its attempts. */
export interface FailedDelivery {
  endpoint: string;
  type: string;
  attempts: number;
  error: string;
  /** ISO 8601, UTC. */
  failedAt: string;
}

export interface Webhooks {
  readonly endpoints: Endpoints;
  /** Hands an event to every endpoint that wants it. Never throws: what cannot be handed over is logged. */
  emit(event: TeamEvent): Promise<void>;
  /** Sends one event at once. @throws FETCH_FAILED, FETCH_REFUSED, UNKNOWN_ID */
  test(endpointId: string): Promise<void>;
  /** Events that no attempt could deliver, newest first. @param options `retry` puts them back in the queue */
  failed(options?: { retry?: boolean }): Promise<FailedDelivery[]>;
  /** Does one job. @throws FETCH_FAILED, FETCH_REFUSED: it is tried again */
  deliver(job: Pick<LeasedJob, 'data'>, signal: AbortSignal): Promise<void>;
}

/**
 * Tells other programs what happened, signed as Standard Webhooks says (standardwebhooks.com). Events are jobs, so that any
 * process may cause one and any worker sends it, again until the receiver answers with 2xx.
 *
 * @param options `fetcher` is the guarded one: an address inside the network is refused unless PARLEY_FETCH_ALLOW names it
 */
export const createWebhooks = ({
  stores,
  fetcher,
  publicUrl,
  log,
  kind = WEBHOOK,
}: {
  stores: Pick<Stores, 'keyValues' | 'jobs' | 'conversations' | 'documents'>;
  fetcher: () => Promise<Fetcher>;
  /** Where people reach Parley, without a slash at the end. */
  publicUrl?: string;
  log: Log;
  /** How its jobs are treated. */
  kind?: JobKind;
}): Webhooks => {
  const endpoints = createEndpoints(stores.keyValues);

  const send = async (endpoint: Endpoint, { id, event, at }: Delivery, signal?: AbortSignal): Promise<void> => {
    const payload = await payloadOf(stores, event, at, publicUrl);
    if (!payload) return;
    const { Webhook } = await import('standardwebhooks');
    const sentAt = new Date();
    const signature = new Webhook(endpoint.secret).sign(id, sentAt, JSON.stringify(payload));
    const seconds = String(Math.floor(sentAt.getTime() / 1000));
    await (await fetcher()).fetch(endpoint.url, {
      json: payload,
      headers: { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature },
      maxBytes: MAX_RESPONSE_BYTES,
      signal,
    });
  };

  return {
    endpoints,
    async emit(event) {
      try {
        const wanting = (await endpoints.list()).filter(({ goneAt, events }) => !goneAt && wants(events, event));
        for (const { id: endpoint } of wanting) {
          const delivery: Delivery = { endpoint, id: idOf(event), event, at: new Date().toISOString() };
          await stores.jobs.enqueue({
            kind,
            key: `${endpoint}:${delivery.id}`,
            data: delivery,
            group: endpoint,
          });
        }
      } catch (error) {
        log.warn({ err: error, type: event.type }, 'an event could not be handed to the webhooks; it is not sent');
      }
    },
    async test(id) {
      const endpoint = await endpoints.get(id);
      // `remove` knows the words for one that is not there.
      if (!endpoint) return void (await endpoints.remove(id));
      await send(endpoint, {
        endpoint: id,
        id: idOf({ type: 'test' }),
        event: { type: 'test' },
        at: new Date().toISOString(),
      });
    },
    async failed({ retry = false } = {}) {
      const dead = (await stores.jobs.dead(MAX_FAILED)).filter((job) => job.kind === kind.name);
      if (retry) for (const { id } of dead) await stores.jobs.retry(id);
      return dead.map(({ key, attempts, error, failedAt }) => {
        const [endpoint = '', ...id] = key.split(':');
        return { endpoint, type: typeOf(id.join(':')), attempts, error, failedAt };
      });
    },
    async deliver({ data }, signal) {
      const delivery = data as Delivery;
      const endpoint = await endpoints.get(delivery.endpoint);
      if (!endpoint || endpoint.goneAt) return;
      try {
        await send(endpoint, delivery, signal);
      } catch (error) {
        if (!isParleyError(error, 'FETCH_FAILED') || error.details.status !== GONE) throw error;
        await endpoints.markGone(endpoint.id);
        log.warn({ webhook: endpoint.id }, 'a webhook answered that it is gone (410); nothing more is sent to it');
      }
    },
  };
};

/** How long a receiver may take to answer. */
const TIMEOUT_MS = 15_000;

/** The webhooks of these settings; what sends them is loaded with the first. */
export const openWebhooks = (
  settings: Settings,
  stores: Parameters<typeof createWebhooks>[0]['stores'],
  log: Log,
): Webhooks => {
  let fetcher: Promise<Fetcher> | undefined;
  const open = async () =>
    (await import('../guarded-fetcher.ts')).openGuardedFetcher(settings, { timeoutMs: TIMEOUT_MS });
  return createWebhooks({
    stores,
    fetcher() {
      fetcher ??= open();
      return fetcher;
    },
    publicUrl: settings.PARLEY_PUBLIC_URL?.replace(/\/+$/, ''),
    log,
  });
};

const wants = (events: readonly EventType[], { type }: TeamEvent): boolean => events.some((name) => name === type);

/** Begins with the type. The same event has the same id, so that a receiver that gets it twice sees it. */
const idOf = (event: TeamEvent): string =>
  // A person may change their mind, and a source fail again: only a question is unanswered once.
  `${event.type}_${event.type === 'question.unanswered' ? event.turnId : randomUUID()}`;

const typeOf = (id: string): string => id.slice(0, id.indexOf('_'));
