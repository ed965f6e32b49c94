import type { KeyValueStore } from '../../../stores/index.ts';
import { type Pace, periodOf } from './periods.ts';

/** Somebody who looks after a source, and how often they hear of what it leaves open. */
export interface Owner {
  source: string;
  /** `slack:T1/U1`, `discord:3000`. */
  person: string;
  /** `slack:T1`, `discord:8388608000`: whose questions they hear of. */
  workspace: string;
  pace: Pace;
}

const KIND = 'source-owner';
const OF = '\u001f';
const keyOf = ({ source, workspace, person }: Pick<Owner, 'source' | 'workspace' | 'person'>) =>
  [source, workspace, person].join(OF);

/** The owners of a source, or of every source. */
export const ownersOf = async (keyValues: KeyValueStore, source?: string): Promise<Owner[]> => {
  const owners: Owner[] = [];
  for (let after = ''; ; ) {
    const page = await keyValues.list<Owner>(KIND, {
      prefix: source === undefined ? '' : source + OF,
      after,
      limit: 200,
    });
    owners.push(...page.map(({ value }) => value));
    if (page.length < 200) return owners;
    after = page.at(-1)?.key ?? '';
  }
};

/** Names the owners of a source in a workspace, in place of those before; none ends its digests there. */
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
    if (owner.workspace === workspace && !people.includes(owner.person)) await keyValues.delete(KIND, keyOf(owner));
  for (const person of people) {
    const owner: Owner = { source, workspace, person, pace };
    await keyValues.put(KIND, keyOf(owner), owner, { personId: person });
    // The first digest comes when the next period begins.
    await claimPeriod(keyValues, owner, periodOf(pace, now));
  }
};

/** The owner wants no more of it. */
export const removeOwner = (
  keyValues: KeyValueStore,
  owner: Pick<Owner, 'source' | 'workspace' | 'person'>,
): Promise<boolean> => keyValues.delete(KIND, keyOf(owner));

/** True for the one process that is to send a period's digest. */
export const claimPeriod = (keyValues: KeyValueStore, owner: Owner, period: number): Promise<boolean> =>
  keyValues.add(`${KIND}-told`, `${keyOf(owner)}${OF}${owner.pace} ${period}`, {}, { personId: owner.person });

export const releasePeriod = (keyValues: KeyValueStore, owner: Owner, period: number): Promise<boolean> =>
  keyValues.delete(`${KIND}-told`, `${keyOf(owner)}${OF}${owner.pace} ${period}`);
