import { randomUUID } from 'node:crypto';
import { isParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { JobKind, LeasedJob, Stores } from '../../stores/index.ts';
import type { Fetcher } from '../guarded-fetcher.ts';
import { createEndpoints, type Endpoint, type Endpoints } from './endpoints.ts';
import type { EventType, TeamEvent } from './events.ts';
import { payloadOf } from './payload.ts';

/** The delivery of one event to one webhook. It becomes a dead letter after about four hours of failures. */
export const WEBHOOK: JobKind = {
  name: 'webhook',
  leaseSeconds: 60,
  attempts: 10,
  backoffSeconds: 30,
  maxBackoffSeconds: 7200,
  maxWaiting: 10_000,
};

/** Limit of a receiver's response, which is not used. */
const MAX_RESPONSE_BYTES = 65_536;
const GONE = 410;
/** Maximum number of dead letters of all kinds that are searched. */
const MAX_FAILED = 1000;

/** The data of a job. Without texts, so that erased data does not remain in the queue. */
interface Delivery {
  endpoint: string;
  /** The receiver's idempotency key, the same for every attempt. */
  id: string;
  event: TeamEvent;
  /** ISO 8601, UTC. */
  at: string;
}

/** An event whose delivery failed in all attempts. */
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
  /** Enqueues an event for all webhooks that receive its type. Never throws; failures are logged. */
  emit(event: TeamEvent): Promise<void>;
  /** Sends a test event directly. @throws FETCH_FAILED, FETCH_REFUSED, UNKNOWN_ID */
  test(endpointId: string): Promise<void>;
  /** Failed deliveries, newest first. @param options `retry` enqueues them again */
  failed(options?: { retry?: boolean }): Promise<FailedDelivery[]>;
  /** Processes one job. @throws FETCH_FAILED, FETCH_REFUSED, after which the job is retried */
  deliver(job: Pick<LeasedJob, 'data'>, signal: AbortSignal): Promise<void>;
}

/**
 * Sends events to other programs, signed according to Standard Webhooks (standardwebhooks.com). Events are jobs: any process
 * can emit one, and any worker sends it and retries until the receiver answers with 2xx.
 *
 * @param options `fetcher` must be the guarded one, which refuses internal addresses that are not in PARLEY_FETCH_ALLOW
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
  /** Parley's URL, without a slash at the end. */
  publicUrl?: string;
  log: Log;
  /** The rules of its jobs. */
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
      // `remove` throws UNKNOWN_ID.
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

/** Timeout of a request to a receiver. */
const TIMEOUT_MS = 15_000;

/** Opens the webhooks with these settings. Imports the fetcher at the first delivery. */
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

/** An event's id, which starts with its type. A repeated event has the same id, so that receivers recognise it. */
const idOf = (event: TeamEvent): string =>
  // Only an unanswered question happens once. Feedback can change, and sources can fail again.
  `${event.type}_${event.type === 'question.unanswered' ? event.turnId : randomUUID()}`;

const typeOf = (id: string): string => id.slice(0, id.indexOf('_'));
