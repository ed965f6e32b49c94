import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from './testing/run-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-tokens-'));
const tokens = (...args: string[]) =>
  runCommand(['tokens', ...args], { cwd: folder, env: { PARLEY_DATA: path.join(folder, 'data') } });

it('makes, lists and revokes tokens, and shows the secret once', async () => {
  expect((await tokens('list')).stdout).toContain('There are no tokens.');
  const made = await tokens('create', 'n8n', '--may', 'search', '--days', '7', '--person', 'priya@example.com');
  expect(made.status).toBe(0);
  const [text = ''] = made.stdout.split('\n');
  expect(text).toMatch(/^parley_[0-9a-f]{8}_[0-9a-f]{12}_[\w-]{43}$/);

  const listed = (await tokens('list')).stdout;
  expect(listed).toMatch(/n8n: as priya@example.com, sees what they see, may search, until \S+, never used/);
  expect(listed).not.toContain(text.slice(-43));
  const [row] = JSON.parse((await tokens('list', '--json')).stdout);
  expect(row).toMatchObject({ name: 'n8n', maker: 'operator', person: 'priya@example.com', permissions: ['search'] });

  expect((await tokens('revoke', row.prefix)).stdout).toBe(`Revoked n8n (${row.prefix}…).\n`);
  expect((await tokens('list')).stdout).toContain('revoked ');
});

it('refuses what it cannot make', async () => {
  for (const wrong of [
    ['create', 'x', '--may', 'delete'],
    ['create', 'x', '--days', '9999'],
    ['create', 'x', '--scope', 'nobody-has-this'],
    ['create', ' '],
  ])
    expect((await tokens(...wrong)).status).toBe(2);
  expect((await tokens('revoke', 'abc')).status).toBe(1);
  const names = JSON.parse((await tokens('list', '--json')).stdout).map(({ name }: { name: string }) => name);
  expect(names).toEqual(['n8n']);
});
