import type { Command } from 'commander';
import { askedScopes, collect } from './options.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('mcp')
    .description('Serves search, fetch and ask to an MCP client by stdin and stdout (docs/doors/mcp.md).')
    .option('--scope <scope>', 'pages of this scope too, beside those for everyone; repeatable', collect)
    .action((options: { scope?: string[] }) =>
      withParley(
        async (parley, signal) => {
          const [
            { serveStdio },
            { createMcpServer },
            { createConversations },
            { limitsOf },
            { createLiveTurns },
            views,
          ] = await Promise.all([
            import('@modelcontextprotocol/server/stdio'),
            import('../bots/mcp/mcp-server.ts'),
            import('../bots/conversation/conversations.ts'),
            import('../bots/conversation/limits.ts'),
            import('../bots/web/live-turns.ts'),
            import('../bots/web/public-view.ts'),
          ]);
          const { permissions } = await import('../runtime/access/tokens.ts');
          const scopes = await askedScopes(parley.stores, options.scope);
          const closing = new AbortController();
          const { agent, stores, log, settings } = parley;
          const conversations = createConversations({
            agent,
            store: stores.conversations,
            documents: stores.documents,
            log,
            closing: closing.signal,
            ...limitsOf(settings),
          });
          const live = createLiveTurns(conversations, log);
          const door = { ...parley, parley, live, view: views.createPublicView(settings) };
          const caller = { id: 'cli:mcp', permissions, scopes };
          const { webAddress } = await import('../runtime/web-address.ts');
          const base = await webAddress(stores.keyValues, settings);
          const handle = serveStdio(() => createMcpServer(door, caller, { base }));
          await new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => resolve(), { once: true });
            process.stdin.once('end', resolve).once('close', resolve);
          });
          closing.abort();
          await handle.close();
          await live.idle();
        },
        { serves: true },
      ),
    );
};
