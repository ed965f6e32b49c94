import type { Labels } from '../labels.ts';
import graph from './001-graph.ts';

/** The schema's migrations in order. The schema node's `version` is the number of those applied, so only append to the list. */
export const migrations: readonly ((labels: Labels) => string[])[] = [graph];
