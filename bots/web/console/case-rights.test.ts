import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createCases } from '../../../runtime/cases/cases.ts';
import type { Inbox } from '../console-api.ts';
import { createRoles } from '../people/roles.ts';
import { createBrowser, openOidcProvider } from '../testing/oidc-provider.ts';
import { openSampleWeb } from '../testing/sample-web.ts';

it('hides a case whose answer cites a page that the reviewer may not see, even after that page was deleted', async () => {
  const provider = await openOidcProvider({ ann: { email: 'ann@example.com', email_verified: true } });
  const web = await openSampleWeb(provider.settings);
  provider.register(`${web.url}/sign-in/callback`);
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-cases-'));
  const ann = createBrowser();
  try {
    await writeFile(path.join(folder, 'vault.md'), '# Vault\n\nThe vault code is 4711.\n');
    await web.parley.ingest([folder], { source: 'vault', scopes: ['staff'] });
    const { documentId, title } = (await web.parley.ask('What is the vault code?', { scopes: ['staff'] }))
      .citations[0]!;
    const { stores } = web.parley;
    const add = async (question: string, cited: { documentId: string; title: string }[], scopes: string[]) => {
      const fresh = await createCases(stores).add({ question, scopes });
      const answered = { shortAnswer: '4711', text: '4711', verdict: 'answered', strategy: 'auto' };
      await stores.cases.put({
        ...fresh,
        version: fresh.version + 1,
        origins: [{ turnId: question, askerId: 'web:bo', rating: 'down', at: '2026-01-01T00:00:00Z', answered, cited }],
      });
      return fresh.id;
    };
    const secret = await add('What is the vault code?', [{ documentId, title }], ['staff']);
    const open = await add(
      'Where is the vault?',
      [{ documentId: 'vault/never-there.md', title: 'Vault' }],
      ['everyone'],
    );
    await ann.signIn(web.url, 'ann');
    await createRoles(stores.keyValues).setRole('ann@example.com', 'reviewer');
    const seen = async () => {
      const { response } = await ann.send(`${web.url}/api/console/quality/cases`);
      const { cases, hidden } = (await response.json()) as Inbox;
      const one = await ann.send(`${web.url}/api/console/quality/cases/${encodeURIComponent(secret)}`);
      return { ids: cases.map(({ id }) => id), hidden, one: one.response.status };
    };
    expect(await seen()).toEqual({ ids: [open], hidden: 1, one: 404 });
    await stores.apply({ delete: [documentId] });
    expect(await seen(), 'the page is gone, its words are still in the case').toEqual({
      ids: [open],
      hidden: 1,
      one: 404,
    });
  } finally {
    await web.close();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
});
