import { z } from 'zod';
import type { Api } from '../api.ts';

/** Rows of one answer (`per_page`); more is not given. */
const PER_PAGE = 100;

/** Follows a list by the Link header. */
export async function* listAll<Row extends z.ZodType>(api: Api, row: Row, address: string) {
  const first = `${address}${address.includes('?') ? '&' : '?'}per_page=${PER_PAGE}`;
  for (let next: string | undefined = first; next !== undefined; ) {
    const page: { value: z.infer<Row>[]; next?: string } = await api.get(z.array(row), next);
    yield* page.value;
    next = page.next;
  }
}
