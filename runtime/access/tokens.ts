import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import { scopeName } from '../../core/source-scopes.ts';
import { collectAll, type KeyValueStore } from '../../stores/index.ts';

/**
 * What a token may be used for. `search`: search, read pages and list sources. `ask`: ask questions, read its own conversations
 * and give feedback. Which pages it sees depends on scopes, not on permissions.
 */
export const permissions = ['search', 'ask'] as const;
export type Permission = (typeof permissions)[number];

/** The maker of tokens from the command line on Parley's machine, who may see everything. Such tokens may have any scope. */
export const OPERATOR = 'operator';

/** A token without its secret. */
export interface Token {
  /** The public part of the token, such as `3f9a0c61d2b4`. */
  id: string;
  /** The start of the token's text, such as `parley_8c1d22ab_3f9a0c61d2b4`. */
  prefix: string;
  name: string;
  /** Who created it: `operator`, or a person (`slack:T1/U1`, `priya@example.com`). */
  maker: string;
  /** The person that it acts for. It sees what this person may see at the time of each use. */
  person?: string;
  /** Restricts what it sees of what its person, or without a person its maker, may see. Without both, only public pages. */
  scopes?: Scope[];
  permissions: Permission[];
  /** Times are ISO 8601, UTC. */
  createdAt: string;
  expiresAt: string;
  /** The last use, accurate to a minute. */
  lastUsedAt?: string;
  revokedAt?: string;
}

export interface NewToken {
  name: string;
  maker: string;
  person?: string;
  scopes?: readonly Scope[];
  /** All permissions by default. */
  permissions?: readonly Permission[];
  /** ISO 8601. In 90 days by default, in at most 366 days. */
  expiresAt?: string;
}

/** Determines people's rights, when a token is created and at each use. */
export interface TokenRights {
  /** The scopes that somebody holds at this moment; everything for `operator`. */
  heldBy(person: string): Promise<readonly Scope[] | 'everything'>;
}

/** The tokens of one installation. Only a hash of each secret is stored. */
export interface Tokens {
  /**
   * Creates a token.
   * @returns the token and its text, which cannot be read again later
   * @throws BAD_USAGE for an invalid name, permissions or time; TOKEN_BEYOND_MAKER for more than its maker holds
   */
  create(token: NewToken): Promise<{ token: Token; text: string }>;
  /** All tokens, or those of one maker, including expired and revoked ones, newest first. */
  list(options?: { maker?: string }): Promise<Token[]>;
  /**
   * Revokes a token by its id or prefix.
   * @param options `maker`: only if they created it @throws UNKNOWN_ID
   */
  revoke(id: string, options?: { maker?: string }): Promise<Token>;
  /**
   * Finds the token of a text and records its use.
   * @throws TOKEN_UNKNOWN, TOKEN_FOREIGN (from another installation), TOKEN_EXPIRED, TOKEN_REVOKED
   */
  open(text: string): Promise<Token>;
  /** The current state of a token, without recording a use. @throws the codes of `open` */
  check(id: string): Promise<Token>;
}

/** Kinds of records by token id. Uses are separate records, so that recording a use never overwrites a revocation. */
const TOKENS = 'door-token';
const USES = 'door-token-use';
const INSTANCE = 'door-instance';

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;
/** The last use is written at most this often, so that a busy token does not cause a write per request. */
const RECORD_USE_EVERY_MS = 60_000;
const MAX_NAME_CHARS = 100;

const TOKEN_FORMAT = /^parley_([0-9a-f]{8})_([0-9a-f]{12})_([\w-]{43})$/;

interface Stored extends Omit<Token, 'prefix' | 'lastUsedAt'> {
  /** SHA-256 of the secret, hex. The secret has 256 random bits, so a slow hash would add nothing. */
  hash: string;
}

/**
 * Opens the tokens in the key-value store, which all processes of an installation share.
 *
 * @example
 * const tokens = createTokens({ keyValues: stores.keyValues, rights });
 * const { text } = await tokens.create({ name: 'n8n', maker: OPERATOR, scopes: ['workspace:T1'] });
 */
export const createTokens = ({
  keyValues,
  rights,
  clock = systemClock,
}: {
  keyValues: KeyValueStore;
  rights: TokenRights;
  clock?: Clock;
}): Tokens => {
  const timestamp = () => new Date(clock.now()).toISOString();
  const usedAt = new Map<string, number>();

  let instanceId: Promise<string> | undefined;
  const instance = (): Promise<string> => {
    instanceId ??= instanceOf(keyValues);
    instanceId.catch(() => {
      instanceId = undefined;
    });
    return instanceId;
  };

  const withoutSecret = async ({ hash: _, ...stored }: Stored): Promise<Token> => {
    const used = await keyValues.get<{ at: string }>(USES, stored.id);
    return { ...stored, prefix: `parley_${await instance()}_${stored.id}`, ...(used && { lastUsedAt: used.at }) };
  };

  const noteUse = async (id: string): Promise<void> => {
    const now = clock.now();
    if (now - (usedAt.get(id) ?? Number.NEGATIVE_INFINITY) < RECORD_USE_EVERY_MS) return;
    if (usedAt.size > 10_000) usedAt.clear();
    usedAt.set(id, now);
    await keyValues.put(USES, id, { at: timestamp() });
  };

  const assertValid = (stored: Stored | undefined): Stored => {
    if (!stored) throw refused('TOKEN_UNKNOWN', 'This token is not known here.');
    if (stored.revokedAt) throw refused('TOKEN_REVOKED', 'This token was revoked.');
    if (stored.expiresAt <= timestamp()) throw refused('TOKEN_EXPIRED', 'This token has expired.');
    return stored;
  };

  return {
    async create({ name, maker, person, scopes, permissions: may = permissions, expiresAt }) {
      const end = endOf(expiresAt, clock.now());
      if (name.trim() === '' || name.length > MAX_NAME_CHARS)
        throw new ParleyError('BAD_USAGE', {
          message: `A token needs a name of at most ${MAX_NAME_CHARS} characters.`,
          remedy: 'Name it after the program that will use it.',
        });
      if (may.length === 0)
        throw new ParleyError('BAD_USAGE', {
          message: 'A token needs something that it may do.',
          remedy: `Give it some of ${permissions.join(', ')}.`,
        });
      await assertWithinMaker({ maker, person, scopes }, rights);
      const id = randomBytes(6).toString('hex');
      const secret = randomBytes(32).toString('base64url');
      const stored: Stored = {
        id,
        name: name.trim(),
        maker,
        ...(person !== undefined && { person }),
        ...(scopes && { scopes: [...new Set(scopes)] }),
        permissions: permissions.filter((permission) => may.includes(permission)),
        createdAt: timestamp(),
        expiresAt: end,
        hash: sha256(secret),
      };
      await keyValues.put(TOKENS, id, stored, { personId: person ?? maker });
      return { token: await withoutSecret(stored), text: `parley_${await instance()}_${id}_${secret}` };
    },

    async list({ maker } = {}) {
      const stored = await collectAll<Stored>(keyValues, TOKENS);
      const found = stored.map(({ value }) => value).filter((token) => maker === undefined || token.maker === maker);
      found.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));
      return Promise.all(found.map(withoutSecret));
    },

    async revoke(idOrPrefix, { maker } = {}) {
      const id = idOrPrefix.split('_').at(2) ?? idOrPrefix;
      const stored = await keyValues.get<Stored>(TOKENS, id);
      if (!stored || (maker !== undefined && stored.maker !== maker))
        throw new ParleyError('UNKNOWN_ID', {
          message: `There is no token ${idOrPrefix}.`,
          remedy: '`parley tokens list` shows those that there are.',
        });
      const revoked: Stored = { ...stored, revokedAt: stored.revokedAt ?? timestamp() };
      await keyValues.put(TOKENS, id, revoked, { personId: stored.person ?? stored.maker });
      return withoutSecret(revoked);
    },

    async open(text) {
      const [, instanceId, id = '', secret = ''] = TOKEN_FORMAT.exec(text) ?? [];
      if (instanceId === undefined) throw refused('TOKEN_UNKNOWN', 'This is not a token of Parley.');
      if (instanceId !== (await instance())) throw refused('TOKEN_FOREIGN', 'This token was made by another Parley.');
      const stored = await keyValues.get<Stored>(TOKENS, id);
      const known = stored && timingSafeEqual(Buffer.from(stored.hash, 'hex'), Buffer.from(sha256(secret), 'hex'));
      const token = assertValid(known ? stored : undefined);
      await noteUse(id);
      return withoutSecret(token);
    },

    check: async (id) => withoutSecret(assertValid(await keyValues.get<Stored>(TOKENS, id))),
  };
};

/** The id of this installation in its tokens, which identifies tokens of others. The first process creates it. */
const instanceOf = async (keyValues: KeyValueStore): Promise<string> => {
  await keyValues.add(INSTANCE, 'id', randomBytes(4).toString('hex'));
  const id = await keyValues.get<string>(INSTANCE, 'id');
  if (id === undefined) throw new Error('The id of this Parley was deleted while it was read.');
  return id;
};

/** @throws TOKEN_BEYOND_MAKER */
const assertWithinMaker = async (
  { maker, person, scopes }: Pick<NewToken, 'maker' | 'person' | 'scopes'>,
  rights: TokenRights,
): Promise<void> => {
  if (maker === OPERATOR) return;
  if (person !== undefined && person !== maker)
    throw new ParleyError('TOKEN_BEYOND_MAKER', {
      message: 'A token may act for its maker alone.',
      remedy: 'Let that person make it, or whoever runs Parley on its command line.',
    });
  const held = await rights.heldBy(maker);
  if (held === 'everything') return;
  const names = new Set(held.map(scopeName));
  const beyond = (scopes ?? []).filter((scope) => !names.has(scope));
  if (beyond.length > 0)
    throw new ParleyError('TOKEN_BEYOND_MAKER', {
      message: `Its maker does not hold ${beyond.join(', ')}.`,
      remedy: 'A token carries at most what its maker may see: leave these out.',
      details: { scopes: beyond },
    });
};

/** @throws BAD_USAGE */
const endOf = (expiresAt: string | undefined, now: number): string => {
  const end = expiresAt === undefined ? now + DEFAULT_DAYS * DAY_MS : Date.parse(expiresAt);
  if (!(end > now && end <= now + MAX_DAYS * DAY_MS))
    throw new ParleyError('BAD_USAGE', {
      message: `A token lasts from now to a year, not until ${expiresAt}.`,
      remedy: 'Give a date within the next 366 days, such as 2027-01-31.',
    });
  return new Date(end).toISOString();
};

const refused = (
  code: 'TOKEN_UNKNOWN' | 'TOKEN_FOREIGN' | 'TOKEN_EXPIRED' | 'TOKEN_REVOKED',
  message: string,
): ParleyError =>
  new ParleyError(code, { message, remedy: 'Ask whoever runs Parley for a new one (`parley tokens create`).' });
