import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import type { Api, ApiPage } from './api.ts';

/**
 * Follows a list from answer to answer.
 *
 * @param first the address of the first answer
 * @param nextOf the address of the one after an answer, asked once that was consumed; nothing after the last
 * @throws what `api.get` throws; FETCH_FAILED for an answer that names itself as the next one
 * @example
 * for await (const { files } of eachPage(api, listSchema, '/files', ({ next }) => next)) …
 */
export async function* eachPage<Schema extends z.ZodType>(
  api: Api,
  schema: Schema,
  first: string,
  nextOf: (page: ApiPage<z.infer<Schema>>) => string | null | undefined,
): AsyncGenerator<z.infer<Schema>> {
  for (let address: string | null | undefined = first; address; ) {
    const page: ApiPage<z.infer<Schema>> = await api.get(schema, address);
    yield page.value;
    const next = nextOf(page);
    if (next === address)
      throw new ParleyError('FETCH_FAILED', {
        message: `${address} names itself as the next part of its list.`,
        remedy: 'Try again later.',
        details: { url: address },
      });
    address = next;
  }
}

/** Adds parameters to an address. Undefined values are left out, and existing parameters are replaced. */
export const withQuery = (
  address: string,
  parameters: Record<string, string | number | boolean | undefined>,
): string => {
  const [path = '', query = ''] = address.split('?');
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, String(value));
  return `${path}?${search}`;
};

/** Rows per answer of a list with a Link header (`per_page`), the maximum of GitHub and GitLab. */
const PER_PAGE = 100;

/** The rows of a list whose Link header names the next page (RFC 8288), as in GitHub and GitLab. */
export async function* listByLink<Row extends z.ZodType>(api: Api, row: Row, address: string) {
  const pages = eachPage(api, z.array(row), withQuery(address, { per_page: PER_PAGE }), ({ next }) => next);
  for await (const rows of pages) yield* rows;
}
