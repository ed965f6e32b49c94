import { createClient } from 'node-zendesk';
import { describe, expect } from 'vitest';
import { EVERYONE } from '../../../core/document.ts';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, html } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { type FakeZendesk, startZendesk } from './testing/fake-zendesk.ts';

quickConnectorContract('Zendesk', startZendesk);

const it = connectorTest(startZendesk)
  /** Article 1 is read with this segment. */
  .extend('segment', async ({ fake, ingest }) => async (fields: object) => {
    fake.putSegment(77, fields);
    fake.putArticle('1', { user_segment_ids: [77] });
    expect(await ingest()).toMatchObject({ failed: [] });
  })
  /** Those of these people who see article 1. */
  .extend('see', async ({ work }) => async (...people: string[]) => {
    const seen: string[] = [];
    for (const person of people) if ((await work.sees(person, ['1'])).length > 0) seen.push(person);
    return seen;
  });

const definitions = async ({ api, token }: FakeZendesk): Promise<{ name: string; organization_ids: number[] }[]> => {
  const headers = { authorization: token };
  const answer = await fetch(`${api.base}/api/v2/help_center/user_segments.json?per_page=100`, { headers });
  return ((await answer.json()) as { user_segments: { name: string; organization_ids: number[] }[] }).user_segments;
};

describe('Zendesk', () => {
  it('node-zendesk lists articles, segments and users of the fake, and exports what changed', async ({ fake }) => {
    const options = { username: 'parley@example.com', token: 'secret', endpointUri: `${fake.api.base}/api/v2` };
    const guide = createClient({
      ...options,
      endpointUri: `${options.endpointUri}/help_center`,
      apiType: ['helpcenter'],
    });
    const core = createClient({ ...options, apiType: ['core'] });
    const articles = await guide.helpcenter.articles.list();
    expect(articles.map(({ title }) => title)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5']);
    const since = await guide.helpcenter.articles.listSinceStartTime(Math.floor(Date.now() / 1000) - 60);
    expect(since.flat().length).toBeGreaterThanOrEqual(5);
    const segments = await guide.helpcenter.usersegments.list();
    // It knows no name for the rows of this list, and hands over the answers.
    const staff = segments.flatMap((part) => part.user_segments).find(({ name }) => name === 'staff');
    expect(articles[0].user_segment_ids).toEqual([staff.id]);
    const members = await core.users.listByOrganization(staff.organization_ids[0]);
    expect(members.map(({ email }) => email)).toEqual(['priya@example.com', 'tom@example.com']);
  });

  it('an article without a segment is for everyone, where strangers may open the help center', async ({
    fake,
    work,
    ingest,
    sync,
    see,
  }) => {
    fake.putArticle('1', { user_segment_id: null, user_segment_ids: [] });
    await ingest();
    expect(await work.stores.documents.document(fake.idOf('1'), [EVERYONE])).toMatchObject({ title: 'Page 1' });
    expect(await work.stores.documents.document(fake.idOf('2'), [EVERYONE])).toBeUndefined();
    fake.isPublic = false;
    expect(await sync()).toMatchObject({ rescoped: 5, failed: [] });
    expect(await work.stores.documents.document(fake.idOf('1'), [EVERYONE])).toBeUndefined();
    expect(await see('agent@example.com', 'priya@example.com')).toEqual(['agent@example.com']);
  });

  it('a segment takes who has all tags and any of the others, and whoever was added', async ({
    fake,
    segment,
    see,
  }) => {
    fake.putUser('both@example.com', { tags: ['a', 'b', 'x'] });
    fake.putUser('all@example.com', { tags: ['a', 'b'] });
    fake.putUser('one@example.com', { tags: ['a', 'x'] });
    const added = fake.putUser('added@example.com', {});
    fake.putUser('suspended@example.com', { tags: ['a', 'b', 'x'], suspended: true });
    await segment({ tags: ['a', 'b'], or_tags: ['x', 'y'], added_user_ids: [added] });
    const people = ['both', 'all', 'one', 'added', 'suspended', 'agent'].map((name) => `${name}@example.com`);
    expect(await see(...people)).toEqual(['both@example.com', 'added@example.com']);
  });

  it('agents need not be in an organization, end users need', async ({ fake, segment, see }) => {
    const { organization_ids } = (await definitions(fake)).find(({ name }) => name === 'staff') ?? {};
    await segment({ organization_ids });
    const people = ['agent@example.com', 'priya@example.com', 'other@example.com'];
    fake.putUser('other@example.com', {});
    expect(await see(...people)).toEqual(['agent@example.com', 'priya@example.com']);
  });

  it('a segment of staff has no end user in it', async ({ segment, see }) => {
    await segment({ user_type: 'staff' });
    expect(await see('agent@example.com', 'priya@example.com')).toEqual(['agent@example.com']);
  });

  it('asks the export for what changed, and counts: two requests for articles, however many there are', async ({
    fake,
    ingest,
    sync,
  }) => {
    const articles = () => fake.api.asked.filter(({ path }) => path.includes('articles'));
    await ingest();
    fake.passTime?.(3_600_000);
    fake.putPage('2', { title: 'Page 2, again', html });
    fake.api.asked.length = 0;
    expect(await sync()).toMatchObject({ updated: 1, unchanged: 4, deleted: 0, failed: [] });
    expect(articles().map(({ path }) => path.replace(/=\d{9,}/, '=SINCE'))).toEqual([
      '/api/v2/help_center/articles?per_page=1',
      '/api/v2/help_center/incremental/articles?start_time=SINCE',
      '/api/v2/help_center/articles?per_page=1',
    ]);
    fake.deletePage('3');
    expect(await sync()).toMatchObject({ updated: 0, deleted: 1, failed: [] });
  });

  it('an article that goes back to being a draft goes, and comes again when it is published', async ({
    fake,
    ingest,
    sync,
  }) => {
    fake.putArticle('5', { draft: true });
    expect(await ingest()).toMatchObject({ added: 4, failed: [] });
    fake.putArticle('4', { draft: true });
    expect(await sync()).toMatchObject({ deleted: 1, failed: [] });
    fake.putArticle('5', { draft: false });
    fake.putArticle('4', { draft: false });
    expect(await sync()).toMatchObject({ added: 2, deleted: 0, failed: [] });
  });

  it('takes the links that people copy', () => {
    const at = (input: string) => connector.locate(input)?.location;
    expect(at('https://acme.zendesk.com')).toBe('zendesk:https://acme.zendesk.com');
    expect(at('https://acme.zendesk.com/hc/en-us/articles/12-Some-page')).toBe('zendesk:https://acme.zendesk.com');
    expect(at('https://acme.zendesk.com/agent/tickets/1')).toBeUndefined();
  });
});
