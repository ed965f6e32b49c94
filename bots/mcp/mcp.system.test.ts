import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSampleWeb } from '../web/testing/sample-web.ts';

let web: Awaited<ReturnType<typeof openSampleWeb>>;
beforeAll(async () => {
  web = await openSampleWeb({ PARLEY_DOORS: 'public' });
});
afterAll(() => web.close());

describe('the MCP SDK’s client', () => {
  it('works over stdio', async () => {
    const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [main, 'mcp', '--data', web.parley.settings.PARLEY_DATA],
        stderr: 'ignore',
      }),
    );
    const question = 'How many weeks of parental leave do I get?';
    const { structuredContent } = await client.callTool({ name: 'ask', arguments: { question } });
    expect(structuredContent).toMatchObject({ answer: expect.stringContaining('26 weeks') });
    await client.close();
  });
});

describe('the MCP project’s conformance suite', () => {
  const suite = fileURLToPath(
    new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
  );

  // The suite's other scenarios need tools, prompts and resources of a server made for it.
  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])('passes %s', async (scenario) => {
    const args = [suite, 'server', '--url', `${web.url}/mcp`, '--scenario', scenario];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  });
});
