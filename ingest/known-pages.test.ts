import { expect, it } from 'vitest';
import type { DocumentStamp } from '../stores/index.ts';
import { knownPages } from './known-pages.ts';

const stamp = (id: string, rules: string): DocumentStamp => ({
  id,
  sourceId: 'wiki',
  title: `Page ${id}`,
  contentHash: 'a'.repeat(64),
  url: `https://wiki.example/${id}`,
  fetchedAt: '2026-11-23T00:00:00Z',
  metadata: { hash: `hash of ${id}`, access: { place: 'confluence:https://wiki.example', rules } },
  scopes: ['everyone'],
  passages: 3,
});

async function* stamps() {
  yield stamp('1', 'staff');
  yield stamp('2', 'staff');
  yield stamp('3', 'board');
}

it('holds address and metadata of each stored page, and nothing else of its stamp', async () => {
  const known = await knownPages(stamps());
  expect([...known.keys()]).toEqual(['1', '2', '3']);
  const { url, metadata } = stamp('2', 'staff');
  expect(known.get('2')).toEqual({ url, metadata });
  expect(known.get('3')?.metadata?.access).toEqual({ place: 'confluence:https://wiki.example', rules: 'board' });
});

it('holds one object for all pages with the same rules', async () => {
  const known = await knownPages(stamps());
  expect(known.get('1')?.metadata?.access).toBe(known.get('2')?.metadata?.access);
  expect(known.get('3')?.metadata?.access).not.toBe(known.get('1')?.metadata?.access);
});
