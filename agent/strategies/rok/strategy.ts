import { defineStrategy } from '../strategy.ts';
import { ROK_DEFAULTS } from './options.ts';

export const rok = defineStrategy({
  name: 'rok',
  title: 'RoK',
  about:
    'Paths between the question’s entities in the knowledge graph, chosen by PageRank, with one pruning call over their neighbours.',
  paper:
    'Reasoning on Efficient Knowledge Paths: Knowledge Graph Guides Large Language Model for Domain Question Answering (Jiang et al., 2024)',
  defaults: ROK_DEFAULTS,
  load: async (options) => (await import('./graph.ts')).createRok(options),
});
