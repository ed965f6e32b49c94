import type { Context } from 'hono';
import type { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';

/** The request's JSON, checked. @throws BAD_USAGE */
export const readBody = async <T>(c: Context, schema: z.ZodType<T>): Promise<T> => {
  const result = schema.safeParse(await c.req.json().catch(() => undefined));
  if (result.success) return result.data;
  throw new ParleyError('BAD_USAGE', {
    message: `The request is not as it should be: ${result.error.issues[0]?.message ?? 'no JSON'}.`,
    remedy: 'Reload the page; it may be older than the server.',
  });
};
