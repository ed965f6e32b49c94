import { collectAll, type KeyValueStore, KNOWN_PERSON, recordName } from '../../../stores/index.ts';
import type { Role } from './person.ts';
import type { SignedIn } from './sessions.ts';

const ROLE = 'web-role';

/** Somebody who has signed in, or who was given a role before their first sign-in. */
export interface KnownPerson {
  /** Absent while nobody has signed in with this e-mail address. */
  id?: string;
  name?: string;
  email?: string;
  groups: readonly string[];
  role: Role;
  /** ISO 8601; absent before the first sign-in. */
  lastSeenAt?: string;
}

/** Roles by verified e-mail address or by id. Somebody without a role is an asker. */
export interface Roles {
  roleOf(person: Pick<SignedIn, 'id' | 'email' | 'by'>): Promise<Role>;
  /** @param who an e-mail address or a person's id */
  setRole(who: string, role: Role): Promise<void>;
  /** Records that somebody signed in. @param at ISO 8601 */
  recordSignIn(person: SignedIn, at: string): Promise<void>;
  people(): Promise<KnownPerson[]>;
  hasAdmin(): Promise<boolean>;
}

/**
 * Creates the roles. One given to an address counts before one given to an id. Who is signed in at the machine is an
 * admin.
 */
export const createRoles = (keyValues: KeyValueStore): Roles => {
  const given = (who: string) => keyValues.get<{ role: Role }>(ROLE, keyOf(who));
  const roleOf: Roles['roleOf'] = async ({ id, email, by }) => {
    if (by === 'local') return 'admin';
    return (email && (await given(email))?.role) || ((await given(id))?.role ?? 'asker');
  };
  return {
    roleOf,
    setRole: (who, role) => keyValues.put(ROLE, keyOf(who), { role }, { personId: recordName(who) }),
    recordSignIn: (person, at) =>
      keyValues.put(KNOWN_PERSON, person.id, { ...person, lastSeenAt: at }, { personId: person.id }),
    async people() {
      const seen = await collectAll<SignedIn & { lastSeenAt: string }>(keyValues, KNOWN_PERSON);
      const roles = await collectAll<{ role: Role }>(keyValues, ROLE);
      const known = await Promise.all(seen.map(async ({ value }) => ({ ...value, role: await roleOf(value) })));
      const names = new Set(known.flatMap(({ id, email }) => [keyOf(id), ...(email ? [keyOf(email)] : [])]));
      const invited = roles
        .filter(({ key }) => !names.has(key))
        .map(({ key, value }) => ({ ...(key.includes('@') ? { email: key } : { id: key }), groups: [], ...value }));
      return [...known.map(({ by: _, ...person }) => person), ...invited];
    },
    async hasAdmin() {
      return (await collectAll<{ role: Role }>(keyValues, ROLE)).some(({ value }) => value.role === 'admin');
    },
  };
};

const keyOf = (who: string) => who.toLowerCase();
