import type { Scope } from '../../core/document.ts';
import type { Entity } from '../../core/knowledge.ts';
import type { Follower } from '../documents.ts';
import type { DocumentKnowledge, Mention } from '../graph.ts';
import type { TripleStatement } from '../stated-knowledge.ts';
import type { Run } from './connection.ts';
import { MENTION, mentionOf, STATEMENT } from './graph-rows.ts';
import { putKnowledge } from './graph-writes.ts';
import type { Labels } from './labels.ts';

type StatingDocument = { id: string; scopes: Scope[]; stated: string };

/** The knowledge of up to 100 documents after the id `after`, in id order. */
export const knowledgeAfter = async (run: Run, l: Labels, after: string): Promise<DocumentKnowledge[]> =>
  knowledgeOf(
    run,
    l,
    await run<StatingDocument>(
      `MATCH (d:${l.document}) WHERE d.id > $after
       RETURN d.id AS id, d.scopes AS scopes, d.stated AS stated ORDER BY d.id LIMIT 100`,
      { after },
    ),
  );

const knowledgeOf = async (
  run: Run,
  l: Labels,
  documents: readonly StatingDocument[],
): Promise<DocumentKnowledge[]> => {
  const ids = documents.map(({ id }) => id);
  const mentions = Map.groupBy(
    await run<Mention>(
      `UNWIND $ids AS id MATCH (d:${l.document} {id: id})<-[:PART_OF]-(p:${l.passage})-[m:MENTIONS]->(e:${l.entity})
       RETURN ${MENTION} ORDER BY passageId, entityId`,
      { ids },
    ),
    (row) => row.documentId,
  );
  const statements = Map.groupBy(
    await run<TripleStatement>(
      `UNWIND $ids AS id MATCH (d:${l.document} {id: id})-[st:STATES]->(t:${l.triple})
       MATCH (s:${l.entity})<-[:SUBJECT]-(t)-[:OBJECT]->(o:${l.entity})
       RETURN ${STATEMENT} ORDER BY id`,
      { ids },
    ),
    (row) => row.documentId,
  );
  return documents.map(({ id, scopes, stated }) => ({
    documentId: id,
    scopes,
    entities: (JSON.parse(stated) as Entity[]).sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))),
    mentions: (mentions.get(id) ?? []).map(mentionOf),
    triples: (statements.get(id) ?? []).map(({ documentId, passageIds, ...triple }) => ({
      ...triple,
      passageIds: [...passageIds],
      documentIds: [documentId],
      scopes: [...scopes],
    })),
  }));
};

/** Rewrites the knowledge of the documents whose stored scopes differ from these. */
export const rescopeKnowledge = async (run: Run, l: Labels, documents: readonly Follower[]): Promise<void> => {
  const scopesOf = new Map(documents.map(({ documentId, scopes }) => [documentId, scopes]));
  const stating = await run<StatingDocument>(
    `UNWIND $ids AS id MATCH (d:${l.document} {id: id}) RETURN d.id AS id, d.scopes AS scopes, d.stated AS stated`,
    { ids: [...scopesOf.keys()] },
  );
  const other = stating.filter(({ id, scopes }) => scopes.join('\n') !== scopesOf.get(id)?.join('\n'));
  const knowledge = await knowledgeOf(run, l, other);
  await putKnowledge(
    run,
    l,
    knowledge.map((each) => ({ ...each, scopes: scopesOf.get(each.documentId) ?? each.scopes })),
  );
};
