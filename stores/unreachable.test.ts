import { createServer, type Server } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { isParleyError, type ParleyError } from '../core/errors.ts';
import { chromaVectors } from './chroma/vectors.ts';
import { neo4jGraph } from './neo4j/graph.ts';
import { openPostgres } from './postgres/index.ts';
import { httpServer, refusingNeo4j, refusingPostgres } from './testing/refusing-servers.ts';

/** Port 9: nothing listens there. The other server closes every connection. */
const deaf = 9;
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});
const portOf = (server: Server) => {
  servers.push(server);
  return new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
};
const rudePort = portOf(createServer((socket) => socket.destroy()));

const failureOf = async (call: () => Promise<unknown>): Promise<ParleyError> => {
  const error = await call().then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  if (!isParleyError(error)) throw error;
  return error;
};

describe.each([
  {
    name: 'Postgres',
    setting: 'POSTGRES_URL',
    refusing: refusingPostgres,
    refused: /refuses the user/,
    call: async (port: number) => {
      const postgres = openPostgres(`postgres://user:hidden-password@127.0.0.1:${port}/db`, 'test_unreachable');
      return postgres.documents.count().finally(postgres.close);
    },
  },
  {
    name: 'Chroma',
    setting: 'CHROMA_URL',
    refusing: () => httpServer(401, { error: 'Unauthorized' }),
    refused: /refuses/,
    call: (port: number) => chromaVectors(`http://user:hidden-password@127.0.0.1:${port}`, 'test_unreachable').count(),
  },
  {
    name: 'Neo4j',
    setting: 'NEO4J_URL',
    refusing: refusingNeo4j,
    refused: /refuses the user/,
    call: async (port: number) => {
      const url = `bolt://127.0.0.1:${port}`;
      const graph = neo4jGraph(
        url,
        { user: 'user', password: 'hidden-password', namespace: 'test_unreachable' },
        { retryMs: 300 },
      );
      return graph.store.count().finally(graph.close);
    },
  },
])('$name', ({ name, setting, call, refusing, refused }) => {
  const toldWell = (error: ParleyError) => {
    expect(error.code).toBe('STORE_UNAVAILABLE');
    expect(error.remedy).toContain(setting.replace('_URL', ''));
    expect(error.oneLine).not.toContain('hidden-password');
    expect(error.oneLine).not.toContain('\n');
    // Askers may see this line, so it must not contain the address.
    expect(error.oneLine).not.toContain('127.0.0.1');
    expect(error.messageForOperators).toContain('127.0.0.1');
    expect(error.messageForOperators).not.toContain('hidden-password');
  };

  it.each(['is not there', 'hangs up'])(
    'that %s: one line that names the kind of server and the setting, never the address or the password',
    async (how) => {
      const error = await failureOf(async () => call(how === 'hangs up' ? await rudePort : deaf));
      toldWell(error);
      expect(error.message).toContain(`${name} server`);
    },
  );

  it('that lets this user not in: says so, and which settings hold the account', async () => {
    const error = await failureOf(async () => call(await portOf(refusing())));
    toldWell(error);
    expect(error.message).toMatch(refused);
  });

  it.each([
    ['knows no such path', 404, { error: 'Not found' }],
    ['answers whatever it is asked', 200, { name: 'something else' }],
  ])('in whose place an HTTP server %s', async (_, status, body) => {
    toldWell(await failureOf(async () => call(await portOf(httpServer(status, body)))));
  });
});

describe.skipIf(!process.env.POSTGRES_URL)('Postgres that is there', () => {
  it('but has no such database: says so', async () => {
    const url = new URL(process.env.POSTGRES_URL!);
    url.pathname = '/no_such_database';
    const postgres = openPostgres(url.href, 'test_unreachable');
    const error = await failureOf(() => postgres.documents.count());
    expect(error.code).toBe('STORE_UNAVAILABLE');
    expect(error.message).toContain('no database of that name');
    expect(error.messageForOperators).toContain('no_such_database');
    await postgres.close();
  });
});
