import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worldPages } from '../world/documents.ts';
import { openExtraPages } from '../world/extra-pages.ts';
import { fillerSentence, guideSentence } from '../world/filler.ts';
import { answersFor, factOf, isRef, relationsFrom } from '../world/gold.ts';
import { openWorld } from '../world/world.ts';
import { nameKey, readName } from './names.ts';
import { entityTypes } from './schema.ts';
import { isNamed, objectInWords, readStatement, writeStatement } from './statement.ts';

const sentencesOf = (text: string): string[] =>
  text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').split(/(?<=[.!?])\s+(?=[A-Z0-9])/);

describe('statements', () => {
  it('all parse back: every fact of a page is read with the subject and object that the world has', () => {
    const holds = (seed: number) => {
      const world = openWorld({ seed, size: 600 });
      const read = new Set<string>();
      for (const page of worldPages(world)) {
        const topic = readName(page.title);
        for (const { text } of page.passages)
          for (const sentence of sentencesOf(text)) {
            const found = readStatement(sentence, topic);
            if (found)
              read.add(
                `${found.relation}|${nameKey(found.subject.name)}|${nameKey(objectInWords(isNamed(found.object) ? { name: found.object.name } : found.object))}`,
              );
          }
      }
      for (const type of entityTypes)
        for (let index = 0; index < world.count(type); index++)
          for (const id of relationsFrom(type)) {
            const hop = factOf(world, { type, index }, id);
            if (!hop) continue;
            const object = isRef(hop.object)
              ? world.name(hop.object)
              : answersFor(world, id, hop.object).at(hop.object.kind === 'number' ? -2 : 0)!;
            const wanted = isRef(hop.object) ? object : objectInWords(hop.object);
            expect(
              read.has(`${id}|${nameKey(world.name({ type, index }))}|${nameKey(wanted)}`),
              `${seed} ${id} ${world.name({ type, index })} ${wanted}`,
            ).toBe(true);
          }
    };
    fc.assert(fc.property(fc.nat(1_000_000), holds), { numRuns: 4 });
  });

  it('state nothing but facts: what is read from any page is true, archived or a known draft', () => {
    const world = openWorld({ seed: 5, size: 600 });
    const extras = openExtraPages(world);
    const drafts = new Set(Array.from({ length: extras.drafts }, (_, i) => `draft-${i}`));
    const facts = new Set<string>();
    for (const type of entityTypes)
      for (let index = 0; index < world.count(type); index++)
        for (const id of relationsFrom(type)) {
          const hop = factOf(world, { type, index }, id);
          if (hop)
            facts.add(
              `${id}|${nameKey(world.name({ type, index }))}|${nameKey(isRef(hop.object) ? world.name(hop.object) : objectInWords(hop.object))}`,
            );
        }
    for (const page of worldPages(world)) {
      if (drafts.has(page.id) || page.id.startsWith('archive-')) continue;
      const topic = readName(page.title);
      for (const { text } of page.passages)
        for (const sentence of sentencesOf(text)) {
          const found = readStatement(sentence, topic);
          if (!found || found.to !== undefined) continue;
          const object = isNamed(found.object) ? found.object.name : objectInWords(found.object);
          expect(facts.has(`${found.relation}|${nameKey(found.subject.name)}|${nameKey(object)}`), sentence).toBe(true);
        }
    }
  });

  it('are never found in filler', () => {
    for (let h = 0; h < 4000; h++) {
      expect(readStatement(fillerSentence(h * 2654435761), { name: 'Topic' })).toBeUndefined();
      expect(readStatement(guideSentence(h * 2654435761), { name: 'Topic' })).toBeUndefined();
    }
  });

  it('are written so that they read back', () => {
    const world = openWorld({ seed: 4, size: 400 });
    for (const page of worldPages(world))
      for (const sentence of page.passages.flatMap(({ text }) => sentencesOf(text))) {
        const found = readStatement(sentence, readName(page.title));
        if (found) expect(readStatement(writeStatement(found))).toEqual(found);
      }
  });
});
