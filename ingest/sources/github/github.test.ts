import { Octokit } from '@octokit/rest';
import { describe, expect } from 'vitest';
import { openPlace, quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, fivePages, PRIYA } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { startGitHub } from './testing/fake-github.ts';

quickConnectorContract('GitHub', startGitHub);

const it = connectorTest(startGitHub, (fake) => fivePages(fake, [PRIYA, 'hidden@example.com']));

describe('GitHub', () => {
  it('Octokit works against the fake', async ({ fake }) => {
    fake.comment?.('2', 'Really.');
    const octokit = new Octokit({ baseUrl: `${fake.api.base}/api/v3`, auth: 'secret' });
    const repository = { owner: 'acme', repo: 'handbook' };
    expect((await octokit.repos.get(repository)).data).toMatchObject({ private: true, visibility: 'private' });
    const issues = await octokit.paginate(octokit.issues.listForRepo, { ...repository, state: 'all', per_page: 100 });
    expect(issues.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    const { data: comments } = await octokit.issues.listComments({ ...repository, issue_number: 2 });
    expect(comments[0]?.body).toBe('Really.');
    const { data: people } = await octokit.repos.listCollaborators({ ...repository, affiliation: 'all' });
    expect(people.map(({ login }) => login)).toEqual(['priya-at-example.com', 'hidden-at-example.com']);
    const login = 'priya-at-example.com';
    const query = `query { u0: user(login: "${login}") { email organizationVerifiedDomainEmails(login: "acme") } }`;
    expect(await octokit.graphql(query)).toEqual({ u0: { email: null, organizationVerifiedDomainEmails: [PRIYA] } });
  });

  it('reads discussions with their answers, and comments on the lines of a pull request', async ({
    fake,
    work,
    ingest,
  }) => {
    fake.discuss(11, 'Which helmet?', 'Which helmet do we wear?', 'The yellow one is for visitors.');
    fake.discuss(12, 'Which boots?', 'Which boots do we wear?', 'Those with steel caps.');
    expect(await ingest()).toMatchObject({ added: 7, failed: [] });
    const every = await work.stores.documents.scopes();
    const id = fake.idOf('1').replace('issues/1', 'discussions/12');
    expect((await work.stores.documents.document(id, every))?.text).toContain('Those with steel caps.');
    expect(await work.text('5')).toContain('On a line.');
  });

  it('shows a public repository to anybody, and from the sync on that finds it private to its people alone', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.isPublic = true;
    await ingest();
    expect(await work.sees('anybody@example.com', ['1'])).toEqual(['1']);
    fake.isPublic = false;
    expect(await sync()).toMatchObject({ updated: 0, rescoped: 5, failed: [] });
    expect(await work.sees('anybody@example.com', ['1'])).toEqual([]);
    expect(await work.sees(PRIYA, ['1'])).toEqual(['1']);
  });

  it('counts no collaborator who may not read it, and says how many have no address', async ({
    fake,
    work,
    ingest,
  }) => {
    fake.putGroup('staff', [PRIYA, 'tom@example.com', 'hidden@example.com']);
    fake.mayNotRead.add('tom@example.com');
    await ingest();
    expect(await work.sees(PRIYA, ['1'])).toEqual(['1']);
    expect(await work.sees('tom@example.com', ['1'])).toEqual([]);
    const { check } = connector.setup.rights.at(-1)!;
    await using signedIn = openPlace(fake, work);
    expect(await check(signedIn.place, signedIn.api)).toBe('1 addresses, 1 people without');
  });

  it('closes a private repository whose people may not be listed, and says so', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    await ingest();
    fake.mayListPeople = false;
    const { failed, deleted } = await sync();
    expect(deleted).toBe(0);
    expect(failed.some(({ message }) => message.includes('/collaborators'))).toBe(true);
    expect(await work.sees(PRIYA, ['1', '2'])).toEqual([]);
  });

  it('waits for an allowance that is used up, as GitHub says it', async ({ fake, ingest }) => {
    const reset = String(Math.ceil(Date.now() / 1000) + 1);
    fake.api.faults.push({ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } });
    expect(await ingest()).toMatchObject({ added: 5, failed: [] });
  });

  it('takes the ways in which a repository is written', () => {
    const base = (input: string) => connector.locate(input)?.base;
    expect(base('acme/handbook')).toBe('https://api.github.com');
    expect(base('https://github.com/acme/handbook/issues/3')).toBe('https://api.github.com');
    expect(base('https://git.acme.example/acme/handbook')).toBe('https://git.acme.example/api/v3');
    expect(connector.locate('https://github.com/acme/handbook.git')?.location).toBe(
      'github:https://github.com/acme/handbook',
    );
    expect(base('acme')).toBeUndefined();
  });
});
