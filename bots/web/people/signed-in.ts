import type { Settings } from '../../../core/settings.ts';
import type { Asker } from '../../../runtime/access/access.ts';
import type { LookUpPerson } from '../../../runtime/access/caller.ts';
import type { KeyValueStore } from '../../../stores/index.ts';
import type { Person } from './person.ts';
import { createRoles } from './roles.ts';

/** Converts a signed-in person for the access rules: everybody who signs in with the team's provider is a member. */
export const askerOf = (
  { id, email, groups }: Pick<Person, 'id' | 'email' | 'groups'>,
  { OIDC_ISSUER: issuer }: Pick<Settings, 'OIDC_ISSUER'>,
): Asker => ({
  id,
  email,
  standing: 'member',
  memberships: [{ workspaceId: new URL(issuer ?? 'oidc://provider').host, channelIds: [] }],
  platformGroups: groups,
});

/** Looks up people who have signed in, by id or verified e-mail address. Finds nobody when no provider is configured. */
export const signedInPeople =
  (keyValues: KeyValueStore, settings: Pick<Settings, 'OIDC_ISSUER'>): LookUpPerson =>
  async (person) => {
    if (settings.OIDC_ISSUER === undefined) return undefined;
    const known = await createRoles(keyValues).people();
    const found = known.find(
      ({ id, email, lastSeenAt }) =>
        lastSeenAt !== undefined && id?.startsWith('oidc:') && (id === person || email === person.toLowerCase()),
    );
    return found?.id === undefined ? undefined : askerOf({ ...found, id: found.id }, settings);
  };
