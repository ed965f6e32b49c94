import type { Context } from 'hono';
import type { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { plainIssue } from '../../core/plain-issue.ts';

/** Parses the request's JSON and validates it with the schema. @throws BAD_USAGE */
export const readBody = async <T>(c: Context, schema: z.ZodType<T>): Promise<T> => {
  const json: unknown = await c.req.json().catch(() => {
    throw badRequest('invalid JSON');
  });
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw badRequest([issue?.path.join('.'), issue && plainIssue(issue)].filter(Boolean).join(': '));
};

const badRequest = (problem: string) =>
  new ParleyError('BAD_USAGE', {
    message: `This request cannot be read: ${problem}.`,
    remedy: 'Reload the page; it may be older than the server.',
  });
