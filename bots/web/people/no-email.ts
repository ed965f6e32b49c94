import type { Person } from './person.ts';

/** True when somebody signed in with a provider that gave no e-mail address, or gave one that it has not verified. */
export const lacksEmail = ({ by, email }: Pick<Person, 'by' | 'email'>): boolean =>
  by === 'oidc' && email === undefined;

/** Tells such a person why they may see less than others, and what they can do. */
export const NO_EMAIL =
  'Your sign-in gave Parley no verified e-mail address, so pages and roles that were given to your address do not reach you. Ask whoever runs the sign-in to send it, then sign in again.';
