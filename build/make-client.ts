import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { type OpenAPI3 } from 'openapi-typescript';
import { createConversations } from '../bots/conversation/conversations.ts';
import { startWeb } from '../bots/web/start.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { openParley } from '../runtime/open.ts';

/** The types of the API, made by `npm run client`. */
export const CLIENT_TYPES = path.join(import.meta.dirname, '../bots/api/client/schema.generated.ts');

/** The OpenAPI document, as a started Parley gives it. */
export const fetchOpenApi = async (): Promise<OpenAPI3> => {
  const data = await mkdtemp(path.join(tmpdir(), 'parley-client-'));
  const parley = await openParley({ settings: readSettings({ PARLEY_DATA: data }), log: silentLog });
  try {
    const conversations = createConversations({ agent: parley.agent, store: parley.stores.conversations });
    const web = await startWeb({ parley, conversations, port: 0 });
    try {
      return (await (await fetch(`${web.url}/api/v1/openapi.json`)).json()) as OpenAPI3;
    } finally {
      await web.close();
    }
  } finally {
    await parley.close();
    await rm(data, { recursive: true, force: true });
  }
};

/** TypeScript for the client, from the document. */
export const clientTypes = async (document: OpenAPI3): Promise<string> =>
  openapiTypescript(document, { commentHeader: '// Made by `npm run client` from /api/v1/openapi.json.\n' });

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(CLIENT_TYPES, await clientTypes(await fetchOpenApi()));
