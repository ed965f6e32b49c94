import { type AuditTrail, createAuditTrail, type KeyValueStore } from '../../../stores/index.ts';
import { nameOf, type Person } from './person.ts';

/** The audit trail, written with the person who made the change. */
export interface ConsoleTrail extends Pick<AuditTrail, 'list'> {
  write(person: Person, action: string, subject: string, details?: Record<string, unknown>): Promise<void>;
}

/** Creates the trail of changes that people make in the console, over the one of all changes. */
export const createConsoleTrail = (keyValues: KeyValueStore): ConsoleTrail => {
  const trail = createAuditTrail(keyValues);
  return {
    list: trail.list,
    write: (person, ...change) => trail.write({ id: person.id, name: nameOf(person) }, ...change),
  };
};
