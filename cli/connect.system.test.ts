import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type FakeConfluence, startConfluence } from '../ingest/sources/confluence/testing/fake-confluence.ts';
import { startApi } from '../ingest/sources/testing/fake-api.ts';

let fake: FakeConfluence;
let folder: string;
beforeEach(async () => {
  fake = await startConfluence();
  folder = await mkdtemp(path.join(tmpdir(), 'parley-connect-'));
  await writeFile(path.join(folder, 'credentials.yaml'), stringify(fake.credentials));
  fake.putGroup('staff', ['priya@example.com', 'tom@example.com', 'hidden1@example.com']);
  fake.openTo({ groups: ['staff'] });
  const html = '<p>Helmets are worn in the whole hall, without exception.</p>';
  fake.putPage('1', { title: 'Hall rules', html });
  fake.putPage('2', { title: 'Salaries', html, people: ['tom@example.com'] });
});
afterEach(async () => {
  await fake.close();
});

const parley = (...args: string[]) => parleyWith({}, ...args);
const parleyWith = (
  more: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const env = {
      ...more,
      PATH: process.env.PATH,
      PARLEY_DATA: path.join(folder, 'data'),
      PARLEY_FETCH_ALLOW: '127.0.0.1,localhost',
      PARLEY_CREDENTIALS: path.join(folder, 'credentials.yaml'),
    };
    const main = path.join(import.meta.dirname, 'main.ts');
    execFile(process.execPath, [main, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

it('checks each right, says what it would read, and reads with --yes; access explain says by which rule', async () => {
  const dry = await parley('connect', fake.input);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toContain('ok       Can use Confluence, and View of the space (1 space)');
  expect(dry.stdout).toContain('It would read 2 pages, 1 of them restricted beyond their place.');
  expect(dry.stdout).toContain('1 member with a hidden address');
  expect(fake.api.asked.some(({ path: asked }) => fake.isText(asked))).toBe(false);
  expect((await parley('sources', '--json')).stdout.trim()).toBe('[]');
  expect(await parley('connect', fake.input, '--yes')).toMatchObject({ code: 0 });
  const tom = await parley('access', 'explain', 'Salaries', '--as', 'tom@example.com');
  expect(tom.stdout).toContain(
    'tom@example.com sees it: they are admitted by a restriction of Salaries (tom@example.com) and the space ENG (group staff)',
  );
  const priya = await parley('access', 'explain', 'Salaries', '--as', 'priya@example.com');
  expect(priya.stdout).toContain(
    'priya@example.com does not see it: a restriction of Salaries does not admit them: tom@example.com',
  );
});

it('says which right is missing, and where to get it', async () => {
  fake.token = 'revoked';
  const { code, stdout } = await parley('connect', fake.input);
  expect(code).toBe(1);
  expect(stdout).toContain(
    'missing  Can use Confluence, and View of the space: Confluence does not accept the credentials',
  );
  expect(stdout).toContain('Where to get it: Space settings, Space permissions');
});

it('prints the steps of a connector', async () => {
  const { code, stdout } = await parley('connect', 'confluence');
  expect(code).toBe(0);
  expect(stdout).toContain('acme.atlassian.net: { basic:');
});

it('loads a connector from a package that is installed where Parley runs, or from a file there, as WRITING.md prints it', async () => {
  const guide = await readFile(path.join(import.meta.dirname, '../docs/connectors/WRITING.md'), 'utf8');
  const code = /```ts\n([\s\S]+?)```/.exec(guide)?.[1] ?? '';
  const installed = path.join(folder, 'node_modules', 'parley-connector-bookstack');
  await mkdir(installed, { recursive: true });
  const manifest = { name: 'parley-connector-bookstack', version: '1.0.0', type: 'module', exports: './connector.js' };
  await writeFile(path.join(installed, 'package.json'), JSON.stringify(manifest));
  // Node does not strip types in installed packages, so they must contain JavaScript.
  await writeFile(path.join(installed, 'connector.js'), stripTypeScriptTypes(code));
  await writeFile(path.join(folder, 'bookstack.ts'), code);
  const service = await startApi(({ url, headers }) => {
    if (headers.authorization !== 'Token a:b') return { status: 401, body: { error: { message: 'No token.' } } };
    if (url.pathname !== '/api/pages') return { body: { html: '<p>Helmets are worn in the whole hall.</p>' } };
    return { body: { data: [{ id: 1, name: 'Helmets', updated_at: '1', draft: false }], total: 1 } };
  });
  await writeFile(
    path.join(folder, 'credentials.yaml'),
    stringify({ [service.base]: { headers: { Authorization: 'Token a:b' } } }),
  );
  try {
    for (const PARLEY_CONNECTORS of ['parley-connector-bookstack', './bookstack.ts']) {
      const place = `bookstack:${service.base}`;
      const read = await parleyWith({ PARLEY_CONNECTORS }, 'connect', place, '--scope', 'everyone', '--yes');
      expect(read).toMatchObject({ code: 0, stderr: '' });
      expect(read.stdout).toContain('ok       Access system API, and view of pages (1 pages)');
      expect(read.stdout).toMatch(/1 pages? added|1 unchanged/);
    }
    const { stdout } = await parleyWith({ PARLEY_CONNECTORS: './bookstack.ts' }, 'search', 'helmets', '--json');
    expect(JSON.parse(stdout)[0]).toMatchObject({ title: 'Helmets' });
    const missing = await parleyWith({ PARLEY_CONNECTORS: 'parley-connector-nowhere' }, 'connect', 'nowhere');
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.stderr).toContain('Install the package in the folder where Parley runs');
  } finally {
    await service.close();
  }
});

/** A custom connector in TypeScript for a service without HTTPS. */
const OWN = `
import { z } from 'zod';
import { type ApiConnector, contentHash, extractWholeHtml } from 'parley/ingest';
const schema = z.object({ pages: z.array(z.number()) });
export const connector: ApiConnector = {
  name: 'own', title: 'Own', example: 'own:https://own.example',
  errorIn: (json) => ((json as { error?: string }).error ? { status: 403, says: 'You need read permission.' } : undefined),
  locate(input) {
    if (!URL.canParse(input)) return undefined;
    const { origin } = new URL(input);
    return { location: \`own:\${origin}\`, sourceId: 'own', base: origin };
  },
  async *read({ base }, { api }) {
    const rules = [{ says: 'open', everyone: true }];
    const audience = (await api.isPublic(schema, '/list')) ? rules : 'not-told' as const;
    for (const id of (await api.get(schema, '/list')).value.pages) {
      const url = \`\${base}/\${id}\`;
      const extract = () => extractWholeHtml('<p>Helmets are worn in the hall.</p>', { url });
      yield { kind: 'page', input: url, id: \`own/\${id}\`, url, hash: contentHash(url), audience, extract };
    }
  },
  setup: {
    steps: ['Make a token.'],
    credentials: ({ base }) => new URL(base).host + ': { bearer: "\${OWN_TOKEN}" }',
    rights: [{ right: 'Read', why: 'to list', where: 'Settings', check: async (_place, api) => \`\${(await api.get(schema, '/list')).value.pages.length} pages\` }],
  },
};
`;

it('sets up a connector from a file of its own, and opens no place that refuses strangers with status 200', async () => {
  const service = await startApi(({ headers }) => ({
    body: headers.authorization === 'Bearer good' ? { pages: [1] } : { error: 'readapidenied' },
  }));
  try {
    await writeFile(path.join(folder, 'own.ts'), OWN);
    const own = (...args: string[]) => parleyWith({ PARLEY_CONNECTORS: './own.ts', OWN_TOKEN: 'good' }, ...args);
    const input = `own:${service.base}`;
    const unsigned = await own('connect', input);
    expect(unsigned).toMatchObject({ code: 1, stderr: '' });
    // Without HTTPS, credentials are only found by the whole origin.
    const entry = unsigned.stdout.match(/^ {2}(".+": .+)$/m)?.[1] ?? '';
    expect(entry).toContain(`"${service.base}": { bearer:`);
    expect(unsigned.stdout).toContain('It says: "You need read permission."');
    await writeFile(path.join(folder, 'credentials.yaml'), entry);
    const dry = await own('connect', input);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain('They would be seen by nobody');
    expect(await own('connect', input, '--yes')).toMatchObject({ code: 0 });
    const closed = await own('access', 'explain', 'own/1');
    expect(closed.stdout).toContain('does not tell who may see it, and --scope named nobody');
    await own('connect', input, '--yes', '--scope', 'group:staff');
    const named = await own('access', 'explain', 'own/1');
    expect(named.stdout).toContain('the page is for: group:staff');
    expect(named.stdout).toContain('--scope named them');
  } finally {
    await service.close();
  }
});
