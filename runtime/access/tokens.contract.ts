import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyValueStore } from '../../stores/index.ts';
import { createTokens, OPERATOR, type TokenRights } from './tokens.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
const DAY_MS = 24 * 3600 * 1000;

/** The behaviour of tokens on every store. */
export const tokensContract = (
  name: string,
  open: () => Promise<{ keyValues: KeyValueStore; close(): Promise<void> }>,
) =>
  describe(`tokens: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let now: number;
    let held: Record<string, string[]>;
    const rights: TokenRights = {
      heldBy: async (person) => (person === OPERATOR ? 'everything' : (held[person] ?? ['everyone'])),
    };
    /** Opens the tokens like another process with the same stores. */
    const tokensNow = () =>
      createTokens({ keyValues: opened.keyValues, rights, clock: { now: () => now, sleep: async () => {} } });
    beforeEach(async () => {
      opened = await open();
      now = START;
      held = { 'priya@example.com': ['everyone', 'group:people-team'] };
    });
    afterEach(() => opened.close());

    it('opens by its text in every process, and stores nothing that opens it', async () => {
      const { token, text } = await tokensNow().create({ name: ' n8n ', maker: OPERATOR, scopes: ['a', 'b', 'a'] });
      expect(token).toMatchObject({
        name: 'n8n',
        maker: 'operator',
        scopes: ['a', 'b'],
        permissions: ['search', 'ask'],
        createdAt: '2026-11-22T10:00:00.000Z',
        expiresAt: '2027-02-20T10:00:00.000Z',
      });
      expect(text.startsWith(`${token.prefix}_`)).toBe(true);
      expect(await tokensNow().open(text)).toMatchObject({ id: token.id, scopes: ['a', 'b'] });
      const secret = text.slice(token.prefix.length + 1);
      expect(secret).toHaveLength(43);
      const listed = JSON.stringify(await tokensNow().list());
      const stored = [];
      for await (const record of opened.keyValues.all()) stored.push(record);
      expect(JSON.stringify(stored)).toContain(token.id);
      for (const text of [listed, JSON.stringify(stored)]) expect(text).not.toContain(secret);
      expect(listed).not.toContain('hash');
    });

    it('notes the last use once a minute', async () => {
      const tokens = tokensNow();
      const { text } = await tokens.create({ name: 'n8n', maker: OPERATOR });
      expect((await tokens.list())[0]?.lastUsedAt).toBeUndefined();
      await tokens.open(text);
      now += 59_000;
      await tokens.open(text);
      expect((await tokens.list())[0]?.lastUsedAt).toBe('2026-11-22T10:00:00.000Z');
      now += 1_000;
      await tokens.open(text);
      expect((await tokens.list())[0]?.lastUsedAt).toBe('2026-11-22T10:01:00.000Z');
    });

    it('is refused once it expired, was revoked, is not whole or is of another Parley', async () => {
      const tokens = tokensNow();
      const { token, text } = await tokens.create({
        name: 'short',
        maker: OPERATOR,
        expiresAt: new Date(START + DAY_MS).toISOString(),
      });
      const other = (await tokens.create({ name: 'other', maker: OPERATOR })).text;
      const flipped = `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`;
      const borrowed = token.prefix + other.slice(token.prefix.length);
      for (const wrong of ['', 'sk-123', text.slice(0, -1), flipped, borrowed])
        await expect(tokens.open(wrong)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
      const foreign = `parley_${token.prefix.slice(7, 15) === '00000000' ? '1' : '0'}0000000${text.slice(15)}`;
      await expect(tokens.open(foreign)).rejects.toMatchObject({ code: 'TOKEN_FOREIGN' });
      now += DAY_MS;
      await expect(tokens.open(text)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
      expect((await tokens.revoke(token.prefix)).revokedAt).toBe('2026-11-23T10:00:00.000Z');
      await expect(tokensNow().open(text)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
      await expect(tokensNow().check(token.id)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
      now += DAY_MS;
      expect((await tokens.revoke(token.id)).revokedAt).toBe('2026-11-23T10:00:00.000Z');
      await expect(tokens.revoke('nobody')).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
    });

    it('stays revoked, however often it is used at that moment', async () => {
      const tokens = tokensNow();
      const { token, text } = await tokens.create({ name: 'busy', maker: OPERATOR });
      const uses = Array.from({ length: 20 }, () => tokensNow().open(text));
      await Promise.all([...uses.map((use) => use.catch(() => {})), tokens.revoke(token.id)]);
      await expect(tokensNow().open(text)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    });

    it('never carries more than its maker holds', async () => {
      const tokens = tokensNow();
      const maker = 'priya@example.com';
      await tokens.create({ name: 'fits', maker, scopes: ['group:people-team'] });
      await tokens.create({ name: 'herself', maker, person: maker });
      for (const beyond of [{ scopes: ['everyone', 'private'] }, { person: 'ceo@example.com' }])
        await expect(tokens.create({ name: 'beyond', maker, ...beyond })).rejects.toMatchObject({
          code: 'TOKEN_BEYOND_MAKER',
        });
      expect((await tokens.list({ maker })).map(({ name }) => name).sort()).toEqual(['fits', 'herself']);
      const [fits] = await tokens.list({ maker });
      await expect(tokens.revoke(fits?.id ?? '', { maker: 'bo@example.com' })).rejects.toMatchObject({
        code: 'UNKNOWN_ID',
      });
    });

    it('refuses names and times that cannot be', async () => {
      const tokens = tokensNow();
      for (const wrong of [
        { name: ' ' },
        { name: 'x'.repeat(101) },
        { permissions: [] },
        { expiresAt: '2026-11-22T10:00:00Z' },
        { expiresAt: '2028-01-01' },
        { expiresAt: 'soon' },
      ])
        await expect(tokens.create({ name: 'n8n', maker: OPERATOR, ...wrong })).rejects.toMatchObject({
          code: 'BAD_USAGE',
        });
      expect(await tokens.list()).toEqual([]);
    });

    it('goes with its person', async () => {
      const tokens = tokensNow();
      const { text } = await tokens.create({ name: 'hers', maker: OPERATOR, person: 'priya@example.com' });
      await opened.keyValues.forgetPerson('priya@example.com');
      await expect(tokens.open(text)).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
    });
  });
