import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

const read = (...matter: string[]) => extractMarkdownText(['---', ...matter, '---', '', 'Boats.'].join('\n'));

it('reads a page whose fields are empty or of another form', () => {
  expect(read('title:', 'author:', 'date:').markdown).toBe('Boats.');
  expect(read('title: Boats', 'date: true', 'updated: [1]', 'author:', '  name: Ann').metadata).toMatchObject({
    author: 'Ann',
  });
});

it('refuses a page that does not say who may read it', () => {
  expect(() => read('scopes: { team: true }')).toThrow(/front matter.*scopes/s);
  expect(read('scopes:').metadata.scopes).toBeUndefined();
});

it.each([
  ['lastUpdated: 2026-03-04'],
  ['last_modified_at: 2026-03-04'],
  ['last_update:\n  date: 2026-03-04\n  author: Ann'],
  ['pubDate: 2026-01-01\nmodified: 2026-03-04'],
])('reads the day of change as other generators write it: %s', (field) => {
  expect(read(field)).toMatchObject({ markdown: 'Boats.', metadata: { updated: '2026-03-04' } });
});

it('reads the fields of TOML', () => {
  const page = extractMarkdownText(
    '+++\ntitle = "The quay: rules"\ndate = 2026-01-02\ndraft = false\n[extra]\ntitle = "No"\n+++\n\nBoats.',
  );
  expect(page).toMatchObject({ title: 'The quay: rules', markdown: 'Boats.', metadata: { published: '2026-01-02' } });
});

it('calls a page by its own title, without the name of its site', () => {
  expect(read('title: Where we sail | The handbook', 'nav: Where we sail').title).toBe('Where we sail');
  expect(extractMarkdownText('---\ntitle: Quays – Handbook\n---\n\n# Quays\n\nBoats.').title).toBe('Quays');
  expect(read('title: Ropes - a history').title).toBe('Ropes - a history');
});

it('shows no fields of a page that switches something of a generator on', () => {
  expect(read('type: deploy', 'i18nReady: true').markdown).toBe('Boats.');
  expect(read('owner: Ann').markdown).toBe('- owner: Ann\n\nBoats.');
});
