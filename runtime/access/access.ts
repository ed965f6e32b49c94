import { EVERYONE, type Scope } from '../../core/document.ts';
import { scopesWithin } from '../../core/source-scopes.ts';
import { createDirectory } from '../../ingest/access/directory.ts';
import type { Stores } from '../../stores/index.ts';
import type { AccessPolicy, Audience, Group } from './policy.ts';
import { groupsByFile } from './source-groups.ts';

/** A person as a platform or an identity provider knows them. */
export interface Asker {
  /** `slack:T1/U1`, `discord:3000`. */
  id: string;
  /** Only where the platform or the identity provider has verified it. */
  email?: string;
  /**
   * `member`: a full member of a workspace that Parley is in; `guest`: invited there with less; `stranger`: somebody of
   * another organisation, or somebody whom the platform's list of members does not know.
   */
  standing: 'member' | 'guest' | 'stranger';
  /** The workspaces that the person and Parley share, with the channels in which both are. */
  memberships: readonly { workspaceId: string; channelIds: readonly string[] }[];
  /** The platform's own groups that the person is in: `S0614TZR7`, `role:8120`. */
  platformGroups?: readonly string[];
}

/** A channel or direct message in which a question is asked. */
export interface Channel {
  /** The Slack workspace or Discord server; empty in a Discord DM, which belongs to none. */
  workspaceId: string;
  channelId: string;
  /** `public`: every full member of the workspace may read along; `private`: its members; `direct`: the asker alone. */
  kind: 'public' | 'private' | 'direct';
  /** People of another organisation read along (Slack Connect). */
  shared: boolean;
  /** Guests of the workspace read along. */
  guests: boolean;
  /** Somebody whom the workspace's list of members does not know reads along. */
  strangers: boolean;
}

/** How Parley behaves in a channel, by the access rules. */
export type ChannelConduct =
  | { answers: true; sources?: readonly string[] }
  /** `external-channel`: shared with another organisation and not opened; `stranger`: a workspace that is not allowed. */
  | { answers: false; reason: 'external-channel' | 'stranger' };

/** Who gets which scopes on one platform. Documents list scopes, askers hold scopes, and stores compare them. */
export interface Access {
  /** The platform's own groups that some rule speaks of; nobody needs to look up others. */
  readonly platformGroups: readonly string[];
  /** Whether a workspace's people are people of this team. Without a list, the first workspace that asks becomes it. */
  allows(workspaceId: string): Promise<boolean>;
  /** What somebody may see by themselves: for a DM, or a reply that only they see. Empty: nothing at all. */
  scopesOfPerson(asker: Asker): Promise<Scope[]>;
  /** What an answer in a channel may be made from: what *everybody* who reads along may see. Empty: nothing at all. */
  scopesOfAudience(asker: Asker, channel: Channel): Promise<Scope[]>;
  /** What anybody may see, such as somebody at the web page who has not signed in. */
  publicScopes(): Promise<Scope[]>;
  /** What the rules of sources leave of scopes that somebody holds. */
  withinRules(held: readonly Scope[]): Promise<Scope[]>;
  /** Whether Parley answers in a channel at all, and from which sources. */
  conductIn(channel: Channel): Promise<ChannelConduct>;
}

/** Documents for full members' own eyes, never for a channel. */
const PRIVATE: Scope = 'private';
export const workspaceScope = (workspaceId: string): Scope => `workspace:${workspaceId}`;
export const channelScope = (workspaceId: string, channelId: string): Scope => `channel:${workspaceId}/${channelId}`;
export const groupScope = (name: string): Scope => `group:${name}`;
export const personScope = (person: string): Scope => `person:${person.toLowerCase()}`;

/** Milliseconds for which the list of sources is remembered. */
const SOURCES_FRESH_MS = 5_000;

/** The kind under which the first workspace of a platform is remembered. */
const FIRST_WORKSPACE = 'access-first-workspace';

/**
 * Applies the access policy on one platform. A source's rule narrows what its pages say of themselves and never opens a
 * page: the asker's scopes are narrowed to the sources that the rules leave, and every store filters by them.
 *
 * @param platform the prefix of the policy's ids, such as `slack`
 */
export const createAccess = ({
  platform,
  policy,
  stores,
  now = Date.now,
}: {
  platform: string;
  policy: AccessPolicy;
  stores: Pick<Stores, 'documents' | 'keyValues'>;
  /** Milliseconds. */
  now?: () => number;
}): Access => {
  const directory = createDirectory(stores.keyValues, now);

  const allows = async (workspaceId: string): Promise<boolean> => {
    if (workspaceId === '') return false;
    // Whom the provider of the settings signs in is for that provider to say; there is no other one.
    if (platform === 'oidc') return true;
    if (policy.workspaces) return policy.workspaces.includes(`${platform}:${workspaceId}`);
    await stores.keyValues.add(FIRST_WORKSPACE, platform, { workspaceId });
    const first = await stores.keyValues.get<{ workspaceId: string }>(FIRST_WORKSPACE, platform);
    return first?.workspaceId === workspaceId;
  };

  let sourcesReadAt = Number.NEGATIVE_INFINITY;
  let sourceIds: Promise<string[]> = Promise.resolve([]);
  /** Every source there is. Remembered for seconds: a source that is newer than that is closed, never open. */
  const allSources = (): Promise<string[]> => {
    if (now() - sourcesReadAt < SOURCES_FRESH_MS) return sourceIds;
    sourcesReadAt = now();
    sourceIds = stores.documents.sources().then((sources) => sources.map(({ id }) => id));
    sourceIds.catch(() => {
      sourcesReadAt = Number.NEGATIVE_INFINITY;
    });
    return sourceIds;
  };

  /** What the rules of sources leave of the scopes held. */
  const withinRules = async (held: readonly Scope[]): Promise<Scope[]> => {
    const closed = new Set(
      [...policy.sources.values()].filter(({ audiences }) => !admits(audiences, held)).map(({ source }) => source),
    );
    if (closed.size === 0 || held.length === 0) return [...held];
    const open = (await allSources()).filter((id) => !closed.has(id));
    return open.length > 0 ? scopesWithin(held, open) : [];
  };

  const strangersScopes = (): Scope[] => (policy.strangers === 'everyone' ? [EVERYONE] : []);

  /** Adds what mirrored places show: by an address that was verified, and by groups that the file says they count as in. */
  const withMirrored = async (email: string | undefined, held: Scope[]): Promise<Scope[]> => {
    const shown = await directory.scopesOf(email, groupsByFile(policy.sourceGroups, held, platform));
    return [...held, ...shown];
  };

  const heldAlone = async (asker: Asker): Promise<Scope[]> => {
    if (asker.standing === 'stranger') return strangersScopes();
    if (asker.standing === 'guest') return (await allows(workspaceOfPerson(asker.id))) ? [EVERYONE] : strangersScopes();
    const allowed = await Promise.all(asker.memberships.map(({ workspaceId }) => allows(workspaceId)));
    const memberships = asker.memberships.filter((_, index) => allowed[index]);
    if (memberships.length === 0) return strangersScopes();
    return withMirrored(asker.email, [
      EVERYONE,
      PRIVATE,
      personScope(asker.id),
      ...(asker.email ? [personScope(asker.email)] : []),
      ...memberships.flatMap(({ workspaceId, channelIds }) => [
        workspaceScope(workspaceId),
        ...channelIds.map((channelId) => channelScope(workspaceId, channelId)),
      ]),
      ...groupsOf(policy, platform, asker).map(({ name }) => groupScope(name)),
    ]);
  };

  const conductIn = async (channel: Channel): Promise<ChannelConduct> => {
    if (channel.kind === 'direct') return { answers: true };
    if (channel.shared) {
      const rule = policy.channels.get(`${platform}:${channel.workspaceId}/${channel.channelId}`);
      if (rule?.external !== 'answer') return { answers: false, reason: 'external-channel' };
      return { answers: true, ...(rule.sources && { sources: rule.sources }) };
    }
    const strange = channel.strangers || !(await allows(channel.workspaceId));
    return strange && policy.strangers === 'nothing' ? { answers: false, reason: 'stranger' } : { answers: true };
  };

  const heldInChannel = async (channel: Channel): Promise<Scope[]> => {
    if (channel.shared || channel.guests || channel.strangers || !(await allows(channel.workspaceId)))
      return [EVERYONE];
    const own = channelScope(channel.workspaceId, channel.channelId);
    return withMirrored(undefined, [EVERYONE, workspaceScope(channel.workspaceId), own]);
  };

  const scopesOfPerson = async (asker: Asker) => withinRules(await heldAlone(asker));

  return {
    platformGroups: [...policy.groups.values()].flatMap((group) => group.platformGroups[platform] ?? []),
    allows,
    conductIn,
    publicScopes: () => withinRules([EVERYONE]),
    scopesOfPerson,
    withinRules,
    async scopesOfAudience(asker, channel) {
      if (channel.kind === 'direct') return scopesOfPerson(asker);
      const conduct = await conductIn(channel);
      if (!conduct.answers) return [];
      const held = await heldInChannel(channel);
      // A guest who asks there sees no more than a guest, whatever the others may see.
      const scopes = await withinRules(asker.standing === 'member' ? held : held.filter((scope) => scope === EVERYONE));
      return conduct.sources ? scopesWithin(scopes, conduct.sources) : scopes;
    },
  };
};

/** The groups of the policy that a person is in: by e-mail, by id, or by a group of the platform. */
export const groupsOf = (
  { groups }: Pick<AccessPolicy, 'groups'>,
  platform: string,
  { id, email, platformGroups = [] }: Pick<Asker, 'id' | 'email' | 'platformGroups'>,
): Group[] =>
  [...groups.values()].filter(
    (group) =>
      group.members.includes(id.toLowerCase()) ||
      (email !== undefined && group.members.includes(email.toLowerCase())) ||
      (group.platformGroups[platform] ?? []).some((known) => platformGroups.includes(known)),
  );

/** Whether somebody with these scopes is of one of a rule's audiences. */
export const admits = (audiences: readonly Audience[], held: readonly Scope[]): boolean =>
  audiences.some((audience) => {
    if (audience === 'nobody') return false;
    if (audience === 'everyone') return held.includes(EVERYONE);
    if (audience === 'as-the-source-says') return true;
    if (audience === 'workspace') return held.some((scope) => scope.startsWith('workspace:'));
    return held.includes(audience);
  });

/** `slack:T1/U1` -> `T1`; empty where a person's id names no workspace. */
const workspaceOfPerson = (id: string): string => {
  const slash = id.indexOf('/');
  return slash === -1 ? '' : id.slice(id.indexOf(':') + 1, slash);
};
