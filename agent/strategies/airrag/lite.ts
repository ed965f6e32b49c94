import { createAirrag } from './graph.ts';
import { AIRRAG_LITE } from './options.ts';

/** AirRAG with the actions {RA, QT, SA} alone. */
export const airragLite = createAirrag(AIRRAG_LITE);
