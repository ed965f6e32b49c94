import type { z } from 'zod';
import type { Api } from '../api.ts';
import { eachPage, withQuery } from '../paging.ts';
import { listOf } from './shapes.ts';

/** Rows that are asked for; a site may give fewer. */
export const LIMIT = 200;

/** Follows a list; its `next` is a path below the context path of the site. */
export async function* listAll<Row extends z.ZodType>(api: Api, row: Row, address: string) {
  const pages = eachPage(
    api,
    listOf(row),
    withQuery(address, { limit: LIMIT }),
    ({ value }) => (value.results.length > 0 && value._links?.next) || undefined,
  );
  for await (const { results } of pages) yield* results;
}
