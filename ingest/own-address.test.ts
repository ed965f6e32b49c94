import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { openParley } from '../runtime/open.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const FILES = {
  'leave.md': '---\nurl: https://docs.corp.example/leave\n---\n# Leave\n\nEverybody gets 28 days of leave a year.\n',
  'badge.html':
    '<html><head><title>Badges</title><link rel="canonical" href="https://evil.example/badge"></head><body><h1>Badges</h1><p>A lost badge is reported at the front desk of building C, which makes a new one.</p></body></html>',
  'phone.md':
    '---\nurl: https://docs.corp.example@evil.example/phone\n---\n# Phones\n\nA lost phone is reported in the portal.\n',
};

/** The addresses of citations and nearest pages, by question, and what the report says. */
const linksWith = async (environment: Record<string, string>) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-own-address-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text);
  const settings = readSettings(environment);
  const parley = await openParley({ data: path.join(folder, 'data'), settings });
  try {
    const report = await parley.ingest(Object.keys(FILES).map((name) => path.join(folder, name)));
    const links: string[] = [];
    for (const text of [
      'How many days of leave do I get?',
      'Where is a lost badge reported?',
      'Where is a lost phone reported?',
    ]) {
      const { citations, nearest = [] } = await parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });
      links.push(...[...citations, ...nearest].flatMap(({ url }) => url ?? []));
    }
    return { links: [...new Set(links)], unlinkedHosts: report.unlinkedHosts };
  } finally {
    await parley.close();
  }
};

it('lets no file choose where its citations lead, and says which hosts files name', async () => {
  const { links, unlinkedHosts } = await linksWith({});
  expect(links).toEqual([]);
  expect(unlinkedHosts).toEqual({ 'docs.corp.example': 1, 'evil.example': 1 });
});

it('links to the hosts that the operator names', async () => {
  const { links, unlinkedHosts } = await linksWith({ PARLEY_LINK_HOSTS: 'docs.corp.example' });
  expect(links).toEqual(['https://docs.corp.example/leave']);
  expect(unlinkedHosts).toEqual({ 'evil.example': 1 });
});
