import { z } from 'zod';
import type { FunctionSpec, JsonSchema } from '../../model/model.ts';

const factsAbout = z.object({ names: z.array(z.string()).min(1).max(5).describe('names of things') });
const connections = z.object({
  from: z.string().describe('the name of a thing'),
  to: z.array(z.string()).min(1).max(5).describe('names of others'),
});

const schemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema) as JsonSchema;
  return json;
};

/**
 * The typed functions over the knowledge graph that a model may call (Hybrid RAG section 4.5). They take names and
 * return facts.
 */
export const graphFunctions: readonly FunctionSpec[] = [
  {
    name: 'facts_about',
    description: 'What the knowledge graph states of some things.',
    parameters: schemaOf(factsAbout),
  },
  { name: 'connections', description: 'How a thing is connected with others.', parameters: schemaOf(connections) },
];

/** Parses a model's call; undefined for an unknown function or invalid arguments. */
export const readGraphCall = (call: {
  name: string;
  arguments: unknown;
}): { name: 'facts_about' | 'connections'; names: string[] } | undefined => {
  if (call.name === 'facts_about') {
    const read = factsAbout.safeParse(call.arguments);
    return read.success ? { name: 'facts_about', names: read.data.names } : undefined;
  }
  if (call.name === 'connections') {
    const read = connections.safeParse(call.arguments);
    return read.success ? { name: 'connections', names: [read.data.from, ...read.data.to] } : undefined;
  }
};
