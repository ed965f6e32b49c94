import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '../../../core/document.ts';
import { readSettings } from '../../../core/settings.ts';
import { createRetriever, indexDocuments } from '../../../retrieval/index.ts';
import { DEFAULT_POLICY } from '../../../runtime/access/policy.ts';
import { createCases } from '../../../runtime/cases/cases.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import { wholePassage } from '../../../stores/testing/whole-passage.ts';
import { createConversations } from '../../conversation/conversations.ts';
import { limitsOf } from '../../conversation/limits.ts';
import { type Script, scriptedAgent } from '../../conversation/testing/scripted-agent.ts';
import { startWeb } from '../start.ts';

/** A scripted web serves the pages that its test passes and never ingests. */
const unread = async (): Promise<never> => {
  throw new Error('A scripted web ingests nothing.');
};
export const noIngest = { ingest: unread, sync: unread, forget: unread, ask: unread, accessPolicy: DEFAULT_POLICY };

/** Builds a page with one passage and no tables, ready for `indexDocuments`. */
export const page = (id: string, title: string, text: string, scopes = ['everyone'], sourceId = 'test') => {
  const document: Document = {
    id,
    sourceId,
    title,
    text,
    scopes,
    fetchedAt: '2026-11-01T00:00:00.000Z',
    contentHash: id,
  };
  return { document, passages: [wholePassage(document)], tables: [] };
};

/**
 * Starts the web chat with an agent that follows a script, over the test's pages. Its data folder survives `stop` and
 * `start`.
 */
export const openScriptedWeb = async (
  script: Script,
  {
    pages = [],
    settings: environment = {},
  }: { pages?: ReturnType<typeof page>[]; settings?: Record<string, string> } = {},
) => {
  const data = await mkdtemp(path.join(tmpdir(), 'parley-web-'));
  const agent = scriptedAgent(script);
  const settings = readSettings({ PARLEY_MODEL: 'test:scripted', ...environment });
  let port = 0;

  const start = async (at = port) => {
    const stores = openEmbedded(path.join(data, 'parley.db'));
    const known = await stores.documents.sources();
    if (known.length === 0) {
      const sources = new Map(pages.toReversed().map(({ document }) => [document.sourceId, document.scopes]));
      for (const [id, scopes] of sources.size > 0 ? sources : [['test', ['everyone']] as const])
        await stores.documents.putSource({ id, kind: 'folder', location: `/${id}`, scopes: [...scopes] });
      await indexDocuments({ stores }, pages);
    }
    const closing = new AbortController();
    const conversations = createConversations({
      agent,
      store: stores.conversations,
      documents: stores.documents,
      cases: createCases(stores),
      staleAfterMs: 400,
      closing: closing.signal,
      ...limitsOf(settings),
    });
    const retriever = createRetriever({ stores });
    const parley = { settings, stores, retriever, agent, ...noIngest };
    const web = await startWeb({ parley, conversations, port: at });
    return {
      url: web.url,
      port: web.port,
      stores,
      async stop() {
        closing.abort();
        await web.close();
        await stores.close();
      },
    };
  };

  let running = await start();
  // `url` may be PARLEY_PUBLIC_URL, which does not hold the port.
  port = running.port;
  return {
    agent,
    /** The port that the first start picked; every later start uses it again. */
    get port() {
      return port;
    },
    get url() {
      return running.url;
    },
    get stores() {
      return running.stores;
    },
    /** Stops the web server, as if the process had ended; `start` opens it again at the same port. */
    stop: () => running.stop(),
    async start() {
      running = await start();
    },
    /** Starts a second server on the same data folder, at another port. */
    another: () => start(0),
    async close() {
      await running.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
};
