import type { Labels } from '../labels.ts';
import graph from './001-graph.ts';

/** The schema, step by step: the schema node's `version` says how many of these it has had. Steps are only ever appended. */
export const migrations: readonly ((labels: Labels) => string[])[] = [graph];
