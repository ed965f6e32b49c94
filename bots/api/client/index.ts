import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.generated.ts';

export type { components, paths } from './schema.generated.ts';

/** The API of one Parley, with the types of its OpenAPI document. */
export type ParleyClient = Client<paths>;

/**
 * Opens a client of a running Parley. Each call gives `{ data }`, or `{ error: { code, message, remedy } }`.
 *
 * @param options `url`: where Parley is; `token`: one of `parley tokens create`; without it, public pages are seen
 * @example
 * const parley = createParleyClient({ url: 'http://localhost:3000', token: process.env.PARLEY_TOKEN });
 * const { data, error } = await parley.POST('/ask', { body: { question: 'How long is parental leave?' } });
 */
export const createParleyClient = ({
  url,
  token,
  fetch,
}: {
  url: string;
  token?: string;
  fetch?: (request: Request) => Promise<Response>;
}): ParleyClient =>
  createFetchClient<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/api/v1`,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch && { fetch }),
  });
