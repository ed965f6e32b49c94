import { defineStrategy } from '../strategy.ts';
import { AIRRAG, AIRRAG_LITE } from './options.ts';

const PAPER =
  'AirRAG: Activating Intrinsic Reasoning for Retrieval Augmented Generation using Tree-based Search (Feng et al., 2025)';

export const airrag = defineStrategy({
  name: 'airrag',
  title: 'AirRAG',
  about:
    'Five reasoning actions (SAY, DA, RA, QT, SA) searched by UCT. `select` chooses where a rollout goes on, `advance` leads it to its end and back to the root.',
  paper: PAPER,
  defaults: AIRRAG,
  load: async (options) => (await import('./graph.ts')).createAirrag(options),
});

export const airragLite = defineStrategy({
  name: 'airrag-lite',
  title: 'AirRAG-Lite',
  about: 'AirRAG with the actions RA, QT and SA.',
  paper: PAPER,
  load: async () => (await import('./graph.ts')).createAirrag(AIRRAG_LITE),
});

export const airragBlender = defineStrategy({
  name: 'airrag-blender',
  title: 'AirRAG-Blender',
  about: 'The candidates of AirRAG, AirRAG-Lite, IterDRAG and plain RAG, refined by one summary answer.',
  paper: PAPER,
  load: async () => (await import('./blender.ts')).createBlender(),
});
