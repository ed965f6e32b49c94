import { defineStrategy } from '../strategy.ts';

export const direct = defineStrategy({
  name: 'direct',
  title: 'The model alone',
  about: 'The model without retrieval: what it knows by heart. A baseline.',
  baseline: true,
  cites: false,
  load: async () => (await import('./direct.ts')).direct,
});

export const vanilla = defineStrategy({
  name: 'vanilla',
  title: 'Plain RAG',
  about: 'One search, one answer from its passages. A baseline.',
  baseline: true,
  load: async () => (await import('./vanilla.ts')).vanilla,
});

export const iterdrag = defineStrategy({
  name: 'iterdrag',
  title: 'IterDRAG',
  about: 'Follow-up question, search, intermediate answer, until the steps hold the final answer. A baseline.',
  paper: 'Inference Scaling for Long-Context Retrieval Augmented Generation (Yue et al., 2024)',
  baseline: true,
  load: async () => (await import('./iterdrag/graph.ts')).iterdrag,
});

export const ircot = defineStrategy({
  name: 'ircot',
  title: 'IRCoT',
  about: 'Each sentence of a chain of thought is the next query. A baseline.',
  paper:
    'Interleaving Retrieval with Chain-of-Thought Reasoning for Knowledge-Intensive Multi-Step Questions (Trivedi et al., 2023)',
  baseline: true,
  load: async () => (await import('./ircot/graph.ts')).ircot,
});

export const ppr = defineStrategy({
  name: 'ppr',
  title: 'Personalized PageRank',
  about:
    'Passages by Personalized PageRank from the names in the question, one answer from them. A baseline, after HippoRAG.',
  paper: 'From RAG to Memory: Non-Parametric Continual Learning for Large Language Models (Gutiérrez et al., 2025)',
  baseline: true,
  load: async () => (await import('./ppr.ts')).ppr,
});
