import type { KeyValueStore } from '../../../stores/index.ts';
import { collectAll } from '../list-all.ts';
import { type Pace, periodOf } from './periods.ts';

/** Somebody who looks after a source, and how often they get its open questions. */
export interface Owner {
  source: string;
  /** `slack:T1/U1`, `discord:3000`. */
  person: string;
  /** `slack:T1`, `discord:8388608000`: whose questions they get. */
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

/** Sets the owners of a source in a workspace, in place of those before; an empty list ends the digests there. */
export const setOwners = async (
  keyValues: KeyValueStore,
  {
    source,
    workspace,
    people,
    pace,
    now = Date.now(),
  }: { source: string; workspace: string; people: readonly string[]; pace: Pace; now?: number },
): Promise<void> => {
  for (const owner of await ownersOf(keyValues, source))
    if (owner.workspace === workspace && !people.includes(owner.person)) await removeOwner(keyValues, owner);
  for (const person of people) {
    const owner: Owner = { source, workspace, person, pace };
    await keyValues.put(KIND, keyOf(owner), owner, { personId: person });
    // The first digest comes when the next period begins.
    await claimPeriod(keyValues, owner, periodOf(pace, now));
  }
};

/** The owner wants no more digests. */
export const removeOwner = (
  keyValues: KeyValueStore,
  owner: Pick<Owner, 'source' | 'workspace' | 'person'>,
): Promise<boolean> => keyValues.delete(KIND, keyOf(owner));

/** True for the one process that is to send a period's digest. */
export const claimPeriod = (keyValues: KeyValueStore, owner: Owner, period: number): Promise<boolean> =>
  keyValues.add(SENT, periodKey(owner, period), {}, { personId: owner.person });

export const releasePeriod = (keyValues: KeyValueStore, owner: Owner, period: number): Promise<boolean> =>
  keyValues.delete(SENT, periodKey(owner, period));
