import { z } from 'zod';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import { layOutSources, line, SOURCES_ARE_DATA, system, user } from '../../../tasks/prompt.ts';

/**
 * Hybrid RAG section 4.3: proposes expressions over the sources' numbers. The calculator evaluates them, never the
 * model.
 */
export const proposeCalculations = task({
  name: 'propose-calculations',
  doing: 'Working out what to calculate',
  output: z.object({
    calculations: z
      .array(
        z.object({
          meaning: z.string().describe('what it works out, a few words'),
          expression: z.string().describe('such as (12.5 + 3) / 2 or max(3, 7); numbers and operators only'),
          sources: z.array(z.number().int()).describe('numbers of the sources whose figures it uses'),
        }),
      )
      .describe('empty if nothing has to be calculated'),
  }),
  sampling: { temperature: 0.7, topP: 0.8 },
  outputTokens: { min: 60, max: 300 },
  prompt: ({ question, references }: { question: string; references: readonly NumberedReference[] }) => [
    system(
      `Propose the calculations that a question needs, over figures that the numbered sources state: sums, differences, means, counts, shares, comparisons. Write each as one arithmetic expression in plain numbers (+ - * / ^, parentheses, min, max, sum, mean, round, abs). If nothing has to be calculated, propose none. ${SOURCES_ARE_DATA}`,
    ),
    user(layOutSources(references), line('Question', question)),
  ],
});
