import { defineStrategy } from '../strategy.ts';

export const auto = defineStrategy({
  name: 'auto',
  title: 'auto',
  about:
    'Parley’s own, and the default: one search and one call for easy questions. For the others effort grows only while evidence is missing: the model’s own searches. It ends when its rounds bring nothing new.',
  load: async () => (await import('./graph.ts')).createAuto(),
});
