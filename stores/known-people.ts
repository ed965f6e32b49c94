import type { KeyValueStore } from './key-values.ts';
import { listAll } from './list-all.ts';

/** The kind of record of a person who signed in. The key is their id; the value has their verified e-mail address. */
export const KNOWN_PERSON = 'web-person';

/** Whether this is an e-mail address, not an id: ids begin with a platform and a colon, such as `oidc:SUBJECT`. */
const isAddress = (who: string): boolean => /^[^:\s]+@[^:\s]+$/.test(who);

/** The name under which a person's records are stored: an id unchanged, an e-mail address in lower case. */
export const recordName = (who: string): string => (isAddress(who) ? who.toLowerCase() : who);

/**
 * All names under which a person's records may be stored: `person` itself, and the e-mail address of an id or the id of an
 * address. An address that several ids signed in with is not linked to any id, because it does not identify one person.
 *
 * @param person an id, or an e-mail address
 */
export const namesOfPerson = async (keyValues: Pick<KeyValueStore, 'list'>, person: string): Promise<string[]> => {
  const wanted = recordName(person);
  const known: { id: string; address?: string }[] = [];
  for await (const { key, value } of listAll<{ email?: string }>(keyValues, KNOWN_PERSON))
    known.push({ id: key, ...(value.email && { address: recordName(value.email) }) });
  const address = isAddress(wanted) ? wanted : known.find(({ id }) => id === wanted)?.address;
  const holders = known.filter((one) => one.address !== undefined && one.address === address);
  if (isAddress(wanted)) return [wanted, ...(holders.length === 1 ? holders.map(({ id }) => id) : [])];
  return address !== undefined && holders.length === 1 ? [wanted, address] : [wanted];
};
