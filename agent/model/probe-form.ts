import { z } from 'zod';
import { systemClock } from '../../core/clock.ts';
import { createMeter, DEFAULT_BUDGET } from './budget.ts';
import { observed } from './observed.ts';
import type { Models } from './open-model.ts';
import { runTask } from './run-task.ts';
import { task } from './task.ts';

const ready = task({
  name: 'ready',
  doing: 'Checking the model',
  output: z.object({ ready: z.boolean(), word: z.string() }),
  outputTokens: { min: 20, max: 200 },
  prompt: (_: object) => [
    { role: 'system', content: 'Say whether you are ready: true, and one word.' },
    { role: 'user', content: 'Are you ready?' },
  ],
});

/** Where the model got the schema from when it answered in the form asked for. */
export type FormOfSchema = 'field' | 'prompt';

/**
 * Asks the main model for an answer in a form, as every task of a strategy does.
 * @returns `prompt` if the provider takes no schema, or ignores it
 * @throws MODEL_OUTPUT_MALFORMED if the answer lacks the form with the schema in the prompt, too; what runTask throws
 */
export const probeForm = async (models: Models, signal: AbortSignal): Promise<FormOfSchema> => {
  const context = {
    models,
    meter: createMeter(DEFAULT_BUDGET, systemClock),
    clock: systemClock,
    signal,
    show: { token() {}, end() {}, reset() {} },
    status() {},
    trace() {},
  };
  await runTask(context, ready, {});
  const { refusesSchema, ignoresSchema } = observed(models.main);
  const isPrompted = models.main.capabilities.structuredOutput === 'text' || refusesSchema || ignoresSchema;
  return isPrompted ? 'prompt' : 'field';
};
