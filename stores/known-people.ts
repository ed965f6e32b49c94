import type { KeyValueStore } from './key-values.ts';

/** The kind of record that names somebody who signed in: its key is their id, its value holds their verified address. */
export const KNOWN_PERSON = 'web-person';
const PAGE = 500;

/** An e-mail address; ids of people, such as `oidc:SUBJECT`, name their platform first. */
const isAddress = (who: string): boolean => /^[^:\s]+@[^:\s]+$/.test(who);

/** The name under which records of a person are filed: an id as it stands, an address in lower case. */
export const recordName = (who: string): string => (isAddress(who) ? who.toLowerCase() : who);

/**
 * Every name under which records of a person may lie: what is given, the address that they signed in with, and of an address
 * the id that it stands for. An address that two ids have signed in with stays out for either of them: it is not theirs alone.
 *
 * @param person an id, or an e-mail address
 */
export const namesOfPerson = async (keyValues: Pick<KeyValueStore, 'list'>, person: string): Promise<string[]> => {
  const wanted = recordName(person);
  const known: { id: string; address?: string }[] = [];
  for (let after: string | undefined; ; ) {
    const batch = await keyValues.list<{ email?: string }>(KNOWN_PERSON, { after, limit: PAGE });
    for (const { key, value } of batch)
      known.push({ id: key, ...(value.email && { address: recordName(value.email) }) });
    if (batch.length < PAGE) break;
    after = batch.at(-1)?.key;
  }
  const address = isAddress(wanted) ? wanted : known.find(({ id }) => id === wanted)?.address;
  const holders = known.filter((one) => one.address !== undefined && one.address === address);
  if (isAddress(wanted)) return [wanted, ...(holders.length === 1 ? holders.map(({ id }) => id) : [])];
  return address !== undefined && holders.length === 1 ? [wanted, address] : [wanted];
};
