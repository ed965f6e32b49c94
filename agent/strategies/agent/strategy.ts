import { defineStrategy } from '../strategy.ts';

export const agent = defineStrategy({
  name: 'agent',
  title: 'agent',
  about:
    'The model chooses its own look-ups: searches of passages and tables, reading on in a page, entities and paths of the knowledge graph, the calculator, the clock and live sources, several at once, in a loop until it answers or its budget nears its end.',
  load: async () => (await import('./graph.ts')).toolAgent,
});
