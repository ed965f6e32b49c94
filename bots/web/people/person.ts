import { ParleyError } from '../../../core/errors.ts';

/** What somebody may do: an asker asks, a reviewer also works on answers, an admin also changes sources and people. */
export const ROLES = ['asker', 'reviewer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whoever sends a request to the web server. */
export interface Person {
  /** `oidc:SUBJECT`, `local:admin`, or `web:HASH` for somebody who has not signed in. */
  id: string;
  name?: string;
  /** Only where the provider has verified it. */
  email?: string;
  /** The provider's own groups. */
  groups: readonly string[];
  role: Role;
  /**
   * How Parley knows: `oidc` by the provider; `local` by the one-time link; `machine`: sits at the machine itself, where
   * nobody has to sign in; `token`: a program with a token, which is never more than an asker; `none`: anybody.
   */
  by: 'oidc' | 'local' | 'machine' | 'token' | 'none';
}

/** True when a role includes another one. */
const includesRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** True for whoever holds the machine or its first key, and so all data: no rule of access keeps pages from them. */
export const holdsTheMachine = ({ by }: Person): boolean => by === 'machine' || by === 'local';

/** @throws SIGN_IN_REQUIRED for somebody unknown, NOT_ALLOWED for somebody whose role is too small */
export const assertRole = (person: Person, needed: Role): void => {
  if (includesRole(person.role, needed)) return;
  if (person.by === 'none') throw signInRequired();
  throw new ParleyError('NOT_ALLOWED', {
    message: `This needs the role ${needed}; yours is ${person.role}.`,
    remedy: 'Ask an admin of this Parley to change your role.',
  });
};

export const signInRequired = (): ParleyError =>
  new ParleyError('SIGN_IN_REQUIRED', {
    message: 'You are not signed in, or your session has ended.',
    remedy: 'Sign in, then try again.',
  });

/** How the person is named to others: in the audit trail, and under an answer that they wrote. */
export const nameOf = ({ name, email, id, by }: Pick<Person, 'name' | 'email' | 'id' | 'by'>): string =>
  name ?? email ?? (by === 'machine' ? 'the person at this machine' : id);
