import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { wordEncoder } from '../../retrieval/testing/pages.ts';
import { openParley } from '../../runtime/open.ts';

const DEFINITION =
  'A sluice is a gate in the wall of the canal that is raised and lowered by hand in order to let the water of the upper basin into the lower one.';
/** Sentences that repeat the word more often in fewer words, so that they score higher than the definition. */
const MENTIONS = Array.from(
  { length: 14 },
  (_, at) => `Sluice ${at + 1}: the sluice keeper opens the sluice at ${at + 6}.`,
);

it('encodes what the ranker by words holds to be good, however often other sentences repeat the word', async () => {
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
      PARLEY_EMBEDDINGS: 'test:all-MiniLM-L6-v2',
      PARLEY_EMBEDDINGS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    }),
  });
  await writeFile(join(folder, 'rota.md'), `# Rota of the canal\n\n${MENTIONS.join('\n\n')}\n`);
  await writeFile(join(folder, 'words.md'), `# Words of the canal\n\n${DEFINITION} Boats pass twice a day.\n`);
  await parley.ingest([folder]);
  asked.length = 0;
  await parley.agent.answer({ text: 'what is a sluice', scopes: ['everyone'], strategy: 'quote' });
  expect(asked.some((text) => text.endsWith(DEFINITION))).toBe(true);
  await parley.close();
  server.close();
  await rm(folder, { recursive: true });
});
