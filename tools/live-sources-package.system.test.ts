import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Node as it is where the adapters were not installed. */
const WITHOUT_ADAPTERS = `
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (!name.startsWith('@langchain/mcp-adapters')) return next(name, context);
    throw Object.assign(new Error("Cannot find package '" + name + "' imported from x"), { code: 'ERR_MODULE_NOT_FOUND' });
  } });`;

it('says which package a live source needs, and how it is installed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-live-'));
  try {
    const file = path.join(folder, 'mcp.json');
    await writeFile(file, '{ "mcpServers": { "status": { "url": "https://status.example.com/mcp" } } }');
    const probe = `
      const { liveSources } = await import(${JSON.stringify(path.resolve('runtime/doctor/surroundings.ts'))});
      console.log(JSON.stringify(await liveSources({ PARLEY_MCP: ${JSON.stringify(file)} })));`;
    const hook = `data:text/javascript,${encodeURIComponent(WITHOUT_ADAPTERS)}`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      hook,
      '--input-type=module',
      '-e',
      probe,
    ]);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        what: 'live source status',
        detail: 'This needs the package @langchain/mcp-adapters, which is not installed.',
        remedy: 'Run `npm install @langchain/mcp-adapters@1`.',
      },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
