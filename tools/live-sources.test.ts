import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../core/log.ts';
import { type LiveSources, openLiveSources } from './live-sources.ts';

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
  await rm(folder, { recursive: true });
});

describe('live sources', () => {
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
    const before = await toolNamed('share_price');
    await expect((await toolNamed('broken'))?.invoke({ company: 'Nordhavn' }, { signal })).rejects.toThrow(/closed/);
    expect(await toolNamed('share_price')).toBe(before);
    await expect((await toolNamed('crash'))?.invoke({}, { signal })).rejects.toThrow();
    expect(logged.join()).toMatch(/exchange can't be reached/);
    const after = await toolNamed('share_price');
    expect(after).not.toBe(before);
    expect(await after?.invoke({ company: 'Nordhavn' }, { signal })).toBe('Nordhavn trades at 41.20 euros.');
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
