import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { wordEncoder } from '../../retrieval/testing/pages.ts';
import { openParley } from '../../runtime/open.ts';

it('encodes the question as a question and candidates as passages', async () => {
  const asked: string[] = [];
  const words = wordEncoder();
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse((await request.toArray()).join('')) as { input: string[] };
    asked.push(...input);
    const vectors = await words.embed(input);
    response.end(JSON.stringify({ data: vectors.map((vector, index) => ({ index, embedding: [...vector] })) }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const folder = await mkdtemp(join(tmpdir(), 'parley-quote-'));
  const parley = await openParley({
    settings: readSettings({
      PARLEY_DATA: join(folder, 'data'),
      PARLEY_EMBEDDINGS: 'test:intfloat/e5-small-v2',
      PARLEY_EMBEDDINGS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    }),
  });
  await writeFile(
    join(folder, 'leave.md'),
    '# Leave\n\nParental leave is sixteen weeks.\n\nSick leave is six weeks.\n',
  );
  await parley.ingest([join(folder, 'leave.md')]);
  asked.length = 0;
  const question = 'How long is parental leave?';
  await parley.agent.answer({ text: question, scopes: ['everyone'], strategy: 'quote' });
  expect(asked).toContain(`query: ${question}`);
  expect(asked).not.toContain(`passage: ${question}`);
  expect(asked).toContain('passage: Leave. Parental leave is sixteen weeks.');
  await parley.close();
  server.close();
  await rm(folder, { recursive: true });
});
