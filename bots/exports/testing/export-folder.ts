import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document, Scope } from '../../../core/document.ts';
import { silentLog } from '../../../core/log.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import { chatHistories } from '../../histories.ts';
import { readBotSettings } from '../../settings.ts';

/** Opens an empty folder for the files of an export, and an ingest that knows every kind of export. */
export const openExportFolder = async (name: string) => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'export-')), name);
  await mkdir(folder);
  const stores = openEmbedded(':memory:');
  const settings = readBotSettings({});
  const { ingest, sync } = createIngest({
    settings,
    stores,
    sourceKinds: chatHistories({ settings, stores, log: silentLog }),
  });
  return {
    folder,
    ingest,
    sync,
    /** Writes a file of the export. @param content JSON, unless it is a text */
    async put(file: string, content: unknown): Promise<string> {
      const at = path.join(folder, file);
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, typeof content === 'string' ? content : JSON.stringify(content));
      return at;
    },
    /** The documents that were made of it, by title. */
    async documents(scopes: Scope[] = ['everyone']): Promise<Document[]> {
      const found = [];
      for await (const { id } of stores.documents.stamps()) {
        const document = await stores.documents.document(id, scopes);
        if (document) found.push(document);
      }
      return found.sort((a, b) => (a.title < b.title ? -1 : 1));
    },
    async close(): Promise<void> {
      await stores.close();
      await rm(path.dirname(folder), { recursive: true });
    },
  };
};
export type ExportFolder = Awaited<ReturnType<typeof openExportFolder>>;
