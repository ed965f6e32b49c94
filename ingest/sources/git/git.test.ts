import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openStores, type Stores } from '../../../stores/index.ts';
import { repositoryAddress } from './repository-address.ts';
import { commit, git, startHost } from './testing/fake-repository.ts';
import { fileLink } from './web-links.ts';

let folder: string;
let stores: Stores;
let work: ReturnType<typeof createIngest>;
const open = async (allow: string) => {
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data'), PARLEY_FETCH_ALLOW: allow });
  stores = await openStores(settings);
  work = createIngest({ settings, stores });
};
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-repository-'));
  await open('127.0.0.1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await stores.close();
});

const documents = async () => {
  const found: Record<string, string | undefined> = {};
  for await (const { id, url } of stores.documents.stamps()) found[id] = url;
  return found;
};
const find = async (text: string) => {
  const hits = await stores.lexical.search(text, 3, ['everyone']);
  return stores.documents.passages(
    hits.map(({ id }) => id),
    ['everyone'],
  );
};

describe('a repository by its address', () => {
  let work_: string;
  let host: Awaited<ReturnType<typeof startHost>>;
  let url: string;
  const push = (files: Record<string, string | Uint8Array>) => {
    commit(work_, files);
    git(work_, 'push', '-q', '--all', path.join(folder, 'host/team/pages.git'));
  };
  beforeEach(async () => {
    work_ = path.join(folder, 'work');
    mkdirSync(path.join(folder, 'host/team'), { recursive: true });
    git(folder, 'init', '-q', '--bare', path.join(folder, 'host/team/pages.git'));
    git(folder, 'init', '-q', work_);
    host = await startHost(path.join(folder, 'host'));
    url = `${host.base}/team/pages.git`;
    push({
      'leave.md': '# Leave\n\nEveryone has 28 days of holiday.',
      'docs/office.md': '# Offices\n\nThe Porto office is in a cannery.',
      'logo.png': new Uint8Array([1, 2, 3]),
      '.github/pull.md': 'hidden',
      'node_modules/x/readme.md': 'somebody else wrote this',
    });
  });
  afterEach(() => host.close());
  const fetches = () => host.requests.filter((request) => request.startsWith('POST')).length;

  it('is ingested without a working tree, and follows what is added, changed and deleted', async () => {
    const temporary = path.join(folder, 'temporary');
    mkdirSync(temporary);
    vi.stubEnv('TMPDIR', temporary);
    expect(await work.ingest([url])).toMatchObject({ source: 'pages', added: 2, failed: [] });
    expect(Object.keys(await documents())).toEqual([
      '127.0.0.1/team/pages/docs/office.md',
      '127.0.0.1/team/pages/leave.md',
    ]);
    push({ 'leave.md': '# Leave\n\nEveryone has 30 days of holiday.', 'new.md': '# New\n\nA third page.' });
    rmSync(path.join(work_, 'docs/office.md'));
    push({});
    expect(await work.sync(['pages'])).toMatchObject({ added: 1, updated: 1, unchanged: 0, deleted: 1, failed: [] });
    expect((await find('holiday'))[0]!.text).toContain('30 days');
    expect(await find('cannery')).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is not fetched while its remote stands where it stood', async () => {
    await work.ingest([url]);
    const before = fetches();
    expect(await work.sync([])).toMatchObject({ unchanged: 2, updated: 0, deleted: 0, failed: [] });
    // Asking where a branch stands is one POST in protocol 2.
    expect(fetches() - before).toBe(1);
  });

  it('reads pages again that are to be stored otherwise, although the remote stands where it stood', async () => {
    await work.ingest([url]);
    expect(await work.ingest([url], { scopes: ['channel:T1/C1'] })).toMatchObject({ updated: 2, failed: [] });
    const hits = await stores.lexical.search('holiday', 3, ['channel:T1/C1']);
    expect(hits).toHaveLength(1);
  });

  it('takes a branch after #, and only what --include and --exclude leave', async () => {
    git(work_, 'checkout', '-q', '-b', 'next');
    push({ 'docs/next.md': '# Next\n\nWhat comes in spring.', 'docs/draft.md': '# Draft\n\nNot yet.' });
    const report = await work.ingest([`${url}#next`], { crawl: { include: ['docs/'], exclude: ['draft'] } });
    expect(report).toMatchObject({ added: 2, failed: [] });
    expect(Object.keys(await documents())).toEqual([
      '127.0.0.1/team/pages@next/docs/next.md',
      '127.0.0.1/team/pages@next/docs/office.md',
    ]);
    expect(await work.ingest([`${url}#gone`])).toMatchObject({ failed: [{ code: 'INPUT_NOT_FOUND' }] });
  });

  it('names what it cannot read, and ingests the rest', async () => {
    push({
      'scan.pdf': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n',
      'odd.md': new Uint8Array([35, 0, 1, 2]),
    });
    symlinkSync('/etc/hostname', path.join(work_, 'link.md'));
    push({});
    const report = await work.ingest([url]);
    expect(report.added).toBe(2);
    expect(report.failed.map(({ input, message }) => [path.basename(input), message])).toEqual([
      ['odd.md', 'The file holds bytes that are not text.'],
      ['scan.pdf', 'The repository holds only a pointer to this file (Git LFS).'],
    ]);
  });

  it('is signed in to by the credentials of its host, which are kept nowhere', async () => {
    host.authorization = `Basic ${btoa('parley:s3cret')}`;
    expect(await work.ingest([url])).toMatchObject({ added: 0, failed: [{ code: 'FETCH_FAILED' }] });
    const file = path.join(folder, 'credentials.yaml');
    writeFileSync(file, `${host.base}: { basic: { user: parley, password: s3cret } }\n`);
    const settings = readSettings({
      PARLEY_DATA: path.join(folder, 'data'),
      PARLEY_FETCH_ALLOW: '127.0.0.1',
      PARLEY_CREDENTIALS: file,
    });
    expect(await createIngest({ settings, stores }).ingest([url])).toMatchObject({ added: 2, failed: [] });
    expect(JSON.stringify(await stores.documents.sources())).not.toContain('s3cret');
  });

  it('refuses hosts inside and redirects, and keeps what it has when the host is down', async () => {
    await work.ingest([url]);
    const [moved] = (await work.ingest([`${host.base}/moved/team/pages.git`], { source: 'moved' })).failed;
    expect(moved!.code).toBe('FETCH_FAILED');
    await stores.close();
    await open('');
    const report = await work.sync([]);
    expect(report).toMatchObject({ deleted: 0, failed: [{ code: 'FETCH_REFUSED' }] });
    expect(Object.keys(await documents())).toHaveLength(2);
  });
});

describe('a checkout', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = path.join(folder, 'handbook');
    git(folder, 'init', '-q', checkout);
    commit(checkout, { '.gitignore': 'build/\n*.draft.md\n', 'a.md': '# A\n\nAlpha.', 'b.md': '# B\n\nBeta.' });
  });
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(checkout, name)), { recursive: true });
    writeFileSync(path.join(checkout, name), text);
  };

  it('leaves out what .gitignore names and what lies in submodules, and takes what is not committed yet', async () => {
    write('build/page.html', '<p>Made.</p>');
    write('x.draft.md', '# Draft');
    write('c.md', '# C\n\nGamma.');
    git(folder, 'init', '-q', path.join(checkout, 'vendor'));
    commit(path.join(checkout, 'vendor'), { 'theirs.md': '# Theirs' });
    git(checkout, 'add', 'vendor');
    expect(await work.ingest([checkout])).toMatchObject({ added: 3, failed: [] });
    expect(Object.keys(await documents())).toEqual(['handbook/a.md', 'handbook/b.md', 'handbook/c.md']);
  });

  it('links a page to its file at the commit that the remote has, while it is as it is there', async () => {
    git(folder, 'init', '-q', '--bare', path.join(folder, 'origin.git'));
    git(checkout, 'remote', 'add', 'origin', path.join(folder, 'origin.git'));
    git(checkout, 'push', '-q', '-u', 'origin', 'main');
    const pushed = git(checkout, 'rev-parse', 'HEAD').trim();
    git(checkout, 'remote', 'set-url', 'origin', 'https://github.com/team/handbook');
    commit(checkout, { 'b.md': '# B\n\nNot pushed.' });
    write('c.md', '# C\n\nNot committed.');
    await work.ingest([checkout]);
    expect(await documents()).toEqual({
      'handbook/a.md': `https://github.com/team/handbook/blob/${pushed}/a.md`,
      'handbook/b.md': undefined,
      'handbook/c.md': undefined,
    });
  });

  it('dates a page by its newest commit, unless it is changed here or says its own date', async () => {
    vi.stubEnv('GIT_COMMITTER_DATE', '2024-03-01T10:00:00Z');
    commit(checkout, { 'c.md': '# C\n\nGamma.', 'd.md': '---\nupdated_at: 2020-05-06\n---\n# D\n\nDelta.' });
    vi.stubEnv('GIT_COMMITTER_DATE', '2025-06-07T10:00:00Z');
    commit(checkout, { 'b.md': '# B\n\nBeta, and more.', 'e.md': '# E\n\nEpsilon.' });
    write('e.md', '# E\n\nEpsilon, not committed.');
    await work.ingest([checkout]);
    const dateOf = async (name: string) =>
      (await stores.documents.document(`handbook/${name}`, ['everyone']))?.updatedAt?.slice(0, 10);
    expect(await dateOf('b.md')).toBe('2025-06-07');
    expect(await dateOf('c.md')).toBe('2024-03-01');
    expect(await dateOf('d.md')).toBe('2020-05-06');
    expect(await dateOf('e.md')).toBeUndefined();
  });

  it('takes no date from a commit of all files while another names the file, nor from the end of a shallow clone', async () => {
    const many = (text: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`page-${at}.md`, `# Page ${at}\n\n${text}`]));
    vi.stubEnv('GIT_COMMITTER_DATE', '2023-01-02T10:00:00Z');
    commit(checkout, many('As imported.'));
    vi.stubEnv('GIT_COMMITTER_DATE', '2024-03-01T10:00:00Z');
    commit(checkout, { 'page-1.md': '# Page 1\n\nChanged.' });
    vi.stubEnv('GIT_COMMITTER_DATE', '2025-06-07T10:00:00Z');
    commit(checkout, many('In another form.'));
    const shallow = path.join(folder, 'shallow');
    git(folder, 'clone', '-q', '--depth', '1', `file://${checkout}`, shallow);
    await work.ingest([checkout, shallow]);
    const dateOf = async (id: string) => (await stores.documents.document(id, ['everyone']))?.updatedAt?.slice(0, 10);
    expect(await dateOf('handbook/page-1.md')).toBe('2024-03-01');
    expect(await dateOf('handbook/page-2.md')).toBe('2023-01-02');
    expect(await dateOf('shallow/page-1.md')).toBeUndefined();
  });

  it('is read the same in a linked worktree, with a split index, and with packed refs and objects', async () => {
    write('build/page.html', '<p>Made.</p>');
    git(checkout, 'remote', 'add', 'origin', 'git@github.com:team/handbook.git');
    git(checkout, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    const pushed = git(checkout, 'rev-parse', 'HEAD').trim();
    git(checkout, 'update-index', '--split-index');
    git(checkout, 'gc', '-q');
    const linked = path.join(folder, 'linked');
    git(checkout, 'worktree', 'add', '-q', '-b', 'topic', linked);
    expect(await work.ingest([checkout, linked])).toMatchObject({ added: 4, failed: [] });
    expect(await documents()).toEqual({
      'handbook/a.md': `https://github.com/team/handbook/blob/${pushed}/a.md`,
      'handbook/b.md': `https://github.com/team/handbook/blob/${pushed}/b.md`,
      'linked/a.md': `https://github.com/team/handbook/blob/${pushed}/a.md`,
      'linked/b.md': `https://github.com/team/handbook/blob/${pushed}/b.md`,
    });
  });
});

describe('repository addresses', () => {
  it.each([
    ['https://github.com/team/pages.git', 'https://github.com/team/pages.git', undefined],
    ['git@github.com:team/pages.git#v2.1', 'git@github.com:team/pages.git', 'v2.1'],
    ['ssh://git@host.example:2222/team/pages', 'ssh://git@host.example:2222/team/pages', undefined],
    ['git+https://host.example/pages#release/3', 'https://host.example/pages', 'release/3'],
  ])('%s', (input, url, ref) => {
    expect(repositoryAddress(input)).toMatchObject({ url, ...(ref && { ref }) });
  });

  it.each([
    'https://example.com/page',
    'https://github.com/team%2F..%2Fpages.git',
    'file:///srv/pages.git',
    'ext::sh -c touch% /tmp/x.git',
    'ssh://-oProxyCommand=touch/x.git',
    'ssh://-oProxyCommand@host/x.git',
    'git@-oProxyCommand=x:team/pages.git',
    'https://github.com/team/pages.git#--upload-pack=touch',
    'https://github.com/team/pages.git#a..b',
    'https://github.com/-x/pages.git#ok\nnot',
  ])('no repository: %s', (input) => expect(repositoryAddress(input)).toBeUndefined());

  it('takes no password, which would be kept with the source', () => {
    expect(() => repositoryAddress('https://ada:secret@github.com/team/pages.git')).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining('PARLEY_CREDENTIALS') }),
    );
  });

  it('knows how code hosts show a file', () => {
    const links = ['github.com', 'gitlab.example.org', 'bitbucket.org', 'codeberg.org', 'git.example.org'].map((host) =>
      fileLink(host, 'team/pages', 'c0ffee', 'a b/ü.md'),
    );
    expect(links).toEqual([
      'https://github.com/team/pages/blob/c0ffee/a%20b/%C3%BC.md',
      'https://gitlab.example.org/team/pages/-/blob/c0ffee/a%20b/%C3%BC.md',
      'https://bitbucket.org/team/pages/src/c0ffee/a%20b/%C3%BC.md',
      'https://codeberg.org/team/pages/src/commit/c0ffee/a%20b/%C3%BC.md',
      undefined,
    ]);
  });
});
