import { collectAll, type KeyValueStore } from '../../../stores/index.ts';
import { type Pace, periodOf } from './periods.ts';

/** A person who is responsible for a source, and how often they get its open questions. */
export interface Owner {
  source: string;
  /** `slack:T1/U1`, `discord:3000`. */
  person: string;
  /** The workspace whose questions they get: `slack:T1`, `discord:8388608000`. */
  workspace: string;
  pace: Pace;
}

const KIND = 'source-owner';
const SENT = 'source-owner-told';
const SEPARATOR = '\u001f';
const keyOf = ({ source, workspace, person }: Pick<Owner, 'source' | 'workspace' | 'person'>) =>
  [source, workspace, person].join(SEPARATOR);
const periodKey = (owner: Owner, period: number) => `${keyOf(owner)}${SEPARATOR}${owner.pace} ${period}`;

/** The owners of a source, or of every source. */
export const ownersOf = async (keyValues: KeyValueStore, source?: string): Promise<Owner[]> => {
  const prefix = source === undefined ? '' : source + SEPARATOR;
  return (await collectAll<Owner>(keyValues, KIND, { prefix })).map(({ value }) => value);
};

/** Replaces the owners of a source in a workspace; an empty list ends its digests there. */
export const setOwners = async (
  keyValues: KeyValueStore,
  { source, workspace, people, pace }: { source: string; workspace: string; people: readonly string[]; pace: Pace },
): Promise<void> => {
  for (const owner of await ownersOf(keyValues, source))
    if (owner.workspace === workspace && !people.includes(owner.person)) await removeOwner(keyValues, owner);
  for (const person of people) {
    const owner: Owner = { source, workspace, person, pace };
    await keyValues.put(KIND, keyOf(owner), owner, { personId: person });
    // Claims the current period, so that the first digest is sent when the next period begins.
    await claimPeriod(keyValues, owner, periodOf(pace, Date.now()));
  }
};

/** Removes an owner, which ends their digests; false when there was none. */
export const removeOwner = (
  keyValues: KeyValueStore,
  owner: Pick<Owner, 'source' | 'workspace' | 'person'>,
): Promise<boolean> => keyValues.delete(KIND, keyOf(owner));

/** Claims the sending of a period's digest; true for exactly one process. */
export const claimPeriod = (keyValues: KeyValueStore, owner: Owner, period: number): Promise<boolean> =>
  keyValues.add(SENT, periodKey(owner, period), {}, { personId: owner.person });

/** Releases the claim after a failure, so that the digest is tried again. */
export const releasePeriod = (keyValues: KeyValueStore, owner: Owner, period: number): Promise<boolean> =>
  keyValues.delete(SENT, periodKey(owner, period));
