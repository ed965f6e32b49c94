import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { listFolder } from '../files.ts';
import type { Item } from '../item.ts';
import { pagesReader } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'exports-'));

const read = async (name: string, content: string | Uint8Array): Promise<Item[]> => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  const reader = await pagesReader(file);
  const items: Item[] = [];
  for await (const item of reader?.(file, 'hall/export') ?? []) items.push(item);
  return items;
};
const pagesOf = async (items: readonly Item[]) =>
  Promise.all(
    items.flatMap((item) =>
      item.kind === 'page' ? [(async () => ({ id: item.id, url: item.url, ...(await item.extract()) }))()] : [],
    ),
  );
const skippedOf = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'skipped' ? [item.reason] : []));

const wikiPage = (title: string, number: number, revisions: string, rest = '') =>
  `<page><title>${title}</title><ns>${rest.includes('ns') ? 1 : 0}</ns><id>${number}</id>${rest.replace('ns', '')}${revisions}</page>`;
const revision = (text: string, time = '2026-03-01T10:00:00Z', rest = '') =>
  `<revision><timestamp>${time}</timestamp><contributor><username>Ann</username></contributor>${rest}<text xml:space="preserve">${text}</text></revision>`;
const dump = (...pages: string[]) =>
  `<?xml version="1.0"?>\n<!-- made by hand -->\n<mediawiki version="0.11"><siteinfo><base>https://wiki.example/wiki/Main_Page</base><namespaces><namespace key="0"/><namespace key="1">Talk</namespace></namespaces></siteinfo>${pages.join('')}</mediawiki>`;

it('makes a page of each page of a wiki’s dump, in its newest version', async () => {
  const items = await read(
    'wiki.xml',
    dump(
      wikiPage('Oil press', 7, revision('It is new.', '2026-04-01T10:00:00Z') + revision('It was old.')),
      wikiPage('Press', 8, revision('#REDIRECT [[Oil press]]')),
      wikiPage('Talk:Oil press', 9, revision('Is it?'), 'ns'),
      wikiPage('Styles', 10, revision('a { color: red }', undefined, '<model>css</model>')),
    ),
  );
  expect(await pagesOf(items)).toEqual([
    expect.objectContaining({
      id: 'hall/export/7',
      url: 'https://wiki.example/wiki/Oil_press',
      title: 'Oil press',
      markdown: 'It is new.',
      metadata: expect.objectContaining({ author: 'Ann', updated: '2026-04-01T10:00:00.000Z' }),
    }),
  ]);
  expect(skippedOf(items)).toEqual([
    'a talk page of the wiki',
    'a page of the wiki that is no wikitext but css',
    '1 pages of the wiki that only lead to others',
  ]);
});

it('reads a packed dump of many pages, whatever is cut where its chunks end', async () => {
  const pages = Array.from({ length: 3000 }, (_, at) =>
    wikiPage(`Page ${at}`, at, revision(`Öl &amp; ${'oil '.repeat(at % 97)}`)),
  );
  const items = await read('many.xml.gz', gzipSync(dump(...pages)));
  expect(items).toHaveLength(3000);
  expect((await pagesOf(items.slice(96, 97)))[0]).toMatchObject({
    title: 'Page 96',
    markdown: expect.stringMatching(/^Öl & oil/),
  });
});

it('says what is wrong with a dump that ends in the middle', async () => {
  const whole = dump(wikiPage('Oil press', 7, revision('It is new.')), wikiPage('Saw', 8, revision('It is loud.')));
  const items = await read('cut.xml', whole.slice(0, whole.indexOf('loud')));
  expect((await pagesOf(items)).map(({ title }) => title)).toEqual(['Oil press']);
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'failure', failure: expect.objectContaining({ code: 'INPUT_UNREADABLE' }) }),
  );
});

const object = (kind: string, id: number | string, ...properties: string[]) =>
  `<object class="${kind}" package="com.atlassian.confluence"><id name="id">${id}</id>${properties.join('')}</object>`;
const property = (name: string, value: string | number) => `<property name="${name}"><![CDATA[${value}]]></property>`;
const leadsTo = (name: string, id: number | string) =>
  `<property name="${name}" class="Page"><id name="id">${id}</id></property>`;
const body = (page: number, text: string) =>
  object(
    'BodyContent',
    page + 1000,
    `<property name="body"><![CDATA[${text.replaceAll(']]>', ']] >')}]]></property>`,
    leadsTo('content', page),
    '<property name="bodyType">2</property>',
  );
const backup = (...objects: string[]) =>
  `<?xml version="1.0"?><hibernate-generic datetime="2026-03-01 10:00:00">${objects.join('\n')}</hibernate-generic>`;

it('makes a page of each page in a backup of Confluence, as its storage format says', async () => {
  const items = await read(
    'entities.xml',
    backup(
      body(
        1,
        '<p>Ask&nbsp;<ac:link><ri:user ri:userkey="k1"/></ac:link> or see <ac:link><ri:page ri:content-title="Oil &amp; fat"/></ac:link>.</p><ac:structured-macro ac:name="warning"><ac:parameter ac:name="title">Hot</ac:parameter><ac:rich-text-body><p>It burns.</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">sh</ac:parameter><ac:plain-text-body><![CDATA[if [[ -f x ]]; then\n  oil <in\nfi]]></ac:plain-text-body></ac:structured-macro><ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>Clean it</ac:task-body></ac:task></ac:task-list><ac:structured-macro ac:name="toc"/><ac:structured-macro ac:name="drawio"><ac:parameter ac:name="name">hall</ac:parameter></ac:structured-macro>',
      ),
      object(
        'Page',
        1,
        property('title', 'Oil press'),
        leadsTo('space', 5),
        leadsTo('lastModifier', 'k1'),
        property('lastModificationDate', '2026-03-01 10:00:00.000'),
        property('contentStatus', 'current'),
      ),
      object('Space', 5, property('name', 'Workshop')),
      '<object class="ConfluenceUserImpl"><id name="key"><![CDATA[k1]]></id><property name="name"><![CDATA[ann]]></property></object>',
      object(
        'Page',
        2,
        property('title', 'Oil press'),
        leadsTo('originalVersion', 1),
        property('contentStatus', 'current'),
      ),
      body(2, '<p>It was old.</p>'),
      object('Page', 3, property('title', 'A draft'), property('contentStatus', 'draft')),
      body(3, '<p>Not yet.</p>'),
      object('Page', 4, property('title', 'Without a word')),
    ),
  );
  const [page, ...others] = await pagesOf(items);
  expect(others).toEqual([]);
  expect(page).toMatchObject({
    id: 'hall/export/1',
    title: 'Oil press',
    metadata: { author: 'ann', updated: '2026-03-01T10:00:00.000Z', site: 'Workshop' },
  });
  expect(page?.markdown).toContain('Ask @ann or see Oil & fat.');
  expect(page?.markdown).toMatch(/Warning: \*\*Hot\*\*\n\nIt burns\./);
  expect(page?.markdown).toContain('```sh\nif [[ -f x ]]; then\n  oil <in\nfi\n```');
  expect(page?.markdown).toContain('[x] Clean it');
  expect(page?.metadata.notices).toEqual(['What these macros of Confluence show was left out: drawio (hall).']);
  expect(skippedOf(items)).toEqual([
    '2 old versions, drafts and deleted pages of Confluence',
    'a page of Confluence without text',
  ]);
});

it('reads the comments on a page of Confluence below it, oldest first, and none that was deleted', async () => {
  const comment = (id: number, created: string, status = 'current', page = 1) =>
    object(
      'Comment',
      id,
      property('creationDate', created),
      property('contentStatus', status),
      leadsTo('containerContent', page),
      leadsTo('creator', 'k1'),
    );
  const items = await read(
    'comments.xml',
    backup(
      body(11, '<p>After nine, <ac:link><ri:user ri:userkey="k1"/></ac:link>.</p>'),
      comment(11, '2026-03-02 10:00:00.000'),
      comment(12, '2026-03-01 10:00:00.000'),
      body(12, '<p>When is it hot?</p>'),
      comment(13, '2026-03-03 10:00:00.000', 'deleted'),
      body(13, '<p>Never mind.</p>'),
      comment(14, '2026-03-03 10:00:00.000', 'current', 2),
      body(14, '<p>A secret.</p>'),
      object('Page', 1, property('title', 'Oil press')),
      body(1, '<p>Heat it first.</p>'),
      object('Page', 2, property('title', 'Salaries')),
      body(2, '<p>Ann earns 5.</p>'),
      object('ContentPermissionSet', 9, property('type', 'View'), leadsTo('owningContent', 2)),
      '<object class="ConfluenceUserImpl"><id name="key"><![CDATA[k1]]></id><property name="name"><![CDATA[ann]]></property></object>',
    ),
  );
  expect((await pagesOf(items)).map(({ markdown }) => markdown)).toEqual([
    'Heat it first.\n\n## Comments\n\n**ann, 2026-03-01**\n\nWhen is it hot?\n\n**ann, 2026-03-02**\n\nAfter nine, @ann.',
  ]);
});

it('makes a page of each post and page of an export of WordPress, without what is not for everyone', async () => {
  const post = (number: number, title: string, content: string, rest = '', state = 'publish', kind = 'post') =>
    `<item><title>${title}</title><link>https://blog.example/?p=${number}</link><dc:creator>ann</dc:creator><content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded></excerpt:encoded><wp:post_id>${number}</wp:post_id><wp:post_date_gmt>2026-03-01 10:00:00</wp:post_date_gmt><wp:status>${state}</wp:status><wp:post_type>${kind}</wp:post_type>${rest}</item>`;
  const comment = (text: string, approved: string, type = '') =>
    `<wp:comment><wp:comment_author>Bo</wp:comment_author><wp:comment_date_gmt>2026-03-02 10:00:00</wp:comment_date_gmt><wp:comment_content>${text}</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${type}</wp:comment_type></wp:comment>`;
  const content = `The hall opens at seven.

[caption id="a1" width="300"]<img src="a.png"> The hall in May[/caption]
Bring the key [see below] and a lamp.
Ask Ann.

<!-- wp:heading -->
<h2>Doors</h2>
<!-- /wp:heading -->
[code lang="sh"]open door[0]

close door[/code]
[gallery ids="1,2"]`;
  const items = await read(
    'blog.xml',
    `<?xml version="1.0"?><!-- made by hand --><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:author><wp:author_login>Ann</wp:author_login><wp:author_display_name><![CDATA[Ann Lee]]></wp:author_display_name></wp:author>
${post(7, 'The hall', content, `<category domain="category" nicename="rooms"><![CDATA[Rooms]]></category><category domain="post_tag" nicename="key">Key</category>${comment('It is cold.', '1')}${comment('Buy pills', 'spam')}${comment('[...] hall [...]', '1', 'pingback')}`)}
${post(8, 'Plans', 'x', '', 'draft')}${post(9, 'Pay', 'x', '', 'private')}${post(10, 'Keys', 'x', '<wp:post_password>key</wp:post_password>')}${post(11, 'hall.png', 'x', '', 'inherit', 'attachment')}</channel></rss>`,
  );
  expect(await pagesOf(items)).toEqual([
    expect.objectContaining({
      id: 'hall/export/7',
      url: 'https://blog.example/?p=7',
      title: 'The hall',
      metadata: expect.objectContaining({ author: 'Ann Lee', updated: '2026-03-01T10:00:00.000Z' }),
      markdown:
        '- Categories: Rooms\n- Tags: Key\n\nThe hall opens at seven.\n\nThe hall in May\nBring the key [see below] and a lamp.\nAsk Ann.\n\n## Doors\n\n```\nopen door[0]\n\nclose door\n```\n\n**Comment (Bo, 2026-03-02)**\n\nIt is cold.',
    }),
  ]);
  expect(skippedOf(items)).toEqual([
    'a draft',
    'a private page',
    'a page behind a password',
    '1 files, menus and other things of WordPress',
  ]);
});

it('makes a page of each bug that Bugzilla exported as XML, without what is private', async () => {
  const items = await read(
    'show_bug.cgi.xml',
    `<?xml version="1.0"?><!DOCTYPE bugzilla SYSTEM "https://bugs.example/page.cgi?id=bugzilla.dtd">
<bugzilla version="5.0" urlbase="https://bugs.example/"><bug><bug_id>7</bug_id><short_desc>Press leaks</short_desc><delta_ts>2026-03-01 10:00:00 +0100</delta_ts><bug_status>RESOLVED</bug_status><target_milestone>---</target_milestone><reporter name="Ann Lee">ann@bugs.example</reporter>
<long_desc isprivate="0"><who name="Ann Lee">ann@bugs.example</who><bug_when>2026-02-01 10:00:00 +0100</bug_when><thetext>It leaks oil.\n\nif (hot) {\n  leak();\n}</thetext></long_desc>
<long_desc isprivate="1"><who>bo@bugs.example</who><thetext>Ann is wrong.</thetext></long_desc>
<long_desc isprivate="0"><who name="Bo">bo@bugs.example</who><bug_when>2026-02-02 10:00:00 +0100</bug_when><thetext>&gt; It leaks oil.\nTighten the *screw*.</thetext></long_desc>
<attachment isobsolete="0"><desc>A picture</desc></attachment></bug>
<bug error="NotFound"><bug_id>8</bug_id></bug>
<bug><bug_id>9</bug_id><short_desc>Hole</short_desc><group id="1">security</group><long_desc><thetext>Very.</thetext></long_desc></bug></bugzilla>`,
  );
  const [bug, ...others] = await pagesOf(items);
  expect(others).toEqual([]);
  expect(bug).toMatchObject({
    id: 'hall/export/7',
    url: 'https://bugs.example/show_bug.cgi?id=7',
    title: 'Bug 7: Press leaks',
    metadata: { author: 'Ann Lee', updated: '2026-03-01T09:00:00.000Z' },
  });
  expect(bug?.markdown).toBe(
    '- Status: RESOLVED\n- Reporter: Ann Lee\n- Attached: A picture\n\nIt leaks oil.\n\n```\nif (hot) {\n  leak();\n}\n```\n\n**Comment 1 (Bo, 2026-02-02)**\n\n> It leaks oil.\nTighten the \\*screw\\*.',
  );
  expect(skippedOf(items)).toEqual([
    'a bug that Bugzilla did not show to who exported it',
    'a bug that not everybody may see',
  ]);
});

it('never reads pages of Confluence that not everybody may see, nor those below them', async () => {
  const items = await read(
    'restricted.xml',
    backup(
      object('Page', 1, property('title', 'Salaries')),
      body(1, '<p>Ann earns 5.</p>'),
      object('Page', 2, property('title', 'Below'), leadsTo('parent', 1)),
      body(2, '<p>Bo earns 4.</p>'),
      object('Page', 3, property('title', 'Open')),
      body(3, '<p>The hall opens at 8.</p>'),
      object('ContentPermissionSet', 9, property('type', 'View'), leadsTo('owningContent', 1)),
      object('ContentPermissionSet', 10, property('type', 'Edit'), leadsTo('owningContent', 3)),
    ),
  );
  expect((await pagesOf(items)).map(({ title }) => title)).toEqual(['Open']);
  expect(skippedOf(items)).toHaveLength(2);
});

it('passes over the files beside a backup of Confluence, whose pages may be restricted', async () => {
  const at = path.join(folder, 'space');
  mkdirSync(path.join(at, 'attachments', '1'), { recursive: true });
  writeFileSync(path.join(at, 'entities.xml'), backup(object('Page', 1, property('title', 'Open'))));
  writeFileSync(path.join(at, 'attachments', '1', '1'), 'Ann earns 5 a month, and Bo 4.');
  const found = [];
  for await (const one of listFolder(at)) found.push(typeof one === 'string' ? path.basename(one) : one.kind);
  expect(found).toEqual(['skipped', 'entities.xml']);
});

it('makes a page of each issue that Jira exported as XML', async () => {
  const items = await read(
    'search.xml',
    `<!-- \nRSS generated by JIRA (9.1.0) at Mon Mar 02 2026 \n\n-->\n<rss version="0.92"><channel><title>Hall</title><item><title>[OIL-7] Press leaks</title><link>https://jira.example/browse/OIL-7</link><description>&lt;p&gt;It loses &lt;b&gt;oil&lt;/b&gt;.&lt;/p&gt;</description><key id="1">OIL-7</key><summary>Press leaks</summary><type id="1">Bug</type><status id="2">Open</status><assignee username="-1">Unassigned</assignee><reporter username="ann">Ann Lee</reporter><labels><label>hall</label></labels><created>Mon, 2 Mar 2026 10:00:00 +0000</created><updated>Tue, 3 Mar 2026 10:00:00 +0000</updated><issuelinks><issuelinktype id="1"><name>Blocks</name><inwardlinks description="is blocked by"><issuelink><issuekey id="2">OIL-3</issuekey></issuelink></inwardlinks></issuelinktype></issuelinks><customfields><customfield id="c1" key="k"><customfieldname>Rank</customfieldname><customfieldvalues><customfieldvalue>2|hzv</customfieldvalue></customfieldvalues></customfield><customfield id="c2" key="k"><customfieldname>Sprint</customfieldname><customfieldvalues><customfieldvalue id="1">Spring</customfieldvalue></customfieldvalues></customfield></customfields><comments><comment id="1" author="bo" created="Tue, 3 Mar 2026 10:00:00 +0000">&lt;p&gt;Fixed by a seal.&lt;/p&gt;</comment></comments></item></channel></rss>`,
  );
  expect(await pagesOf(items)).toEqual([
    expect.objectContaining({
      id: 'hall/export/OIL-7',
      url: 'https://jira.example/browse/OIL-7',
      title: 'OIL-7: Press leaks',
      markdown:
        '- Type: Bug\n- Status: Open\n- Assignee: unassigned\n- Reporter: Ann Lee\n- Created: 2026-03-02\n- Labels: hall\n- Sprint: Spring\n- is blocked by: OIL-3\n\nIt loses **oil**.\n\n**Comment (bo, 2026-03-03)**\n\nFixed by a seal.',
    }),
  ]);
});

it('makes a page of each question in a dump of Stack Exchange, with its answers', async () => {
  writeFileSync(path.join(folder, 'Users.xml'), '<users><row Id="7" DisplayName="Bo &amp; co" /></users>');
  const row = (id: number, type: number, rest: string) =>
    `<row Id="${id}" PostTypeId="${type}" CreationDate="2026-03-0${id}T10:00:00.000" ${rest} />`;
  const items = await read(
    'Posts.xml',
    `<?xml version="1.0"?>\n<posts>${[
      row(
        1,
        1,
        'Title="Is oil hot?" AcceptedAnswerId="3" Tags="&lt;oil&gt;&lt;press&gt;" Body="&lt;p&gt;Is it?&lt;/p&gt;"',
      ),
      row(2, 2, 'ParentId="1" Body="&lt;p&gt;No.&lt;/p&gt;" OwnerUserId="9"'),
      row(3, 2, 'ParentId="1" Body="&lt;p&gt;It is &lt;b&gt;hot&lt;/b&gt;.&lt;/p&gt;" OwnerUserId="7"'),
      row(4, 5, 'Body="About oil"'),
    ].join('\n')}</posts>`,
  );
  const [page, ...others] = await pagesOf(items);
  expect(others).toEqual([]);
  expect(page).toMatchObject({
    id: 'hall/export/1',
    title: 'Is oil hot?',
    markdown:
      'Is it?\n\nTags: oil, press\n\n**Accepted answer by Bo & co, 2026-03-03**\n\nIt is **hot**.\n\n**Answer, 2026-03-02**\n\nNo.',
  });
});

it('says that a list of people beside the questions is damaged, and reads the questions with the names before that', async () => {
  writeFileSync(path.join(folder, 'Users.xml'), '<users><row Id="7" DisplayName="Bo" /><row Id="8"><x>');
  const items = await read(
    'Posts.xml',
    '<posts><row Id="1" PostTypeId="1" Title="Is oil hot?" Body="&lt;p&gt;Is it?&lt;/p&gt;" /><row Id="2" PostTypeId="2" ParentId="1" OwnerUserId="7" Body="&lt;p&gt;No.&lt;/p&gt;" /></posts>',
  );
  expect(items.flatMap((item) => (item.kind === 'failure' ? [path.basename(item.failure.input)] : []))).toEqual([
    'Users.xml',
  ]);
  expect((await pagesOf(items)).map(({ markdown }) => markdown)).toEqual([expect.stringContaining('Answer by Bo')]);
});

it.each([
  [
    'Zendesk',
    {
      count: 3,
      articles: [
        {
          id: 1,
          html_url: 'https://a.example/hc/en-us/articles/1',
          title: 'Oil',
          body: '<p>It is <b>hot</b>.</p>',
          draft: false,
          user_segment_id: null,
        },
        { id: 2, html_url: 'https://a.example/hc/en-us/articles/2', title: 'Soon', body: '<p>x</p>', draft: true },
        {
          id: 3,
          html_url: 'https://a.example/hc/en-us/articles/3',
          title: 'Staff',
          body: '<p>x</p>',
          user_segment_id: 9,
        },
      ],
    },
    'It is **hot**.',
    2,
  ],
  [
    'Intercom',
    {
      type: 'list',
      data: [
        {
          type: 'article',
          id: '1',
          workspace_id: 'w',
          title: 'Oil',
          body: '<p>It is <b>hot</b>.</p>',
          state: 'published',
          updated_at: 1772355600,
        },
        { type: 'article', id: '2', title: 'x', body: '<p>x</p>', state: 'draft' },
      ],
    },
    'It is **hot**.',
    1,
  ],
  [
    'Freshdesk',
    [
      {
        id: 1,
        title: 'Oil',
        folder_id: 3,
        description: '<p>It is <b>hot</b>.</p>',
        description_text: 'It is hot.',
        status: 2,
      },
      { id: 2, title: 'x', description: '<p>x</p>', status: 1 },
    ],
    'It is **hot**.',
    1,
  ],
  [
    'ServiceNow',
    {
      result: [
        {
          sys_id: 'a',
          number: 'KB1',
          kb_knowledge_base: 'k',
          short_description: 'Oil',
          text: '<p>It is <b>hot</b>.</p>',
          workflow_state: 'published',
        },
        { sys_id: 'b', short_description: 'x', text: 'x', workflow_state: 'draft' },
      ],
    },
    'It is **hot**.',
    1,
  ],
  [
    'WordPress',
    [
      {
        id: 1,
        title: { rendered: 'Oil' },
        content: { rendered: '<p>It is <b>hot</b>.</p>', protected: false },
        link: 'https://a.example/oil',
        status: 'publish',
      },
      { id: 2, title: { rendered: 'x' }, content: { rendered: '<p>x</p>', protected: true } },
    ],
    'It is **hot**.',
    1,
  ],
  [
    'Discourse',
    {
      post_stream: {
        posts: [
          { username: 'ann', cooked: '<p>Is it <a href="/u/bo">@bo</a>?</p>', created_at: '2026-03-01T10:00:00Z' },
          { username: 'bo', cooked: '<p>It is <b>hot</b>.</p>', created_at: '2026-03-02T10:00:00Z' },
          { username: 'c', cooked: '<p>x</p>', deleted_at: '2026-03-02T10:00:00Z' },
        ],
      },
      id: 1,
      title: 'Oil',
    },
    '**ann, 2026-03-01**\n\nIs it @bo?\n\n**bo, 2026-03-02**\n\nIt is **hot**.',
    0,
  ],
  [
    'Stack Exchange',
    {
      items: [
        {
          question_id: 1,
          is_answered: true,
          title: 'Oil',
          body: '<p>Is it?</p>',
          answers: [
            {
              body: '<p>It is <b>hot</b>.</p>',
              is_accepted: true,
              owner: { display_name: 'Bo' },
              creation_date: 1772355600,
            },
          ],
        },
      ],
    },
    'Is it?\n\n**Accepted answer by Bo, 2026-03-01**\n\nIt is **hot**.',
    0,
  ],
  [
    'GitHub',
    [
      {
        number: 7,
        title: 'Oil',
        state: 'OPEN',
        url: 'https://github.com/a/b/issues/7',
        labels: [{ name: 'hall' }],
        body: 'It is **hot**.',
        comments: [{ author: { login: 'bo' }, body: 'Yes', createdAt: '2026-03-02T10:00:00Z' }],
      },
    ],
    '- State: open\n- Labels: hall\n\nIt is **hot**.\n\n**bo, 2026-03-02**\n\nYes',
    0,
  ],
  [
    'Redmine',
    {
      issue: {
        id: 7,
        subject: 'Oil',
        tracker: { name: 'Bug' },
        status: { name: 'New' },
        description: 'It is\r\n\r\nhot <now>.',
        journals: [
          { user: { name: 'Bo' }, notes: 'Yes', created_on: '2026-03-02T10:00:00Z' },
          { notes: 'x', private_notes: true },
        ],
      },
    },
    '- Tracker: Bug\n- Status: New\n\nIt is\n\nhot <now>.\n\n**Bo, 2026-03-02**\n\nYes',
    0,
  ],
])('reads what %s answers as JSON', async (name, json, markdown, skipped) => {
  for (const indent of [0, 2]) {
    const items = await read(`${name}.json`, JSON.stringify(json, null, indent));
    const [page, ...others] = await pagesOf(items);
    expect(others).toEqual([]);
    expect(page?.title).toMatch(/Oil$/);
    expect(page?.markdown).toBe(markdown);
    expect(skippedOf(items)).toHaveLength(skipped);
  }
});

it('takes no other file for an export', async () => {
  for (const [name, content] of [
    ['feed.xml', '<rss version="2.0"><channel><item><title>News</title></item></channel></rss>'],
    ['page.xml', '<page><mediawiki/></page>'],
    ['package.json', JSON.stringify({ name: 'oil', repository: { url: 'https://github.com/a/b/issues/7' } })],
    ['data.json', JSON.stringify([{ id: 1, title: 'Oil', url: 'https://a.example/oil' }])],
    ['broken.json', '{"articles": ['],
  ] as const) {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    expect(await pagesReader(file), name).toBeUndefined();
  }
});
