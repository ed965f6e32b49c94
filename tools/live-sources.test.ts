import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../core/log.ts';
import { type LiveLimits, type LiveSources, openLiveSources } from './live-sources.ts';

const SERVER = fileURLToPath(new URL('testing/mcp-server.ts', import.meta.url));
const signal = new AbortController().signal;
let folder: string;
let live: LiveSources;
const logged: string[] = [];
const file = async (name: string, content: unknown) => {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-mcp-'));
  const path = await file('mcp.json', {
    mcpServers: {
      exchange: {
        command: process.execPath,
        args: [SERVER],
        tools: ['share_price', 'broken', 'crash'],
        scopes: ['channel:trading'],
      },
      gone: { command: process.execPath, args: [join(folder, 'nothing.js')] },
    },
  });
  live = await openLiveSources(path, { ...silentLog, warn: (_: unknown, text?: string) => logged.push(text ?? '') });
});
afterAll(async () => {
  await live.close();
});

describe('live sources', () => {
  // Its server says more: an order to the model, which no description of a tool is for.
  it('offer the allowed tools of the servers that a scope may call', async () => {
    const tools = await live.tools(['everyone', 'channel:trading']);
    expect(tools.map(({ tool }) => tool.name).sort()).toEqual([
      'exchange__broken',
      'exchange__crash',
      'exchange__share_price',
    ]);
    expect(tools.find(({ tool }) => tool.name.endsWith('price'))).toMatchObject({
      title: 'exchange: share_price',
      tool: {
        description: 'The price of a share at this moment.',
        schema: { type: 'object', required: ['company'] },
      },
    });
    expect(await live.tools(['channel:other'])).toEqual([]);
  });

  it('skip a server that does not start, and log it', async () => {
    expect(await live.tools(['everyone'])).toEqual([]);
    expect(logged.join()).toMatch(/gone can't be reached/);
  });

  it('return their server’s result or error', async () => {
    const tools = await live.tools(['channel:trading']);
    const call = (name: string) =>
      tools.find(({ tool }) => tool.name === `exchange__${name}`)?.tool.invoke({ company: 'Nordhavn' }, { signal });
    expect(await call('share_price')).toBe('Nordhavn trades at 41.20 euros.');
    await expect(call('broken')).rejects.toThrow(/closed/);
  });

  it('reconnect after their server died, but not after a tool error', async () => {
    const toolNamed = async (name: string) =>
      (await live.tools(['channel:trading'])).find(({ tool }) => tool.name === `exchange__${name}`)?.tool;
    await expect((await toolNamed('broken'))?.invoke({ company: 'Nordhavn' }, { signal })).rejects.toThrow(/closed/);
    expect(logged.join()).not.toMatch(/exchange can't be reached/);
    await expect((await toolNamed('crash'))?.invoke({}, { signal })).rejects.toThrow();
    expect(logged.join()).toMatch(/exchange can't be reached/);
    const after = await toolNamed('share_price');
    expect(await after?.invoke({ company: 'Nordhavn' }, { signal })).toBe('Nordhavn trades at 41.20 euros.');
  });

  it('go on with a server that died, in the same question', async () => {
    const tools = await live.tools(['channel:trading']);
    const call = (name: string) =>
      tools.find(({ tool }) => tool.name === `exchange__${name}`)?.tool.invoke({ company: 'Nordhavn' }, { signal });
    await expect(call('crash')).rejects.toThrow();
    expect(await call('share_price')).toBe('Nordhavn trades at 41.20 euros.');
  });

  const openExchange = async (limits: LiveLimits, args: string[] = []) => {
    const path = await file('exchange.json', {
      mcpServers: { exchange: { command: process.execPath, args: [SERVER, ...args] } },
    });
    const said: string[] = [];
    const opened = await openLiveSources(
      path,
      { ...silentLog, warn: (_: unknown, text?: string) => said.push(text ?? '') },
      limits,
    );
    const toolNamed = async (name: string) =>
      (await opened.tools(['everyone'])).find(({ tool }) => tool.name === `exchange__${name}`)?.tool;
    return { toolNamed, said, close: opened.close };
  };

  it('let other calls go on when one takes too long', async () => {
    const { toolNamed, close } = await openExchange({ call: 1 });
    const late = await toolNamed('late');
    const tooLong = late?.invoke({ ms: 60_000 }, { signal });
    const refused = expect(tooLong).rejects.toThrow(/timeout/i);
    await setTimeout(600);
    const inTime = late?.invoke({ ms: 800 }, { signal });
    await refused;
    expect(await inTime).toBe('after 800 ms');
    await close();
  });

  it('are ready for a later question when their server starts slowly', async () => {
    const { toolNamed, said, close } = await openExchange({ connect: 0.2 }, ['700']);
    expect(await toolNamed('share_price')).toBeUndefined();
    expect(said.join()).toMatch(/exchange is not ready yet: no answer within 0.2 seconds/);
    await expect.poll(() => toolNamed('share_price'), { timeout: 10_000 }).toBeDefined();
    await close();
  });

  it('follow a server that changes its tools', async () => {
    const { toolNamed, close } = await openExchange({});
    expect(await toolNamed('volume')).toBeUndefined();
    await (await toolNamed('open'))?.invoke({}, { signal });
    await expect.poll(() => toolNamed('volume')).toBeDefined();
    expect(await (await toolNamed('volume'))?.invoke({}, { signal })).toBe('7 shares');
    await close();
  });

  /** Serves a clock over HTTP. The tool `wait` never answers. */
  const openClock = async (hasSessions: boolean) => {
    const sessions = new Map<string, StreamableHTTPServerTransport>();
    const waiting = Promise.withResolvers<void>();
    const responses: ServerResponse[] = [];
    const http = createServer(async (request, response) => {
      responses.push(response);
      const id = request.headers['mcp-session-id'];
      const known = sessions.get(String(id));
      if (id !== undefined && !known) return response.writeHead(404).end();
      if (!hasSessions && request.method !== 'POST') return response.writeHead(405).end();
      const transport =
        known ??
        new StreamableHTTPServerTransport({
          sessionIdGenerator: hasSessions ? () => randomUUID() : undefined,
          onsessioninitialized: (session) => void sessions.set(session, transport),
        });
      if (!known) {
        const server = new McpServer({ name: 'clock', version: '1.0.0' });
        server.registerTool('now', { description: 'The time.', inputSchema: {} }, () => ({
          content: [{ type: 'text', text: 'noon' }],
        }));
        server.registerTool('wait', { description: 'Waits.', inputSchema: {} }, () => {
          waiting.resolve();
          return new Promise<never>(() => {});
        });
        await server.connect(transport);
      }
      await transport.handleRequest(request, response);
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    const opened = await openLiveSources(await file('clock.json', { mcpServers: { clock: { url } } }), silentLog);
    const tools = await opened.tools(['everyone']);
    return {
      sessions,
      http,
      responses,
      /** Resolves once the call of `wait` runs and the head of its response is sent. */
      waiting: waiting.promise.then(() => expect.poll(() => responses.at(-1)?.headersSent).toBe(true)),
      call: (name: string) => tools.find(({ title }) => title === `clock: ${name}`)?.tool.invoke({}, { signal }),
      async close() {
        await opened.close();
        http.closeAllConnections();
        http.close();
      },
    };
  };

  it('begin a new session with a server that restarted', async () => {
    const { sessions, call, close } = await openClock(true);
    expect(await call('now')).toBe('noon');
    sessions.clear();
    expect(await call('now')).toBe('noon');
    await close();
  });

  it.each([
    ['stopped', true, true],
    ['stopped, without sessions', false, true],
    ['restarted', true, false],
    ['restarted, without sessions', false, false],
  ])('notice a server over HTTP that is %s in the middle of a call', async (_, hasSessions, stops) => {
    const { sessions, http, waiting, call, close } = await openClock(hasSessions);
    const lost = expect(call('wait')).rejects.toThrow(/went away in the middle of the call/);
    await waiting;
    sessions.clear();
    if (stops) http.close();
    http.closeAllConnections();
    await lost;
    await close();
  });

  it('go on with a call over HTTP when only the stream for messages breaks', async () => {
    const { responses, waiting, call, close } = await openClock(true);
    const streams = () => responses.filter(({ req }) => req.method === 'GET');
    let ended = false;
    const still = call('wait')?.catch(() => {
      ended = true;
    });
    await waiting;
    await expect.poll(() => streams().length).toBe(1);
    streams()[0]?.destroy();
    await expect.poll(() => streams().length, { timeout: 10_000 }).toBe(2);
    expect(await call('now')).toBe('noon');
    expect(ended).toBe(false);
    await close();
    await still;
  });

  it('notice the end of a server’s process that left its output open', async () => {
    const path = await file('shell.json', {
      mcpServers: { exchange: { command: 'sh', args: ['-c', `sleep 30 & exec ${process.execPath} ${SERVER}`] } },
    });
    const opened = await openLiveSources(path, silentLog);
    const crash = (await opened.tools(['everyone'])).find(({ tool }) => tool.name === 'exchange__crash');
    await expect(crash?.tool.invoke({}, { signal })).rejects.toThrow(/went away in the middle of the call/);
    await opened.close();
  });

  it('give a tool a name and a description that models take', async () => {
    const { toolNamed, close } = await openExchange({});
    const report = await toolNamed('report_of_the_market_of_the_market_of_the_mar_d33ee979');
    expect(report?.description).toHaveLength(1024);
    expect(await report?.invoke({}, { signal })).toBe('Calm.');
    await close();
  });

  it('are rejected with one clear line if their file is wrong', async () => {
    const bad = [
      join(folder, 'none.json'),
      await file('a.json', '{'),
      await file('b.json', { mcpServers: { x: { args: [] } } }),
    ];
    for (const path of bad)
      await expect(openLiveSources(path, silentLog)).rejects.toMatchObject({
        code: 'BAD_SETTING',
        remedy: expect.stringContaining('mcpServers'),
      });
  });
});
