import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.generated.ts';

export type { components, paths } from './schema.generated.ts';

/** A typed client of the API, with the types of its OpenAPI document. */
export type ParleyClient = Client<paths>;

/**
 * Creates a client of a running Parley. Each call returns `{ data }` or `{ error: { code, message, remedy } }`.
 *
 * @param options `url`: Parley's base URL. `token`: a token from `parley tokens create`; without it, only public pages are
 *   visible
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
