import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConversations } from '../bots/conversation/conversations.ts';
import { createLog } from '../core/log.ts';
import { keepSecrets } from '../core/secrets/mask-secrets.ts';
import { readSettings } from '../core/settings.ts';
import type { IngestReport } from '../ingest/report.ts';
import { openParley } from './open.ts';
import type { Parley } from './parley.ts';

// Put together at run time, so that no file here holds what looks like a key.
const SLACK = ['xoxb', '815263748596', '8172635445362', 'fR7kQ2mX9pL4vT8nB3wZ6yHd'].join('-');
const GITHUB = ['ghp', 'q8W3e7R2t6Y1u5I9o4P0aSdF8gHjK3lZxC7v'].join('_');
const AWS = 'q8W3e7R2t6/1u5I9o4P0aSdF8gHjK3lZxC7vB2nM';
const ASKED = ['glpat', 'Zk4Xw9Lm2Qr7Tn5Vb8Yc'].join('-');
const PASSWORD = 'tR4xWq9zLm2K';
const SECRETS = [SLACK, GITHUB, AWS, ASKED, PASSWORD];

let parley: Parley;
let data: string;
let pages: string;
let report: IngestReport;
const lines: string[] = [];

const open = (more: Record<string, string> = {}) =>
  openParley({
    settings: readSettings({ PARLEY_DATA: data, ...more }),
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
  });

/** Names the secrets that a file of the data folder holds. */
const storedSecrets = async () => {
  const files = await readdir(data, { recursive: true, withFileTypes: true });
  const bytes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
  );
  return SECRETS.filter((secret) => bytes.some((text) => text.includes(secret)));
};

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'parley-secrets-'));
  pages = await mkdtemp(path.join(tmpdir(), 'parley-secrets-pages-'));
  await writeFile(
    path.join(pages, 'bot.md'),
    `# Deploy bot\n\nThe deploy bot posts to Slack with the token ${SLACK}, which Ines renews each May.\n\nThe build reads the repository with \`${GITHUB}\`.\n`,
  );
  await writeFile(
    path.join(pages, 'keys.csv'),
    `name,value,owner\naws secret access key,${AWS},Ines\nregion,eu-central-1,Tom\n`,
  );
  await writeFile(
    path.join(pages, 'wiki.html'),
    `<html><head><title>Token ${GITHUB}</title></head><body><h1>Shop</h1><p>The shop's database is postgres://shop:${PASSWORD}@db.internal/shop and runs in Kiel since the move of 2024.</p><h2 id="after">After</h2><p>Restart the shop with <a href="https://deploy:${PASSWORD}@git.corp.io/x">the script</a> on Mondays.</p></body></html>`,
  );
  parley = await open();
  report = await parley.ingest([pages]);
});
afterAll(async () => {
  await parley.close();
  keepSecrets(false);
});

describe('secrets', () => {
  it('are told once a page in the report, by kind and without their text', () => {
    const told = report.leftOut?.first.map(({ input, notice }) => [path.basename(input), notice]) ?? [];
    expect(told).toContainEqual(['bot.md', '2 secrets removed: Slack token, GitHub token']);
    expect(told.map(([input]) => input)).toEqual(expect.arrayContaining(['wiki.html', 'keys.csv']));
    for (const secret of SECRETS) expect(JSON.stringify(report)).not.toContain(secret);
  });

  it('are said to be removed where a page is quoted', async () => {
    const answer = await parley.ask('Which token does the deploy bot post to Slack with?');
    expect(answer.text).toContain('[secret removed: Slack token]');
    expect(answer.text).toContain('Ines renews');
    expect(JSON.stringify(answer)).not.toContain(SLACK);
  });

  it('of a question and of feedback are not stored, logged or shown', async () => {
    const { agent, log, stores } = parley;
    const conversations = createConversations({ agent, log, store: stores.conversations });
    let turnId = '';
    for await (const event of conversations.ask({
      eventId: 'e1',
      conversationId: 'c1',
      platform: 'web',
      askerId: 'tom',
      text: `Where does the shop run? My token is ${ASKED}`,
      attachments: [{ name: 'notes.txt', text: `Use ${ASKED} here` }],
      scopes: ['everyone'],
    })) {
      expect(JSON.stringify(event)).not.toContain(ASKED);
      if (event.type === 'answer') turnId = event.answer.id ?? '';
    }
    expect((await stores.conversations.turn(turnId))?.question).toContain('[secret removed: GitLab token]');
    await conversations.feedback({
      turnId,
      askerId: 'tom',
      rating: 'down',
      comment: `It is ${ASKED}`,
      answer: `The key is ${ASKED}`,
      at: new Date().toISOString(),
    });
    log.warn({ err: new Error(`GET https://u:${PASSWORD}@host.corp/x failed`) }, `with ${GITHUB}`);
    for (const secret of SECRETS) expect(lines.join('')).not.toContain(secret);
  });

  it('stand in no file of the data folder', async () => {
    expect(await storedSecrets()).toEqual([]);
  });

  it('are kept where the setting says so, after the pages are read again', async () => {
    await parley.close();
    parley = await open({ PARLEY_SECRETS: 'kept' });
    expect(await parley.ingest([pages])).toMatchObject({ updated: 3 });
    const answer = await parley.ask('Which token does the deploy bot post to Slack with?');
    expect(answer.text).toContain(SLACK);
    await parley.close();
    parley = await open();
    // Not read again yet: what is stored is masked where it is shown.
    expect((await parley.ask('Which token does the deploy bot post to Slack with?')).text).not.toContain(SLACK);
    expect(await parley.sync([report.source])).toMatchObject({ updated: 3 });
  });
});
