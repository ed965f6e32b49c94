import { describe, expect, it } from 'vitest';
import { formatOf } from '../detect.ts';
import { readApiDescription } from './api-description.ts';

const read = async (text: string) => readApiDescription(Buffer.from(text));

const shop = `
openapi: 3.0.3
info: { title: Shop, version: '2.1', description: "Sells *tools*.\\n\\n# Limits\\n\\n100 calls a minute." }
servers: [{ url: https://shop.example/v2 }]
security: [{ key: [] }]
paths:
  /tools/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer }, description: The number on the tool }
    get:
      summary: Read a tool
      operationId: readTool
      tags: [tools]
      parameters:
        - $ref: '#/components/parameters/Fields'
      responses:
        '200': { description: The tool, content: { application/json: { schema: { $ref: '#/components/schemas/Tool' } } } }
        '404': { $ref: '#/components/responses/Missing' }
    put:
      deprecated: true
      security: [{ login: ['write:tools'] }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Tool' } } }
      responses: { '204': { description: Saved } }
components:
  parameters:
    Fields: { name: fields, in: query, schema: { type: array, items: { type: string, enum: [name, price] } } }
  responses:
    Missing: { description: There is no such tool }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    Base: { type: object, required: [name], properties: { name: { type: string, maxLength: 40, description: What is printed on it } } }
    Tool:
      allOf:
        - $ref: '#/components/schemas/Base'
        - type: object
          properties:
            state: { type: string, enum: [new, used], default: new }
            parts: { type: array, items: { type: object, properties: { screws: { type: integer } } } }
            next: { $ref: '#/components/schemas/Tool' }
`;

describe('OpenAPI', () => {
  it('gives each operation its heading, with parameters, body and responses as tables', async () => {
    const { title, markdown, tables } = await read(shop);
    expect(title).toBe('Shop');
    expect(markdown.match(/^#+ .+/gm)).toEqual([
      '## Limits',
      '## Authentication',
      '## GET /tools/{id}: Read a tool',
      '## PUT /tools/{id}',
      '## Schema Base',
      '## Schema Tool',
    ]);
    expect(markdown).toContain('Base address: https://shop.example/v2');
    expect(markdown).toContain('Signed in with: key, where an operation says nothing else.');
    expect(markdown).toContain('Operation: readTool. Tags: tools.');
    const [, parameters, responses] = tables;
    expect(parameters?.rows).toEqual([
      ['id', 'path', 'integer', 'yes', 'The number on the tool'],
      ['fields', 'query', 'array of string', '', 'One of name, price.'],
    ]);
    expect(responses?.rows).toEqual([
      ['200', 'The tool', 'Tool'],
      ['404', 'There is no such tool', ''],
    ]);
    expect(markdown).toContain('Deprecated. Signed in with: login (write:tools).');
    expect(markdown).toContain('Body, required (application/json): Tool.');
  });

  it('joins the parts of a schema, and names the fields of objects in lists', async () => {
    const { tables } = await read(shop);
    const [tool] = tables.filter(({ headings }) => headings.includes('Schema Tool'));
    expect(tool?.rows).toEqual([
      ['name', 'string', 'yes', 'What is printed on it. Longest length 40.'],
      ['state', 'string', '', 'One of new, used. Default new.'],
      ['parts', 'array of object', '', ''],
      ['parts[].screws', 'integer', '', ''],
      ['next', 'Tool', '', ''],
    ]);
  });

  it('reads Swagger 2', async () => {
    const { markdown, tables } = await read(
      JSON.stringify({
        swagger: '2.0',
        info: { title: 'Shop' },
        host: 'shop.example',
        basePath: '/v1',
        schemes: ['http'],
        paths: {
          '/tools': {
            post: {
              parameters: [
                { name: 'tool', in: 'body', schema: { $ref: '#/definitions/Tool' } },
                { name: 'n', in: 'query', type: 'integer', default: 0, enum: [0, 1] },
              ],
              responses: {
                200: { description: 'ok', schema: { type: 'array', items: { $ref: '#/definitions/Tool' } } },
              },
            },
          },
        },
        definitions: { Tool: { type: 'object', properties: { name: { type: 'string' } } } },
      }),
    );
    expect(markdown).toContain('Base address: http://shop.example/v1');
    expect(markdown).toContain('Body: Tool.');
    expect(tables.map(({ rows }) => rows[0])).toEqual([
      ['n', 'query', 'integer', 'One of 0, 1. Default 0.'],
      ['name', 'string'],
      ['200', 'ok', 'array of Tool'],
      ['name', 'string'],
    ]);
  });

  it('ends where references lead in a circle, out of the file, or to many copies of one another', async () => {
    const doubled = Array.from({ length: 40 }, (_, i) => [
      `S${i}`,
      { allOf: [{ $ref: `#/components/schemas/S${i + 1}` }, { $ref: `#/components/schemas/S${i + 1}` }] },
    ]);
    const { markdown } = await read(
      JSON.stringify({
        openapi: '3.0.0',
        paths: {
          '/a': { $ref: '#/paths/~1b' },
          '/b': { $ref: '#/paths/~1a' },
          '/c': { get: { requestBody: { content: { x: { schema: { $ref: 'other.yaml#/Thing' } } } } } },
        },
        components: { schemas: Object.fromEntries(doubled) },
      }),
    );
    expect(markdown.match(/^## .+/gm)).toHaveLength(41);
    expect(markdown).toContain('Body (x): Thing.');
  });

  it('refuses what expands without end, and what is no description', async () => {
    const bomb = `openapi: 3.0.0\na: &a [x,x,x,x]\n${Array.from({ length: 20 }, (_, i) => `b${i}: &${i === 19 ? 'z' : `b${i}`} [*${i === 0 ? 'a' : `b${i - 1}`},*${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}\n`;
    await expect(read(bomb)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
    await expect(read('name: x')).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
    expect((await read('{"openapi":"3.0.0","info":[],"paths":[{"get":[1]}],"servers":{"a":1}}')).markdown).toBe('');
  });
});

describe('AsyncAPI', () => {
  const payload = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', description: 'Of the tool' } },
  };

  it('gives each operation of version 2 and 3 its heading, with the fields of its messages', async () => {
    const two = await read(
      JSON.stringify({
        asyncapi: '2.6.0',
        channels: {
          'tool/sold': { publish: { summary: 'A tool was sold', message: { $ref: '#/components/messages/Sold' } } },
        },
        components: { messages: { Sold: { payload } } },
      }),
    );
    expect(two.markdown).toContain('## publish tool/sold: A tool was sold\n\nMessage Sold: object.');
    const three = await read(
      JSON.stringify({
        asyncapi: '3.0.0',
        channels: { sold: { address: 'tool/sold', messages: { Sold: { payload } } } },
        operations: { onSold: { action: 'receive', channel: { $ref: '#/channels/sold' } } },
      }),
    );
    expect(three.markdown).toContain('## receive tool/sold\n\nMessage message: object.');
    expect(three.tables[0]?.rows).toEqual([['id', 'string', 'yes', 'Of the tool']]);
  });
});

describe('a collection of Postman', () => {
  it('gives requests below their folders, without what signs somebody in', async () => {
    const { title, markdown } = await read(
      JSON.stringify({
        info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
        item: [
          {
            name: 'Tools',
            item: [
              {
                name: 'Sell a tool',
                request: {
                  method: 'POST',
                  description: 'Marks it as *sold*.',
                  url: {
                    raw: 'https://shop.example/sell?api_key=abc123&n=2',
                    query: [{ key: 'n', value: '2', description: 'How many' }],
                  },
                  header: [{ key: 'Authorization', value: 'Bearer s3cr3t' }],
                  body: { mode: 'raw', raw: '{"tool": 7, "password": "hunter2"}' },
                },
              },
            ],
          },
        ],
      }),
    );
    expect(title).toBe('Shop');
    expect(markdown).toContain('## Tools\n\n### Sell a tool');
    expect(markdown).toContain('POST https://shop.example/sell?api\\_key=…&n=2');
    expect(markdown).toContain('| n | query | 2 | How many |');
    expect(markdown).toContain('{"tool": 7, "password":"…"}'.replace(':"…"', ': "…"'));
    expect(markdown).not.toMatch(/abc123|s3cr3t|hunter2/);
  });
});

describe('the format of a description', () => {
  it('is told by the beginning of the file, or a name of its own', () => {
    const format = (name: string, text?: string) =>
      formatOf({ name, bytes: text === undefined ? undefined : Buffer.from(text) })?.name;
    expect(format('shop.yml', '# Shop\nopenapi: "3.1.0"\n')).toBe('api');
    expect(format('shop.json', '{ "info": {}, "swagger": "2.0" }')).toBe('api');
    expect(format('deploy.yaml', 'kind: Deployment\nopenapi: yes\n')).toBeUndefined();
    expect(format('a/openapi.yaml')).toBe('api');
    expect(format('values.yaml')).toBeUndefined();
    expect(
      formatOf({
        name: 'https://x.example/docs',
        contentType: 'application/json',
        bytes: Buffer.from('{"openapi":"3.0.0"}'),
      })?.name,
    ).toBe('api');
  });
});
