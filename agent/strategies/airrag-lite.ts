import { AIRRAG_LITE } from '../search-tree/options.ts';
import { createAirrag } from './airrag.ts';

/** AirRAG with the actions {RA, QT, SA} alone. */
export const airragLite = createAirrag(AIRRAG_LITE);
