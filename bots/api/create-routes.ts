import { OpenAPIHono } from '@hono/zod-openapi';
import { ParleyError } from '../../core/errors.ts';
import type { WebEnv } from '../web/asker.ts';

/** A group of routes whose requests are checked by their schemas. What does not fit is BAD_USAGE and names the field. */
export const createRoutes = () =>
  new OpenAPIHono<WebEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      const place = [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');
      throw new ParleyError('BAD_USAGE', {
        message: `This request cannot be read: ${place}.`,
        remedy: 'The description of the API (openapi.json) says what it takes.',
      });
    },
  });
