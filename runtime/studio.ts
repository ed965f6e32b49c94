// The graphs that langgraph.json names. `npm run draw` writes this file; a test compares it with the strategies.
import { studioGraph } from './studio-graph.ts';

export const auto = studioGraph('auto');
export const agent = studioGraph('agent');
export const airrag = studioGraph('airrag');
export const airragBlender = studioGraph('airrag-blender');
export const airragLite = studioGraph('airrag-lite');
export const crp = studioGraph('crp');
export const hybrid = studioGraph('hybrid');
export const par = studioGraph('par');
export const rok = studioGraph('rok');
export const direct = studioGraph('direct');
export const ircot = studioGraph('ircot');
export const iterdrag = studioGraph('iterdrag');
export const ppr = studioGraph('ppr');
export const vanilla = studioGraph('vanilla');
