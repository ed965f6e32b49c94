import { randomBytes, randomUUID } from 'node:crypto';
import { ParleyError } from '../../core/errors.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { EVENT_TYPES, type EventType } from './events.ts';

/** A webhook: a URL of another program that receives events. */
export interface Endpoint {
  id: string;
  url: string;
  /** At least one. */
  events: readonly EventType[];
  /** The key for signatures: `whsec_` and 32 bytes in base64, the format of Standard Webhooks. */
  secret: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When the receiver answered 410 (Gone), after which nothing is sent. ISO 8601, UTC. */
  goneAt?: string;
}

/** The stored webhooks. */
export interface Endpoints {
  /** @throws BAD_USAGE if the URL is not a valid HTTP URL */
  add(url: string, events?: readonly EventType[]): Promise<Endpoint>;
  /** Oldest first. */
  list(): Promise<Endpoint[]>;
  get(id: string): Promise<Endpoint | undefined>;
  /** @throws UNKNOWN_ID */
  remove(id: string): Promise<Endpoint>;
  markGone(id: string): Promise<void>;
}

const KIND = 'webhook';
const MAX_ENDPOINTS = 100;

/** Creates the list of addresses that events are sent to. */
export const createEndpoints = (keyValues: KeyValueStore): Endpoints => {
  const get = (id: string) => keyValues.get<Endpoint>(KIND, id);
  return {
    async add(url, events = EVENT_TYPES) {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new ParleyError('BAD_USAGE', {
          message: `${url} is no web address.`,
          remedy: 'Name one that takes POST, such as https://hooks.example.com/parley.',
        });
      const endpoint: Endpoint = {
        id: randomUUID().slice(0, 8),
        url: new URL(url).href,
        events,
        secret: `whsec_${randomBytes(32).toString('base64')}`,
        createdAt: new Date().toISOString(),
      };
      await keyValues.put(KIND, endpoint.id, endpoint);
      return endpoint;
    },
    async list() {
      const rows = await keyValues.list<Endpoint>(KIND, { limit: MAX_ENDPOINTS });
      return rows.map(({ value }) => value).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },
    get,
    async remove(id) {
      const endpoint = await get(id);
      if (!endpoint || !(await keyValues.delete(KIND, id)))
        throw new ParleyError('UNKNOWN_ID', {
          message: `There is no webhook ${id}.`,
          remedy: 'Look at the list of webhooks again, in the console or by `parley webhooks list`.',
        });
      return endpoint;
    },
    async markGone(id) {
      const endpoint = await get(id);
      if (endpoint) await keyValues.put(KIND, id, { ...endpoint, goneAt: new Date().toISOString() });
    },
  };
};
