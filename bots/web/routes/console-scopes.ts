import type { Scope } from '../../../core/document.ts';
import type { WebDependencies } from '../dependencies.ts';
import { holdsTheMachine, type Person } from '../people/person.ts';

/** Whose pages somebody sees in the console: whoever holds the machine holds the data; others see what they would be answered from. */
export const consoleScopes =
  ({ parley, scopes }: Pick<WebDependencies, 'parley' | 'scopes'>) =>
  async (person: Person): Promise<Scope[]> =>
    holdsTheMachine(person) ? parley.stores.documents.scopes() : [...(await scopes(person))];
