import { defineStrategy } from '../strategy.ts';
import { PAR_DEFAULTS } from './options.ts';

export const par = defineStrategy({
  name: 'par',
  title: 'PAR-RAG',
  about:
    'A plan, each step answered from cited sources, each answer reviewed against evidence that is searched for that answer, the next question refined with it.',
  paper: 'Credible plan-driven RAG method for Multi-hop Question Answering (Zhang et al., 2025)',
  defaults: PAR_DEFAULTS,
  load: async (options) => (await import('./graph.ts')).createPar(options),
});
