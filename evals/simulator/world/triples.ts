import type { TripleRow } from '../../../core/document.ts';
import { relation } from '../language/relations.ts';
import { entityTypes } from '../language/schema.ts';
import { aliasesOf } from '../language/values.ts';
import { factOf, isRef, pageStating, relationsFrom } from './gold.ts';
import { openWorld, type WorldOptions } from './world.ts';

/**
 * The public facts of the world as triples, streamed: what an information extraction without mistakes would read from its
 * pages. The predicate is the relation's noun (`director`), with its years for what is over (`mayor from 2011 to 2016`).
 */
export function* worldTriples(options: WorldOptions): Generator<TripleRow> {
  const world = openWorld(options);
  for (const type of entityTypes)
    for (let index = 0; index < world.count(type); index++) {
      const subject = { type, index };
      if (!world.exists(subject) || world.scope(subject)) continue;
      for (const id of relationsFrom(type)) {
        const hop = factOf(world, subject, id);
        if (!hop) continue;
        const { noun, unit, was } = relation(id);
        const object = isRef(hop.object) ? world.title(hop.object) : aliasesOf(hop.object, unit)[0]!;
        const document = pageStating(world, hop);
        yield { subject: world.title(subject), predicate: noun, object, document_id: document };
        if (!was) continue;
        for (const { holder, from, to } of world.terms(id, subject))
          if (to)
            yield {
              subject: world.title(subject),
              predicate: `${noun} from ${from} to ${to}`,
              object: world.title(holder),
              document_id: document,
            };
      }
    }
}
