import type { Person } from './person.ts';

/** Whether somebody signed in with a provider that gave no address of theirs, or none that it has verified. */
export const lacksEmail = ({ by, email }: Pick<Person, 'by' | 'email'>): boolean =>
  by === 'oidc' && email === undefined;

/** Why such a person may see less than others, and what they can do. */
export const NO_EMAIL =
  'Your sign-in gave Parley no verified e-mail address, so pages and roles that were given to your address do not reach you. Ask whoever runs the sign-in to send it, then sign in again.';
