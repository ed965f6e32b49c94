import { describe, expect, it } from 'vitest';
import { readGraphql } from './graphql.ts';
import { readProtobuf } from './protobuf.ts';

describe('a schema of GraphQL', () => {
  it('gives each type its heading, and its fields with their arguments as a table', async () => {
    const { markdown, tables } = await readGraphql(
      Buffer.from(`# The shop
"""
A tool of the shop.

  It may be *used*.
"""
type Tool implements Thing & Node @key(fields: "id") {
  "Its number"
  id: ID!
  # not a description
  parts(first: Int = 10, "Where to begin" after: String): [Part!]!
  price: Float @deprecated(reason: "Use cost")
}

union Found = Tool | Part
scalar Date @specifiedBy(url: "https://x.example/{date}")
enum State { "Never sold" NEW, USED }
extend type Query { tool(id: ID!): Tool }
directive @key(fields: String!) on OBJECT
schema { query: Query }
`),
    );
    expect(markdown.match(/^## .+/gm)).toEqual([
      '## type Tool implements Thing & Node @key(fields: "id")',
      '## union Found = Tool | Part',
      '## scalar Date @specifiedBy(url: "https://x.example/{date}")',
      '## enum State',
      '## extend type Query',
      '## directive @key(fields: String!) on OBJECT',
      '## schema',
    ]);
    expect(markdown).toContain('A tool of the shop.\n\n  It may be *used*.');
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ['id', 'ID!', 'Its number'],
        ['parts(first: Int = 10, after: String)', '[Part!]!', ''],
        ['price', 'Float @deprecated(reason: "Use cost")', ''],
      ],
      [
        ['NEW', 'Never sold'],
        ['USED', ''],
      ],
      [['tool(id: ID!)', 'Tool']],
      [['query', 'Query']],
    ]);
    expect(markdown).toContain('parts(first: Int = 10, after: String), after: Where to begin');
  });

  it('ends where brackets and quotes do not', async () => {
    expect((await readGraphql(Buffer.from('type A { b(c: [D'))).markdown).toContain('## type A');
    expect((await readGraphql(Buffer.from('"""never closed'))).markdown).toBe('');
  });
});

describe('Protocol Buffers', () => {
  it('gives messages, enums and services their headings, with fields and comments', async () => {
    const { markdown, tables } = await readProtobuf(
      Buffer.from(`// Licence of nobody.

syntax = "proto3";
package shop;
option java_package = "x";

// A tool.
// It may be *used*.
message Tool {
  // Its number.
  int64 id = 1 [(a.b) = "c;}"];
  repeated Part parts = 2; // in order
  map<string, int32> prices = 3;
  oneof owner { string person = 4; }
  reserved 5;
  /* Where it is. */
  message Place { string shelf = 1; }
}

enum State { NEW = 0; USED = 1; }

service Shop {
  // Sells it.
  rpc Sell (Tool) returns (stream Tool) { option (google.api.http) = { post: "/v1" }; }
}
`),
    );
    expect(markdown.match(/^#+ .+/gm)).toEqual([
      '## message Tool',
      '## message Tool.Place',
      '## enum State',
      '## service Shop',
      '### rpc Sell(Tool) returns (stream Tool)',
    ]);
    expect(markdown).toMatch(/## message Tool\n\nA tool\.\nIt may be \*used\*\./);
    expect(markdown).toContain('## message Tool.Place\n\nWhere it is.');
    expect(markdown).toMatch(/returns \(stream Tool\)\n\nSells it\./);
    expect(markdown).not.toMatch(/Licence|java_package/);
    expect(tables[0]?.rows).toEqual([
      ['id', 'int64', '1', 'Its number.'],
      ['parts', 'repeated Part', '2', 'in order'],
      ['prices', 'map<string, int32>', '3', ''],
      ['person', 'string, one of owner', '4', ''],
    ]);
    expect(tables[2]?.rows).toEqual([
      ['NEW', '0'],
      ['USED', '1'],
    ]);
  });

  it('ends at messages inside of one another without an end', async () => {
    expect((await readProtobuf(Buffer.from('message A {'.repeat(5000)))).markdown).toContain('## message A');
  });
});
