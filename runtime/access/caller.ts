import { EVERYONE, type Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { scopeName } from '../../core/source-scopes.ts';
import { createDirectory } from '../../ingest/access/directory.ts';
import type { Stores } from '../../stores/index.ts';
import { createAccess, groupScope, groupsOf, personScope } from './access.ts';
import type { AccessPolicy } from './policy.ts';
import type { LookUpPerson } from './report.ts';
import { groupsByFile } from './source-groups.ts';
import { OPERATOR, type Permission, type Token, type TokenRights } from './tokens.ts';

/** Whoever asks through a door: what they may do, and what they may see at this moment. */
export interface Caller {
  /** Whose conversations and allowance these are: the person's id, or `token:ID`. */
  id: string;
  permissions: readonly Permission[];
  scopes: readonly Scope[];
  /** Absent for somebody without one: at the page, or at a door that is open to anybody. */
  token?: Token;
}

/** Turns tokens into callers with the rights of this moment. */
export interface Callers extends TokenRights {
  /** What a token may see now: never more than its person, or else its maker, holds now. */
  scopesOf(token: Pick<Token, 'maker' | 'person' | 'scopes'>): Promise<Scope[]>;
  /** What anybody may see. */
  publicScopes(): Promise<Scope[]>;
}

/**
 * Rights of people outside a chat platform, by the access file: public pages, pages for that very person, and those of the
 * groups that name them by id or verified e-mail. A workspace's pages come in only where `lookUp` says that the person is a
 * member of it at this moment; nobody is taken for one.
 *
 * @param options `lookUp` asks the platform or identity provider that the person's id names
 */
export const createCallers = ({
  policy,
  stores,
  lookUp = async () => undefined,
}: {
  policy: AccessPolicy;
  stores: Pick<Stores, 'documents' | 'keyValues'>;
  lookUp?: LookUpPerson;
}): Callers => {
  const accessOn = (platform: string) => createAccess({ platform, policy, stores });
  const publicAccess = accessOn('web');

  const directory = createDirectory(stores.keyValues);

  const named = async (person: string): Promise<Scope[]> => {
    const email = person.includes('@') && !person.includes(':') ? person : undefined;
    const platform = person.slice(0, Math.max(0, person.indexOf(':')));
    const groups = groupsOf(policy, platform, { id: person, email }).map(({ name }) => groupScope(name));
    const held = [EVERYONE, personScope(person), ...groups];
    return [...held, ...(await directory.scopesOf(email, groupsByFile(policy.sourceGroups, held, platform)))];
  };

  const heldBy = async (person: string): Promise<readonly Scope[] | 'everything'> => {
    if (person === OPERATOR) return 'everything';
    const asker = await lookUp(person);
    if (!asker) return publicAccess.withinRules(await named(person));
    return accessOn(asker.id.slice(0, asker.id.indexOf(':'))).scopesOfPerson(asker);
  };

  return {
    heldBy,
    publicScopes: () => publicAccess.publicScopes(),
    async scopesOf({ maker, person, scopes }) {
      if (person === undefined && scopes === undefined) return publicAccess.publicScopes();
      const held = await heldBy(person ?? maker);
      if (scopes === undefined) return held === 'everything' ? publicAccess.publicScopes() : [...held];
      // The rules of sources are applied to what is left: a token for `everyone` sees public pages, whatever its person
      // sees beside them. The operator holds every scope.
      const names = held === 'everything' ? undefined : new Set(held.map(scopeName));
      return publicAccess.withinRules(names ? scopes.filter((scope) => names.has(scope)) : scopes);
    },
  };
};

/** @throws PERMISSION_MISSING */
export const assertMay = ({ permissions }: Pick<Caller, 'permissions'>, needed: Permission): void => {
  if (permissions.includes(needed)) return;
  throw new ParleyError('PERMISSION_MISSING', {
    message: `This token may not ${needed === 'ask' ? 'ask questions' : 'search'}.`,
    remedy: `Use one that was made with \`--may ${needed}\`.`,
    details: { needed },
  });
};
