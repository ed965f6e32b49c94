import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../../../core/log.ts';
import { readSettings } from '../../../core/settings.ts';
import { createCases } from '../../../runtime/cases/cases.ts';
import { openParley } from '../../../runtime/open.ts';
import { sampleHandbook } from '../../../samples/index.ts';
import { createConversations } from '../../conversation/conversations.ts';
import { startWeb, type WebOptions } from '../start.ts';

/** Starts the web chat over the sample handbook in a temporary data folder, as `npm start` does on a fresh machine. */
export const openSampleWeb = async (
  settings: Record<string, string> = {},
  options: Partial<Pick<WebOptions, 'encoderParts' | 'evalRuns'>> = {},
) => {
  const data = await mkdtemp(path.join(tmpdir(), 'parley-web-'));
  const start = async () => {
    const parley = await openParley({ settings: readSettings({ PARLEY_DATA: data, ...settings }), log: silentLog });
    if ((await parley.stores.documents.count()).documents === 0) {
      await parley.ingest([sampleHandbook], { source: 'handbook' });
    }
    const closing = new AbortController();
    const conversations = createConversations({
      agent: parley.agent,
      store: parley.stores.conversations,
      documents: parley.stores.documents,
      cases: createCases(parley.stores),
      staleAfterMs: 500,
      closing: closing.signal,
    });
    const web = await startWeb({ parley, conversations, port: 0, ...options });
    return {
      url: web.url,
      parley,
      async stop() {
        closing.abort();
        await web.close();
        await parley.close();
      },
    };
  };
  let running = await start();
  return {
    get url() {
      return running.url;
    },
    get parley() {
      return running.parley;
    },
    /** Restarts on the same data folder, as after an update. The port changes. */
    async restart() {
      await running.stop();
      running = await start();
    },
    async close() {
      await running.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
};
