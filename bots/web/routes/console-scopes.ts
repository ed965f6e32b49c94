import type { Scope } from '../../../core/document.ts';
import type { WebDependencies } from '../dependencies.ts';
import { holdsTheMachine, type Person } from '../people/person.ts';

/**
 * The scopes that a person holds in the console: all of them for somebody who controls the machine, or else those of the
 * chat.
 */
export const consoleScopes =
  ({ parley, scopes }: Pick<WebDependencies, 'parley' | 'scopes'>) =>
  async (person: Person): Promise<Scope[]> =>
    holdsTheMachine(person) ? parley.stores.documents.scopes() : [...(await scopes(person))];
