import { afterAll, describe, expect, it } from 'vitest';
import { graphStoreContract } from '../graph.contract.ts';
import { collect, knowledge } from '../testing/samples.ts';
import { missing, testStores } from '../testing/test-stores.ts';
import { connectNeo4j } from './connection.ts';

const reason = missing(['NEO4J_URL']);
describe.skipIf(reason !== undefined)(`Neo4j${reason ? ` (${reason})` : ''}`, () => {
  graphStoreContract(() => testStores(['NEO4J_URL']));

  describe('a graph that somebody else has written to', () => {
    const place = testStores(['NEO4J_URL']);
    afterAll(() => place.dispose());

    it('streams mentions that lie behind more passages without any than fit into a page', async () => {
      const { graph } = await place.open();
      await graph.put([knowledge('a', ['Hub']), knowledge('b', ['Hub'])]);
      const db = connectNeo4j(process.env.NEO4J_URL!, {
        user: process.env.NEO4J_USER,
        password: process.env.NEO4J_PASSWORD,
        namespace: place.settings.PARLEY_NAMESPACE!,
      });
      const { passage, document } = db.labels;
      await db.write((run) =>
        run(
          `MATCH (d:${document} {id: 'a'}) UNWIND range(1, 1200) AS n
           CREATE (:${passage} {id: 'a#' + toString(n), scopes: ['everyone']})-[:PART_OF]->(d)`,
        ),
      );
      await db.close();
      expect((await collect(graph.allMentions())).map(({ passageId }) => passageId)).toEqual(['a#0', 'b#0']);
    });
  });
});
