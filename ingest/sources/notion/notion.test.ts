import { Client } from '@notionhq/client';
import { describe, expect } from 'vitest';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { rich, startNotion } from './testing/fake-notion.ts';

quickConnectorContract('Notion', startNotion);

const it = connectorTest(startNotion, (fake) => {
  fake.putPage('1', { title: 'Handbook', html: 'All that a newcomer needs to know stands below.' });
  fake.putPage('2', { title: 'Travel', html: 'Hotels in Spain may cost EUR 130 a night, breakfast not included.' });
}).override(
  'ingest',
  async ({ fake, work }) =>
    () =>
      work.ingest([fake.input], { source: 'there', scopes: ['everyone'] }),
);

describe('Notion', () => {
  it('Notion’s own client works against the fake', async ({ fake }) => {
    fake.say('2', 'Since May.');
    const client = new Client({ auth: 'secret', baseUrl: fake.api.base, notionVersion: '2022-06-28' });
    const { results } = await client.search({ filter: { property: 'object', value: 'page' }, page_size: 1 });
    expect(results).toMatchObject([{ object: 'page', properties: { title: { type: 'title' } } }]);
    const page_id = '00000000-0000-0000-0000-000000000002';
    expect(await client.pages.retrieve({ page_id })).toMatchObject({ parent: { type: 'page_id' } });
    const blocks = await client.blocks.children.list({ block_id: page_id });
    expect(blocks.results).toMatchObject([
      { type: 'paragraph', paragraph: { rich_text: [{ plain_text: /EUR 130/ }] } },
    ]);
    const comments = await client.comments.list({ block_id: page_id });
    expect(comments.results).toMatchObject([{ rich_text: [{ plain_text: 'Since May.' }] }]);
    await expect(client.pages.retrieve({ page_id: page_id.replace(/2$/, '9') })).rejects.toMatchObject({
      code: 'object_not_found',
    });
  });

  it('reads lists in lists, tables, code, callouts and columns, and a row’s properties', async ({
    fake,
    work,
    ingest,
  }) => {
    const item = (text: string, children?: object[]) => ({
      type: 'bulleted_list_item',
      bulleted_list_item: { rich_text: rich(text) },
      ...(children && { children }),
    });
    const row = (...cells: string[]) => ({ type: 'table_row', table_row: { cells: cells.map((cell) => rich(cell)) } });
    fake.write(
      '2',
      [
        { type: 'heading_2', heading_2: { rich_text: rich('Limits') } },
        item('Hotels', [item('Spain: 130'), item('Norway: 210')] as never),
        item('Meals'),
        {
          type: 'column_list',
          column_list: {},
          children: [
            {
              type: 'column',
              column: {},
              children: [
                {
                  type: 'table',
                  table: { table_width: 2, has_column_header: true },
                  children: [row('Country', 'Night'), row('Spain | Italy', '130')],
                },
              ],
            },
          ],
        },
        { type: 'code', code: { language: 'bash', rich_text: rich('book --train *') } },
        { type: 'callout', callout: { rich_text: rich('Ask first.') } },
        { type: 'to_do', to_do: { checked: true, rich_text: rich('Approve') } },
        { type: 'paragraph', paragraph: { rich_text: rich('The portal', { href: 'https://travel.example.com/' }) } },
        { type: 'child_page', child_page: { title: 'Trains' } },
        { type: 'unsupported', unsupported: {} },
      ] as never,
      {
        Owner: { id: 'a', type: 'people', people: [{ object: 'user', id: 'x', name: 'Priya Raman' }] },
        Status: { id: 'b', type: 'status', status: { name: 'In force' } },
        Limit: { id: 'c', type: 'number', number: 130 },
        Related: { id: 'd', type: 'relation', relation: [] },
      },
    );
    expect(await ingest()).toMatchObject({ added: 2, failed: [] });
    const text = await work.text('2');
    for (const line of [
      '- **Owner**: Priya Raman',
      '- **Status**: In force',
      '- **Limit**: 130',
      '## Limits',
      '- Hotels\n   - Spain: 130\n   - Norway: 210\n- Meals',
      '| Country | Night |',
      '| Spain \\| Italy | 130 |',
      'book --train *',
      '> Ask first.',
      '- [x] Approve',
      '[The portal](https://travel.example.com/)',
      'Trains',
    ])
      expect(text, line).toContain(line);
    expect(text).not.toContain('Related');
    const every = await work.stores.documents.scopes();
    const tables = await work.stores.documents.tablesOf([fake.idOf('2')], every);
    expect(tables).toHaveLength(1);
  });

  it('keeps a page that the search leaves out, and drops one that is gone', async ({ fake, ingest, sync }) => {
    await ingest();
    fake.hide('2');
    expect(await sync()).toMatchObject({ deleted: 0, updated: 0, failed: [] });
    fake.deletePage('2');
    expect(await sync()).toMatchObject({ deleted: 1, failed: [] });
  });

  it('reads what is below the named page alone', async ({ fake, work, ingest }) => {
    fake.putPage('7', { title: 'Elsewhere', html: 'A page of another team, which nobody named here.', parent: '8' });
    expect(await ingest()).toMatchObject({ added: 2, failed: [] });
    expect(await work.text('7')).toBe('');
  });

  it('reads comments where it may, and pages where it may not read their comments', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.say('2', 'The portal is down on Sundays.');
    await ingest();
    expect(await work.text('2')).toContain('The portal is down on Sundays.');
    fake.mayReadComments = false;
    fake.putPage('2', { title: 'Travel', html: 'Hotels in Spain may cost EUR 140 a night.' });
    expect(await sync()).toMatchObject({ updated: 1, failed: [] });
    expect(await work.text('2')).not.toContain('Sundays');
  });

  it('takes the ways in which a page is written', () => {
    const id = '1f2e3d4c5b6a79880123456789abcdef';
    for (const input of [`Handbook-${id}`, `acme/Handbook-${id}?pvs=4`, '1f2e3d4c-5b6a-7988-0123-456789abcdef'])
      expect(connector.locate(`https://www.notion.so/${input}`)).toMatchObject({
        base: 'https://api.notion.com',
        location: `notion:https://www.notion.so/${id}`,
      });
    expect(connector.locate('everything')?.sourceId).toBe('notion');
    expect(connector.locate('https://www.notion.so/Handbook')).toBeUndefined();
    expect(connector.locate('handbook')).toBeUndefined();
  });
});
