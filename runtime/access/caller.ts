import { EVERYONE, type Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { scopeName } from '../../core/source-scopes.ts';
import { createDirectory } from '../../ingest/access/directory.ts';
import type { Stores } from '../../stores/index.ts';
import { type Asker, createAccess, groupScope, groupsOf, personScope } from './access.ts';
import type { AccessPolicy } from './policy.ts';
import { groupsByFile } from './source-groups.ts';
import { OPERATOR, type Permission, type Token, type TokenRights } from './tokens.ts';

/** The caller of an API: what they may do, and what they may see at this moment. */
export interface Caller {
  /** The owner of conversations and allowance: the person's id, or `token:ID`. */
  id: string;
  permissions: readonly Permission[];
  scopes: readonly Scope[];
  /** Absent on the web page and for an API that is open to anybody. */
  token?: Token;
}

/** Determines the current rights of tokens. */
export interface Callers extends TokenRights {
  /** The current scopes of a token: never more than its person, or without a person its maker, holds now. */
  scopesOf(token: Pick<Token, 'maker' | 'person' | 'scopes'>): Promise<Scope[]>;
  /** The scopes of anybody. */
  publicScopes(): Promise<Scope[]>;
}

/** Looks a person up on their platform. Returns undefined if the platform does not know. */
export type LookUpPerson = (person: string) => Promise<Asker | undefined>;

/**
 * Determines the rights of people outside of chat platforms by the access file: public pages, pages for this person, and pages
 * of groups that list them by id or verified e-mail address. Pages of a workspace are included only if `lookUp` confirms that
 * the person is a member at this moment.
 *
 * @param options `lookUp` queries the platform or identity provider of the person's id
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
      // Restricts the token's scopes to those that its person holds, and then by the rules of sources. A token for `everyone`
      // thus sees public pages only. The operator holds every scope.
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
