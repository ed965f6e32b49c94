import { OpenAPIHono } from '@hono/zod-openapi';
import { ParleyError } from '../../core/errors.ts';
import { plainIssue } from '../../core/plain-issue.ts';
import type { WebEnv } from '../web/asker.ts';

/**
 * Creates a group of routes that validate requests with their schemas. An invalid request throws BAD_USAGE, naming the
 * field.
 */
export const createRoutes = () =>
  new OpenAPIHono<WebEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      const place = [issue?.path.join('.'), issue && plainIssue(issue)].filter(Boolean).join(': ');
      throw new ParleyError('BAD_USAGE', {
        message: `This request cannot be read: ${place}.`,
        remedy: 'The description of the API (openapi.json) says what it takes.',
      });
    },
  });
