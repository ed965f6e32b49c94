import { ParleyError } from '../../../core/errors.ts';

/** In ascending order: an asker asks, a reviewer also works on answers, an admin also changes sources and people. */
export const ROLES = ['asker', 'reviewer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whoever sends a request to the web server. */
export interface Person {
  /** `oidc:SUBJECT`, `local:admin`, or `web:HASH` for somebody who has not signed in. */
  id: string;
  name?: string;
  /** Verified by the provider, or trusted by OIDC_EMAIL. */
  email?: string;
  /** Groups from the provider's claims, not those of access.yaml. */
  groups: readonly string[];
  role: Role;
  /**
   * How Parley identified the person. `oidc`: signed in with the provider. `local`: redeemed a one-time admin link.
   * `machine`: is at the machine itself and need not sign in. `token`: a program with a token, always an asker. `none`:
   * anonymous.
   */
  by: 'oidc' | 'local' | 'machine' | 'token' | 'none';
}

const includesRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** True for somebody who controls the machine and so can read all data: access rules hide no page from them. */
export const holdsTheMachine = ({ by }: Person): boolean => by === 'machine' || by === 'local';

/** @throws SIGN_IN_REQUIRED for an anonymous person, NOT_ALLOWED for a person with a lower role */
export const assertRole = (person: Person, needed: Role): void => {
  if (includesRole(person.role, needed)) return;
  if (person.by === 'none') throw signInRequired();
  throw new ParleyError('NOT_ALLOWED', {
    message: `This needs the role ${needed}; yours is ${person.role}.`,
    remedy: 'Ask an admin of this Parley to change your role.',
  });
};

/** The error of a call that needs a signed-in person. */
export const signInRequired = (): ParleyError =>
  new ParleyError('SIGN_IN_REQUIRED', {
    message: 'You are not signed in, or your session has ended.',
    remedy: 'Sign in, then try again.',
  });

/** The name that others see, in the audit trail and under an answer that the person wrote. */
export const nameOf = ({ name, email, id, by }: Pick<Person, 'name' | 'email' | 'id' | 'by'>): string =>
  name ?? email ?? (by === 'machine' ? 'the person at this machine' : id);
