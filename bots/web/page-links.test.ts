import { afterEach, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { pageLinks, possibleIds } from './page-links.ts';
import { page } from './testing/scripted-web.ts';

const stores = openEmbedded(':memory:');
afterEach(() => stores.close());

it('maps links only to ingested pages that the reader may see', async () => {
  await stores.documents.putSource({ id: 'test', kind: 'folder', location: '/test', scopes: ['everyone'] });
  await stores.apply({
    put: [
      page('docs/people/leave.md', 'Leave', 'Leave.'),
      page('docs/index.md', 'Overview', 'Overview.'),
      page('docs/secret.md', 'Secret', 'Secret.', ['board']),
      page('https://example.org/a', 'A', 'A.'),
    ],
  });
  const text =
    '[a](leave.md) [b](../index.md#top) [c](../secret.md) [d](https://example.org/a) [e](https://evil.example/x) [f](javascript:alert(1)) [g](%E0%A4%A)';
  const links = await pageLinks({ id: 'docs/people/other.md', text }, stores.documents, ['everyone']);
  expect(links).toEqual({
    'leave.md': 'docs/people/leave.md',
    '../index.md#top': 'docs/index.md',
    'https://example.org/a': 'https://example.org/a',
  });
});

it('resolves a relative link of a web page against its URL', () => {
  expect(possibleIds('/b?x=1', { id: 'site/a', url: 'https://example.org/dir/a' })).toContain('https://example.org/b');
});
