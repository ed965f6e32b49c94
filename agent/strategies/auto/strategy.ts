import { defineStrategy } from '../strategy.ts';

export const auto = defineStrategy({
  name: 'auto',
  title: 'auto',
  about:
    'Parley’s own, and the default: one search and one call for easy questions. For the others effort grows only while evidence is missing: the model’s own searches, then knowledge paths, then a UCT search over merged reasoning states.',
  load: async () => (await import('./graph.ts')).createAuto(),
});
