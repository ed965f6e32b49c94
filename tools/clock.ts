import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { ToolContext } from './tool-context.ts';

/** The time at which a question is asked. */
export interface Moment {
  /** ISO 8601, UTC. */
  asOf: string;
  /** YYYY-MM-DD. */
  date: string;
  weekday: string;
}

/** Returns the time at which the question is asked, so that in an eval "now" is the row's own time. */
export const clock = ({ asOf }: ToolContext) =>
  tool(
    async (): Promise<[string, Moment]> => {
      const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(asOf));
      const moment = { asOf, date: asOf.slice(0, 10), weekday };
      return [`${moment.weekday}, ${moment.date} (${asOf})`, moment];
    },
    {
      name: 'clock',
      description: 'Tells the date and time as of which the question is asked.',
      schema: z.object({}),
      responseFormat: 'content_and_artifact',
    },
  );
