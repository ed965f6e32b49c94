import { defineStrategy } from '../strategy.ts';
import { CRP_DEFAULTS } from './options.ts';

export const crp = defineStrategy({
  name: 'crp',
  title: 'CRP-RAG',
  about:
    'A graph of reasoning steps, knowledge retrieved and aggregated for each, and answers only along the paths whose every step has sufficient knowledge.',
  paper:
    'CRP-RAG: A Retrieval-Augmented Generation Framework for Supporting Complex Logical Reasoning and Knowledge Planning (Xu et al., 2024)',
  defaults: CRP_DEFAULTS,
  load: async (options) => (await import('./graph.ts')).createCrp(options),
});
