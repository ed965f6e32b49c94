import { defineStrategy } from '../strategy.ts';
import { HYBRID_DEFAULTS } from './options.ts';

export const hybrid = defineStrategy({
  name: 'hybrid',
  title: 'Hybrid RAG',
  about:
    'Pages, tables, calculations, typed look-ups and the model’s own knowledge as references of one structured answer that checks its premise.',
  paper: 'A Hybrid RAG System with Comprehensive Enhancement on Complex Reasoning (Yuan et al., 2024)',
  defaults: HYBRID_DEFAULTS,
  load: async (options) => (await import('./graph.ts')).createHybrid(options),
});
