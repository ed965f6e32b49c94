import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopesInSource } from '../../core/source-scopes.ts';
import { createDirectory } from '../../ingest/access/directory.ts';
import { type RuleSet, ruleSet, scopesOfRules } from '../../ingest/access/rules.ts';
import type { DocumentChange, Stores } from '../../stores/index.ts';
import { testStores } from '../../stores/testing/test-stores.ts';
import { type Asker, type Channel, createAccess } from './access.ts';
import { explainAccess } from './explain.ts';
import { type AccessPolicy, parseAccessPolicy, readAccessPolicy } from './policy.ts';
import { checkAccess, rememberPolicy } from './report.ts';

const FILE = `
workspaces: [slack:T1, discord:81]
strangers: nothing
groups:
  people-team: { members: [Priya@example.com, slack:T1/U7], slack: [S06], discord: ["role:8120"], oidc: [hr] }
sources:
  handbook: workspace
  salaries: group:people-team
  board: [person:ceo@example.com, group:people-team]
  mirror: as-the-source-says
  news: everyone
channels:
  slack:T1/C0EXT: { external: answer, sources: [news] }
  slack:T1/C0QUIET: { external: silent }
`;
const policy = parseAccessPolicy(FILE);

const page = (id: string, sourceId: string, scopes: string[]): DocumentChange => ({
  document: {
    id,
    sourceId,
    title: `Page ${id}`,
    text: id,
    scopes: scopesInSource(scopes, sourceId),
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: id,
  },
  passages: [],
  tables: [],
});
const PAGES = [
  page('h1', 'handbook', ['everyone']),
  page('h2', 'handbook', ['private']),
  page('s1', 'salaries', ['everyone']),
  page('b1', 'board', ['everyone']),
  page('m1', 'mirror', ['group:people-team']),
  page('m2', 'mirror', ['channel:T1/C9']),
  page('n1', 'news', ['everyone']),
  page('f1', 'free', ['everyone']),
];

const folder = testStores();
let stores: Stores;
beforeAll(async () => {
  stores = await folder.open();
  for (const source of ['handbook', 'salaries', 'board', 'mirror', 'news', 'free'])
    await stores.documents.putSource({ id: source, kind: 'folder', location: `/${source}`, scopes: [] });
  await stores.apply({ put: PAGES });
});
afterAll(() => folder.dispose());

const member = (over: Partial<Asker> = {}): Asker => ({
  id: 'slack:T1/U1',
  standing: 'member',
  memberships: [{ workspaceId: 'T1', channelIds: ['C9'] }],
  ...over,
});
const channel = (over: Partial<Channel> = {}): Channel => ({
  workspaceId: 'T1',
  channelId: 'C1',
  kind: 'public',
  shared: false,
  guests: false,
  strangers: false,
  ...over,
});
const dm = channel({ kind: 'direct' });
/** The titles of the pages that somebody sees, read from the store. */
const seen = async (asker: Asker, where: Channel, used = policy, platform = 'slack'): Promise<string> => {
  const scopes = await createAccess({ platform, policy: used, stores }).scopesOfAudience(asker, where);
  const found = await Promise.all(PAGES.map(({ document }) => stores.documents.document(document.id, scopes)));
  return found.flatMap((document) => document?.id ?? []).join(' ');
};

describe('the access file', () => {
  it('narrows a source to its audience and opens nothing that a page closes', async () => {
    expect(await seen(member(), dm)).toBe('h1 h2 m2 n1 f1');
    expect(await seen(member({ email: 'priya@example.com' }), dm)).toBe('h1 h2 s1 b1 m1 m2 n1 f1');
    expect(await seen(member({ id: 'slack:T1/U7' }), dm)).toBe('h1 h2 s1 b1 m1 m2 n1 f1');
    expect(await seen(member({ platformGroups: ['S06'] }), dm)).toBe('h1 h2 s1 b1 m1 m2 n1 f1');
    expect(await seen(member({ email: 'CEO@example.com' }), dm)).toBe('h1 h2 b1 m2 n1 f1');
  });

  it('takes a platform’s group for that of the same platform alone', async () => {
    const person = { id: 'discord:3000', memberships: [{ workspaceId: '81', channelIds: [] }] };
    expect(await seen(member({ ...person, platformGroups: ['role:8120'] }), dm, policy, 'discord')).toContain('s1');
    expect(await seen(member({ ...person, platformGroups: ['S06'] }), dm, policy, 'discord')).not.toContain('s1');
  });

  it('takes whom the sign-in provider knows for one of the team, in the groups that it names', async () => {
    const person = { id: 'oidc:priya', memberships: [{ workspaceId: 'accounts.example.com', channelIds: [] }] };
    expect(await seen(member(person), dm, policy, 'oidc')).toBe('h1 h2 n1 f1');
    expect(await seen(member({ ...person, platformGroups: ['hr'] }), dm, policy, 'oidc')).toBe('h1 h2 s1 b1 m1 n1 f1');
    expect(await seen(member({ ...person, email: 'ceo@example.com' }), dm, policy, 'oidc')).toContain('b1');
  });

  it('gives a channel what everybody there may see', async () => {
    expect(await seen(member({ email: 'priya@example.com' }), channel())).toBe('h1 n1 f1');
    expect(await seen(member(), channel({ channelId: 'C9' }))).toBe('h1 m2 n1 f1');
    expect(await seen(member(), channel({ guests: true }))).toBe('n1 f1');
  });

  it('shows strangers nothing, or what is for everyone where it says so', async () => {
    const stranger = member({ memberships: [{ workspaceId: 'T2', channelIds: [] }], id: 'slack:T2/U1' });
    const unknown = member({ standing: 'stranger' });
    const open = { ...policy, strangers: 'everyone' as const };
    for (const asker of [stranger, unknown]) {
      expect(await seen(asker, dm)).toBe('');
      expect(await seen(asker, dm, open)).toBe('n1 f1');
    }
    expect(await seen(member(), channel({ strangers: true }))).toBe('');
    expect(await seen(member(), channel({ strangers: true }), open)).toBe('n1 f1');
    expect(await seen(member(), channel({ workspaceId: 'T2' }))).toBe('');
    expect(await seen(member({ standing: 'guest' }), dm)).toBe('n1 f1');
    expect(await seen(member({ standing: 'guest', id: 'slack:T2/U1' }), dm)).toBe('');
  });

  it('is silent in a channel that is shared with another organisation, unless it is opened', async () => {
    const access = createAccess({ platform: 'slack', policy, stores });
    const shared = (channelId: string) => channel({ shared: true, channelId });
    expect(await access.conductIn(shared('C1'))).toEqual({ answers: false, reason: 'external-channel' });
    expect(await access.conductIn(shared('C0QUIET'))).toEqual({ answers: false, reason: 'external-channel' });
    expect(await access.conductIn(shared('C0EXT'))).toEqual({ answers: true, sources: ['news'] });
    expect(await seen(member(), shared('C1'))).toBe('');
    expect(await seen(member(), shared('C0EXT'))).toBe('n1');
  });

  it('shows people who have not signed in what is for everyone', async () => {
    const scopes = await createAccess({ platform: 'web', policy, stores }).publicScopes();
    const found = await Promise.all(PAGES.map(({ document }) => stores.documents.document(document.id, scopes)));
    expect(found.flatMap((document) => document?.id ?? [])).toEqual(['n1', 'f1']);
  });
});

describe('without an access file', () => {
  const none = parseAccessPolicy('');

  it('the first workspace of a platform that connects is the team’s, also after a restart', async () => {
    const first = createAccess({ platform: 'teams', policy: none, stores });
    expect([await first.allows('A'), await first.allows('B'), await first.allows('')]).toEqual([true, false, false]);
    const again = createAccess({ platform: 'teams', policy: none, stores });
    expect([await again.allows('B'), await again.allows('A')]).toEqual([false, true]);
    expect(await createAccess({ platform: 'mattermost', policy: none, stores }).allows('B')).toBe(true);
  });

  it('writes the first workspace once, and not for each question', async () => {
    const written: string[] = [];
    const keyValues: Stores['keyValues'] = Object.create(stores.keyValues, {
      add: {
        value: (...record: Parameters<Stores['keyValues']['add']>) => {
          written.push(record[1]);
          return stores.keyValues.add(...record);
        },
      },
    });
    const access = createAccess({ platform: 'matrix', policy: none, stores: { ...stores, keyValues } });
    for (const id of ['A', 'B', 'A', 'B']) expect(await access.allows(id)).toBe(id === 'A');
    const again = createAccess({ platform: 'matrix', policy: none, stores: { ...stores, keyValues } });
    expect(await again.allows('B')).toBe(false);
    expect(written).toEqual(['matrix']);
  });

  it('of two processes that connect at once, one decides', async () => {
    const two = ['X', 'Y'].map((id) => createAccess({ platform: 'race', policy: none, stores }).allows(id));
    expect((await Promise.all(two)).filter(Boolean)).toHaveLength(1);
  });
});

describe('a rule that cannot be read', () => {
  it('closes what it speaks of, and is named with its line', async () => {
    const broken = parseAccessPolicy(
      [
        'workspaces: [slack:T1, nonsense]',
        'strangers: maybe',
        'groups:',
        '  odd: [a, b]',
        'sources:',
        '  handbook: grup:people-team',
        '  salaries: group:nobody-knows',
        'channels:',
        '  slack:T1/C0EXT: { external: answer, sauces: [news] }',
        'chanels: {}',
      ].join('\n'),
    );
    expect(broken.problems.map(({ line }) => line)).toEqual([10, 2, 1, 4, 6, 7, 9]);
    expect(await seen(member(), dm, broken)).toBe('b1 m2 n1 f1');
    const access = createAccess({ platform: 'slack', policy: broken, stores });
    expect(await access.allows('nonsense')).toBe(false);
    expect((await access.conductIn(channel({ shared: true, channelId: 'C0EXT' }))).answers).toBe(false);
  });

  it('that is no YAML at all is refused whole', () => {
    for (const text of ['sources: [', '- a\n- b', 'just words'])
      expect(() => parseAccessPolicy(text)).toThrow(expect.objectContaining({ code: 'BAD_SETTING' }));
  });
});

describe('source-groups', () => {
  const PLACE = 'confluence:https://acme.example/wiki/spaces/ENG';
  const staff = { says: 'the space ENG', people: [], groups: ['staff'] };
  const board = { says: 'a restriction of Salaries', people: ['ceo@example.com'], groups: ['board'] };
  const one = ruleSet([staff]);
  const both = ruleSet([staff, board]);
  const mirrored = (id: string, rules: RuleSet): DocumentChange => {
    const made = page(id, 'wiki', scopesOfRules(PLACE, rules));
    return { ...made, document: { ...made.document, metadata: { access: { place: PLACE, rules: rules.id } } } };
  };
  const own = testStores();
  let opened: Stores;
  beforeAll(async () => {
    if (!one || !both) throw new Error('There are rules.');
    opened = await own.open();
    await opened.documents.putSource({ id: 'wiki', kind: 'confluence', location: PLACE, scopes: [] });
    await opened.apply({ put: [mirrored('open', one), mirrored('restricted', both)] });
    const rules = new Map([one, both].map((set) => [set.id, set.rules]));
    const groups = new Map([['board', { people: ['priya@example.com'], groups: [] }]]);
    await createDirectory(opened.keyValues).put(PLACE, { groups, rules, complete: true });
  });
  afterAll(() => own.dispose());
  const withGroups = (lines: string) => parseAccessPolicy(`workspaces: [slack:T1, discord:G1]\n${lines}`);
  const given = (lines: string) =>
    withGroups(`groups:\n  team: { members: [priya@example.com] }\nsource-groups:\n  "${PLACE}":\n${lines}`);
  const sees = async (used: AccessPolicy, where: Channel, asker = member(), platform = 'slack') => {
    const scopes = await createAccess({ platform, policy: used, stores: opened }).scopesOfAudience(asker, where);
    const found = await Promise.all(['open', 'restricted'].map((id) => opened.documents.document(id, scopes)));
    return found.flatMap((document) => document?.id ?? []).join(' ');
  };

  it('shows a channel no mirrored page until a line says that its workspace is in the group', async () => {
    expect(await sees(withGroups(''), channel())).toBe('');
    expect(await sees(given('    staff: workspace'), channel())).toBe('open');
    expect(await sees(given('    staff: slack:T1'), channel())).toBe('open');
    expect(await sees(given('    staff: slack:T2'), channel())).toBe('');
    expect(await sees(given('    staff: discord:T1'), channel())).toBe('');
    // The restricted page has two rules, which must both admit the audience.
    expect(await sees(given('    staff: workspace\n    board: workspace'), channel())).toBe('open restricted');
    expect(await sees(given('    board: workspace'), channel())).toBe('');
  });

  it('opens nothing to guests, strangers, shared channels and other workspaces', async () => {
    const used = given('    staff: workspace\n    board: workspace');
    for (const closed of [{ guests: true }, { strangers: true }, { shared: true }, { workspaceId: 'T2' }])
      expect(await sees(used, channel(closed))).toBe('');
    expect(await sees(used, channel(), member({ standing: 'guest' }))).toBe('');
  });

  it('adds to what somebody sees by their own address, for their own eyes', async () => {
    const priya = member({ email: 'priya@example.com' });
    expect(await sees(withGroups(''), dm, priya)).toBe('');
    expect(await sees(given('    staff: workspace'), dm, priya)).toBe('open restricted');
    expect(await sees(given('    staff: group:team'), dm, priya)).toBe('open restricted');
    expect(await sees(given('    staff: group:team'), dm)).toBe('');
    expect(await sees(given('    staff: group:team'), channel(), priya)).toBe('');
  });

  it('stays closed where a line cannot be read, and says so', () => {
    const used = given('    staff: everyone\n    board: group:nobody\n    other: [workspace, 7]');
    expect(used.sourceGroups).toEqual([]);
    expect(used.problems).toHaveLength(1);
    expect(given('    staff: everyone\n    board: group:nobody').problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('"everyone" cannot count as members of staff'),
      expect.stringContaining('There is no group:nobody'),
    ]);
  });

  it('says before it counts how many pages it opens, and afterwards by which line', async () => {
    const used = given('    staff: workspace');
    await rememberPolicy(opened, withGroups(''));
    expect((await checkAccess(opened, used)).sourceGroups).toMatchObject([
      { place: PLACE, group: 'staff', audiences: ['workspace'], pages: 1, before: [] },
    ]);
    await rememberPolicy(opened, used);
    expect((await checkAccess(opened, withGroups(''))).sourceGroupsClosed).toEqual([`${PLACE} staff`]);
    const open = await explainAccess(opened, used, 'open', { person: 'slack:T1/U1' });
    expect(open).toMatchObject({
      sourceGroups: [{ group: 'staff', line: 5 }],
      opened: ['workspace'],
      person: { sees: true },
    });
    expect(open.person?.because).toContain('they are admitted by the space ENG (group staff)');
    const restricted = await explainAccess(opened, used, 'restricted', { person: 'slack:T1/U1' });
    expect(restricted).toMatchObject({ opened: [], person: { sees: false } });
  });
});

describe('access check', () => {
  it('says what changes, for how many pages and members, and remembers only what a start brought into force', async () => {
    const first = await checkAccess(stores, policy);
    expect(first.sources.every(({ before }) => before === undefined)).toBe(true);
    expect(first.unusedRules).toEqual([]);
    await rememberPolicy(stores, policy);
    const next = parseAccessPolicy(
      FILE.replace('handbook: workspace', 'handbook: everyone').replace('slack:T1/U7', 'bo@example.com'),
    );
    const report = await checkAccess(stores, next);
    expect(report.sources.filter(({ before }) => before)).toEqual([
      { source: 'handbook', pages: 2, audiences: ['everyone'], before: ['workspace'], line: 7 },
    ]);
    expect(report.groups).toMatchObject([{ added: ['bo@example.com'], removed: ['slack:t1/u7'] }]);
    expect(await checkAccess(stores, next)).toEqual(report);
  });
});

describe('access explain', () => {
  it('names the rule that decides', async () => {
    const explain = async (id: string, person: string) => (await explainAccess(stores, policy, id, { person })).person;
    expect(await explain('s1', 'slack:T1/U1')).toEqual({
      id: 'slack:T1/U1',
      sees: false,
      because: 'the rule of salaries (line 8) is group:people-team',
    });
    expect(await explain('s1', 'priya@example.com')).toMatchObject({
      sees: true,
      because: expect.stringContaining('group:people-team'),
    });
    expect(await explain('Page m2', 'slack:T1/U1')).toMatchObject({ sees: false });
    expect(await explain('h1', 'slack:T2/U1')).toMatchObject({
      sees: false,
      because: expect.stringContaining('stranger'),
    });
    await expect(explainAccess(stores, policy, 'nowhere')).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
  });

  it('takes a person for a member of the workspace that is the first to connect, where no file names any', async () => {
    const own = testStores();
    const [none, opened] = [await readAccessPolicy(undefined), await own.open()];
    await opened.documents.putSource({ id: 'free', kind: 'folder', location: '/free', scopes: [] });
    await opened.apply({ put: [page('f1', 'free', ['everyone'])] });
    const sees = async (person: string) => (await explainAccess(opened, none, 'f1', { person })).person?.sees;
    for (const person of ['priya@example.com', 'slack:T9/U1', 'discord:3000', 'slack:T1/U1'])
      expect([person, await sees(person)]).toEqual([person, true]);
    // Who was asked about has not connected: T1 still may be the first.
    expect(await createAccess({ platform: 'slack', policy: none, stores: opened }).allows('T1')).toBe(true);
    expect(await Promise.all(['slack:T1/U1', 'priya@example.com', 'slack:T9/U1'].map(sees))).toEqual([
      true,
      true,
      false,
    ]);
    await own.dispose();
  });

  it('agrees with what each person sees, whoever they are', async () => {
    const people = fc.record({
      id: fc.constantFrom('slack:T1/U1', 'slack:T1/U7', 'slack:T2/U1'),
      email: fc.option(fc.constantFrom('priya@example.com', 'ceo@example.com', 'x@y.z'), { nil: undefined }),
      standing: fc.constantFrom('member' as const, 'guest' as const, 'stranger' as const),
      memberships: fc.constantFrom(
        [],
        [{ workspaceId: 'T1', channelIds: ['C9'] }],
        [{ workspaceId: 'T2', channelIds: [] }],
      ),
      platformGroups: fc.constantFrom([], ['S06']),
    });
    await fc.assert(
      fc.asyncProperty(people, fc.constantFrom(...PAGES), async (asker, { document }) => {
        const visible = (await seen(asker, dm)).split(' ').includes(document.id);
        const told = await explainAccess(stores, policy, document.id, { person: asker.id, lookUp: async () => asker });
        expect(told.person?.sees).toBe(visible);
      }),
      { numRuns: 60 },
    );
  });
});
