import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../../core/settings.ts';
import { wordEncoder } from '../../../retrieval/testing/pages.ts';
import { openParley } from '../../../runtime/open.ts';

/**
 * Ingests files and answers a question with quotes of them, beside an encoder.
 * @param files texts by file name
 * @param encoder its name, as in PARLEY_EMBEDDINGS
 * @returns the texts that were encoded for the question, in order
 */
export const textsEncoded = async (
  question: string,
  files: Readonly<Record<string, string>>,
  encoder: string,
): Promise<string[]> => {
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
      PARLEY_EMBEDDINGS: encoder,
      PARLEY_EMBEDDINGS_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    }),
  });
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await parley.ingest(Object.keys(files).map((name) => join(folder, name)));
    asked.length = 0;
    await parley.agent.answer({ text: question, scopes: ['everyone'], strategy: 'quote' });
    return asked;
  } finally {
    await parley.close();
    server.close();
    await rm(folder, { recursive: true });
  }
};
