import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createPlainLog } from './plain-log.ts';

it('prints each warning once, at the end, and nothing that the command printed already', () => {
  const printed: string[] = [];
  const log = createPlainLog((line) => printed.push(line));
  log.error({ code: 'MODEL_UNAVAILABLE', details: { model: 'x' } }, 'The model x can’t be reached.');
  log.warn({ err: new Error('secret') }, 'The encoder is down.');
  log.warn('The encoder is down.');
  log.warn('It looked at https://down.example/v1.');
  log.info('nobody asked');
  expect(printed).toEqual([]);
  log.alreadyPrinted('The model x can’t be reached. Check that it is up; until then Parley quotes its sources.');
  log.alreadyPrinted('It looked at `https://down.example/v1`.');
  log.release();
  log.release();
  expect(printed).toEqual(['The encoder is down.']);
});

it('says a missing key in one plain line, into a pipe too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-key-'));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('main.ts', import.meta.url)), 'ask', 'do passwords expire?', '--data', folder],
    { env: { PATH: process.env.PATH, PARLEY_MODEL: 'openai:gpt-4o-mini' }, cwd: folder, encoding: 'utf8' },
  );
  const said = `${stdout}${stderr}`;
  expect(said.match(/No key is set for openai:gpt-4o-mini/g)).toHaveLength(1);
  expect(said).not.toContain('{"level"');
  expect(status).toBe(1);
});

it.each([
  ['that answers no request', undefined, "can't be reached"],
  ['that does not know the model', 404, 'does not know the model'],
])('says a provider %s in one plain line, passes no quote off as an answer, and exits 1', async (_, status, said) => {
  const server = createServer((_request, response) => {
    response.writeHead(status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'no such model', code: 'model_not_found' } }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  if (status === undefined) await new Promise((closed) => server.close(closed));
  const folder = mkdtempSync(join(tmpdir(), 'parley-provider-'));
  const asked = spawn(
    process.execPath,
    [fileURLToPath(new URL('main.ts', import.meta.url)), 'ask', 'do passwords expire?', '--data', folder],
    {
      env: {
        PATH: process.env.PATH,
        PARLEY_MODEL: 'openai:gone',
        PARLEY_MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`,
        PARLEY_MODEL_API_KEY: 'key',
      },
      cwd: folder,
    },
  );
  let printed = '';
  for (const stream of [asked.stdout, asked.stderr]) stream.on('data', (piece) => (printed += String(piece)));
  const exit = await new Promise((ended) => asked.on('close', ended));
  if (server.listening) server.close();
  expect(printed.split(said)).toHaveLength(2);
  expect(printed).not.toContain('{"level"');
  expect(exit).toBe(1);
});

it('prints nothing but the answer with --json, whatever a client library logs', async () => {
  // Ollama's client logs to the console when an error is no JSON.
  const server = createServer((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<h1>502 Bad Gateway</h1>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'parley-json-'));
  const asked = spawn(
    process.execPath,
    [fileURLToPath(new URL('main.ts', import.meta.url)), 'ask', 'do passwords expire?', '--json', '--data', folder],
    {
      env: {
        PATH: process.env.PATH,
        PARLEY_MODEL: 'ollama:llama3.1:8b',
        PARLEY_MODEL_BASE_URL: `http://127.0.0.1:${port}`,
      },
      cwd: folder,
    },
  );
  let stdout = '';
  asked.stdout.on('data', (piece) => (stdout += piece));
  await new Promise((closed) => asked.on('close', closed));
  server.close();
  expect(JSON.parse(stdout)).toMatchObject({ mode: 'quote' });
}, 30_000);
