import { expect, it } from 'vitest';
import { readerOf } from '../index.ts';

const read = (html: string) => readerOf({ name: 'html', packed: false })(Buffer.from(html));

const description = JSON.stringify({
  components: { schemas: { Tool: { type: 'object', properties: { name: { type: 'string' } } } } },
  openapi: '3.1.0',
  info: { title: 'Shop', version: '2', description: 'Sells {tools} and "lids".' },
  paths: { '/tools/{id}': { get: { summary: 'Read a tool', operationId: 'readTool' } } },
});
const page = (script: string, body = '') =>
  `<html><head><title>API</title></head><body><div id="app">${body}</div><script>${script}</script></body></html>`;

it.each([
  ['Redoc', `const __redoc_state = {"menu":{"activeItemIdx":-1},"spec":{"data":${description}},"options":{}};`],
  ['Redocly', `import { hydrate } from "https://cdn.example/r.js"; const d = ${description}; hydrate(d, {});`],
  ['Swagger UI', `// Don't say "openapi" twice\nSwaggerUIBundle({ dom_id: '#app', spec: ${description} })`],
])('reads the API that a page of %s hands to its script', async (_, script) => {
  const { title, markdown } = await read(page(script));
  expect(title).toBe('Shop');
  expect(markdown).toContain('Sells {tools} and "lids".');
  expect(markdown).toContain('## GET /tools/{id}: Read a tool');
  expect(markdown).toContain('## Schema Tool');
});

it('keeps the text of a page that says more than the description, or whose script holds none', async () => {
  const text =
    'A lid fits a box only if its two sides are as long as those of the box, so measure both of them. '.repeat(9);
  expect((await read(page(`const spec = ${description}`, `<p>${text}</p>`))).text).toBe(text.trim());
  for (const script of [
    'const spec = { openapi: "3.1.0", paths: load() }',
    'const spec = {"openapi": "3.1.0", "paths": {}}',
    'const version = {"openapi": "3.1.0"}',
    '"openapi": "3.1.0"',
  ])
    expect((await read(page(script, `<p>${text}</p>`))).text).toBe(text.trim());
});
