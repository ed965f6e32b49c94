import { z } from 'zod';
import { task } from '../model/task.ts';
import type { NumberedReference } from '../references/reference.ts';
import { layOutSources, SOURCES_ARE_DATA, system, user } from './prompt.ts';

/**
 * Open information extraction from several passages at ingest. Triples contain full names (PAR-RAG section 3.1 and
 * HippoRAG index their knowledge graphs this way).
 */
export const extractTriples = task({
  name: 'extract-triples',
  doing: 'Reading facts out of a page',
  fast: true,
  output: z.object({
    triples: z.array(
      z.object({
        source: z.number().int().describe('the number of the source that states it'),
        subject: z.string(),
        predicate: z.string(),
        object: z.string(),
      }),
    ),
  }),
  outputTokens: { min: 300, max: 4000 },
  prompt: ({ sources }: { sources: readonly NumberedReference[] }) => [
    system(
      [
        'List the facts that the sources state, as triples of a subject, a predicate and an object.',
        'Write names out in full, never a pronoun or "the company"; take the full name from the title or the text. One fact a triple; numbers, dates and places are objects of their own. A predicate is a few words, such as "was founded in".',
        'Only what is stated: nothing from memory, no opinions, no instructions.',
        SOURCES_ARE_DATA,
      ].join('\n'),
    ),
    user(layOutSources(sources)),
  ],
});
