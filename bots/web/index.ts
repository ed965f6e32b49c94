import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { EVERYONE, type Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { type Log, silentLog } from '../../core/log.ts';
import type { Conversations } from '../conversation/index.ts';
import { openAnswerLinks } from './answer-links.ts';
import { createApp } from './app.ts';
import { bundleClient } from './bundle.ts';
import type { WebParley } from './dependencies.ts';
import { createLiveTurns } from './live-turns.ts';
import { createPublicView } from './public-view.ts';

export { type AnswerLinks, openAnswerLinks } from './answer-links.ts';
export type { WebParley } from './dependencies.ts';

/** How the web chat is opened. */
export interface WebOptions {
  parley: WebParley;
  conversations: Conversations;
  /** 0 for any free port. */
  port: number;
  log?: Log;
  /** What everybody at the page may see; by default what the access rules give to anybody. */
  scopes?: readonly Scope[];
}

/**
 * Opens the web chat on the address in PARLEY_HOST: by default only this machine reaches it, since whoever reaches it may
 * ask. Before `close`, abort the `closing` signal of `conversations`, so that running turns end.
 *
 * @example
 * const web = await startWeb({ parley, conversations, port: 3000 });
 * console.log(`Parley is at ${web.url}`);
 * @throws BAD_SETTING when the port is taken or may not be opened
 */
export const startWeb = async ({
  parley,
  conversations,
  port,
  log = silentLog,
  scopes,
}: WebOptions): Promise<{ url: string; port: number; close(): Promise<void> }> => {
  const live = createLiveTurns(conversations, log);
  const [bundle, links] = await Promise.all([bundleClient(), openAnswerLinks(parley.stores.keyValues)]);
  const { PARLEY_HOST: host, PARLEY_PUBLIC_URL: publicUrl } = parley.settings;
  const view = createPublicView(parley.settings);
  const app = createApp({ parley, conversations, live, links, scopes: scopesOf(parley, scopes), view, log }, bundle);
  const server = serve({ fetch: app.fetch, port, hostname: host }) as Server;
  await listening(server, port);
  const address = server.address();
  const opened = typeof address === 'object' && address ? address.port : port;
  return {
    url: publicUrl ?? `http://localhost:${opened}`,
    port: opened,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await live.idle();
    },
  };
};

/** The page's scopes: those given, or what the access rules leave of the pages for everyone. */
const scopesOf =
  ({ access }: WebParley, given: readonly Scope[] | undefined) =>
  async (): Promise<readonly Scope[]> =>
    given ?? (await access?.('web').publicScopes()) ?? [EVERYONE];

const listening = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new ParleyError('BAD_SETTING', {
          message: taken
            ? `Port ${port} is taken by another program.`
            : `Port ${port} cannot be opened: ${error.message}.`,
          remedy: 'Set PORT to another one, such as PORT=3001.',
          cause: error,
        }),
      );
    });
  });
