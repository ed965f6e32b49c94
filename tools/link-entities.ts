import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { Entity } from '../core/knowledge.ts';
import { entityKey } from '../core/text/words.ts';
import { dot } from '../retrieval/encoder/unit-vector.ts';
import type { ToolContext } from './tool-context.ts';

/** A name and its entity in the graph. */
export interface LinkedEntity {
  name: string;
  entity: Entity;
  /** 0 to 1; 1 for the same name. */
  score: number;
}

/** Minimum share of common words, or minimum cosine, for linking a name to an entity. */
const MIN_SHARED_WORDS = 0.5;
const MIN_COSINE = 0.6;
const MAX_CANDIDATES = 8;

/**
 * Links names from a model to entities of the graph: by an equal key, otherwise by common words and, with an encoder,
 * by the cosine of the names (RoK, section 4.1).
 */
export const linkEntities = ({ stores, encoder, scopes, signal }: ToolContext) =>
  tool(
    async ({ names }): Promise<[string, LinkedEntity[]]> => {
      const wanted = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
      const found = await Promise.all(
        wanted.map(async (name) => ({
          name,
          candidates: await stores.graph.findEntities(name, MAX_CANDIDATES, scopes),
        })),
      );
      const needsMeaning = found.some(({ name, candidates }) => candidates.length > 0 && !exactMatch(name, candidates));
      const texts = [
        ...new Set(found.flatMap(({ name, candidates }) => [name, ...candidates.map(({ entity }) => entity.name)])),
      ];
      const vectors = encoder && needsMeaning ? await encoder.embed(texts, signal) : undefined;
      const vectorOf = new Map(texts.map((text, at) => [text, vectors?.[at]]));
      const linked = found.flatMap(({ name, candidates }): LinkedEntity[] => {
        const same = exactMatch(name, candidates);
        if (same) return [{ name, entity: same, score: 1 }];
        const ranked = candidates
          .map(({ entity, score }) => {
            const cosine = cosineOf(vectorOf.get(name), vectorOf.get(entity.name));
            return { name, entity, score: Math.max(score, cosine ?? score), words: score, cosine };
          })
          .filter(({ words, cosine }) => words >= MIN_SHARED_WORDS || (cosine ?? 0) >= MIN_COSINE)
          .sort((a, b) => b.score - a.score);
        return ranked.slice(0, 1).map(({ entity, score }) => ({ name, entity, score }));
      });
      return [linked.map(({ name, entity }) => `${name}: ${entity.name}`).join('\n') || 'None is known.', linked];
    },
    {
      name: 'link_entities',
      description: 'Finds the things of the knowledge graph that names stand for.',
      schema: z.object({ names: z.array(z.string()).max(40).describe('names as written') }),
      responseFormat: 'content_and_artifact',
    },
  );

const exactMatch = (name: string, candidates: readonly { entity: Entity }[]): Entity | undefined => {
  const key = entityKey(name);
  return candidates.find(
    ({ entity }) =>
      entity.id === key || entityKey(entity.name) === key || entity.aliases?.some((alias) => entityKey(alias) === key),
  )?.entity;
};

const cosineOf = (a?: Float32Array, b?: Float32Array): number | undefined => (a && b ? dot(a, b) : undefined);
