import { EVERYONE, type Scope } from '../../core/document.ts';
import { PLATFORM_NAMES } from '../../core/platform-names.ts';
import { scopesWithin } from '../../core/source-scopes.ts';
import { createDirectory } from '../../ingest/access/directory.ts';
import type { Stores } from '../../stores/index.ts';
import type { AccessPolicy, Audience, Group } from './policy.ts';
import { groupsByFile } from './source-groups.ts';

/** A person as a platform or an identity provider knows them. */
export interface Asker {
  /** Such as `slack:T1/U1` or `discord:3000`. */
  id: string;
  /** Only if the platform or the identity provider has verified it. */
  email?: string;
  /**
   * `member`: a full member of a workspace that Parley is in. `guest`: a guest there, with fewer rights. `stranger`: somebody of
   * another organisation, or who is not in the platform's list of members.
   */
  standing: 'member' | 'guest' | 'stranger';
  /** The workspaces that both the person and Parley are in, with the channels that both are in. */
  memberships: readonly { workspaceId: string; channelIds: readonly string[] }[];
  /** The platform's own groups that the person is in, such as `S0614TZR7` or `role:8120`. */
  platformGroups?: readonly string[];
}

/** A channel or direct message in which a question is asked. */
export interface Channel {
  /** The Slack workspace or Discord server; empty in a Discord DM. */
  workspaceId: string;
  channelId: string;
  /** Who may read the channel. `public`: all full members of the workspace; `private`: its members; `direct`: only the asker. */
  kind: 'public' | 'private' | 'direct';
  /** Whether people of another organisation are in the channel (Slack Connect). */
  shared: boolean;
  /** Whether guests of the workspace are in the channel. */
  guests: boolean;
  /** Whether somebody is in the channel who is not in the workspace's list of members. */
  strangers: boolean;
}

/** How Parley behaves in a channel, by the access rules. */
export type ChannelConduct =
  | { answers: true; sources?: readonly string[] }
  /** `external-channel`: shared with another organisation without a rule that allows it. `stranger`: workspace not allowed. */
  | { answers: false; reason: 'external-channel' | 'stranger' };

/** Decides who gets which scopes on one platform. Stores compare the scopes of askers with those of documents. */
export interface Access {
  /** The platform's own groups that occur in the policy. Others need not be looked up. */
  readonly platformGroups: readonly string[];
  /** Whether a workspace is allowed. Without a list in the policy, the first workspace that asks becomes the allowed one. */
  allows(workspaceId: string): Promise<boolean>;
  /** The scopes of a person, for DMs and replies that only this person sees. Empty if they may see nothing. */
  scopesOfPerson(asker: Asker): Promise<Scope[]>;
  /** The scopes for an answer in a channel, which *everybody* who can read it must hold. Empty if nothing may be shown. */
  scopesOfAudience(asker: Asker, channel: Channel): Promise<Scope[]>;
  /** The scopes of anybody, such as visitors of the web page who have not signed in. */
  publicScopes(): Promise<Scope[]>;
  /** Restricts held scopes by the rules of sources. */
  withinRules(held: readonly Scope[]): Promise<Scope[]>;
  /** Whether Parley answers in a channel at all, and from which sources. */
  conductIn(channel: Channel): Promise<ChannelConduct>;
}

/** The scope of documents that full members see in DMs, but that are never used in a channel. */
const PRIVATE: Scope = 'private';
/** The scope of all members of a workspace of a chat platform. */
export const workspaceScope = (workspaceId: string): Scope => `workspace:${workspaceId}`;
/** The scope of those who may read a channel. */
export const channelScope = (workspaceId: string, channelId: string): Scope => `channel:${workspaceId}/${channelId}`;
/** The scope of a group that the access rules name. */
export const groupScope = (name: string): Scope => `group:${name}`;
/** The scope of one person alone. Case does not count, since addresses of mail differ in it. */
export const personScope = (person: string): Scope => `person:${person.toLowerCase()}`;

/** How long the list of sources is cached, in milliseconds. */
const SOURCES_FRESH_MS = 5_000;

/** Kind of the records that store each platform's first workspace. */
const FIRST_WORKSPACE = 'access-first-workspace';

/** The first workspace of each platform that connected, as the access file writes workspaces. Unlike `allows` it claims none. */
export const firstWorkspaces = async (keyValues: Pick<Stores['keyValues'], 'get'>): Promise<string[]> => {
  const known = await Promise.all(
    PLATFORM_NAMES.map(async (platform) => {
      const first = await keyValues.get<{ workspaceId: string }>(FIRST_WORKSPACE, platform);
      return first ? [`${platform}:${first.workspaceId}`] : [];
    }),
  );
  return known.flat();
};

/**
 * Applies the access policy to one platform. A source's rule only restricts the scopes of its pages and never adds to them:
 * the asker's scopes are restricted to the sources that the rules allow, and every store filters by these scopes.
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

  /** Known once it was read, as it is written once and never changed. */
  let firstWorkspace: string | undefined;
  /** The first workspace of the platform: this one, unless there is one already. */
  const claimFirst = async (workspaceId: string): Promise<string | undefined> => {
    const stored = () => stores.keyValues.get<{ workspaceId: string }>(FIRST_WORKSPACE, platform);
    const known = await stored();
    if (known) return known.workspaceId;
    // Two processes may ask at once; whoever writes first is the first.
    await stores.keyValues.add(FIRST_WORKSPACE, platform, { workspaceId });
    return (await stored())?.workspaceId;
  };

  const allows = async (workspaceId: string): Promise<boolean> => {
    if (workspaceId === '') return false;
    // There is only one OIDC provider, that of the settings, and it decides who can sign in.
    if (platform === 'oidc') return true;
    if (policy.workspaces) return policy.workspaces.includes(`${platform}:${workspaceId}`);
    firstWorkspace ??= await claimFirst(workspaceId);
    return firstWorkspace === workspaceId;
  };

  let sourcesReadAt = Number.NEGATIVE_INFINITY;
  let sourceIds: Promise<string[]> = Promise.resolve([]);
  /** The ids of all sources, cached for seconds. A newer source is treated as closed, never as open. */
  const allSources = (): Promise<string[]> => {
    if (now() - sourcesReadAt < SOURCES_FRESH_MS) return sourceIds;
    sourcesReadAt = now();
    sourceIds = stores.documents.sources().then((sources) => sources.map(({ id }) => id));
    sourceIds.catch(() => {
      sourcesReadAt = Number.NEGATIVE_INFINITY;
    });
    return sourceIds;
  };

  const withinRules = async (held: readonly Scope[]): Promise<Scope[]> => {
    const closed = new Set(
      [...policy.sources.values()].filter(({ audiences }) => !admits(audiences, held)).map(({ source }) => source),
    );
    if (closed.size === 0 || held.length === 0) return [...held];
    const open = (await allSources()).filter((id) => !closed.has(id));
    return open.length > 0 ? scopesWithin(held, open) : [];
  };

  const strangersScopes = (): Scope[] => (policy.strangers === 'everyone' ? [EVERYONE] : []);

  /** Adds the scopes of mirrored places: by verified e-mail address, and by the groups that the access file assigns. */
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
      // A guest who asks sees no more than guests may, even if all others in the channel may see more.
      const scopes = await withinRules(asker.standing === 'member' ? held : held.filter((scope) => scope === EVERYONE));
      return conduct.sources ? scopesWithin(scopes, conduct.sources) : scopes;
    },
  };
};

/** The groups of the policy that a person is in by e-mail address, id, or group of the platform. */
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

/** Whether somebody with these scopes belongs to one of a rule's audiences. */
export const admits = (audiences: readonly Audience[], held: readonly Scope[]): boolean =>
  audiences.some((audience) => {
    if (audience === 'nobody') return false;
    if (audience === 'everyone') return held.includes(EVERYONE);
    if (audience === 'as-the-source-says') return true;
    if (audience === 'workspace') return held.some((scope) => scope.startsWith('workspace:'));
    return held.includes(audience);
  });

/** The workspace in a person's id: `T1` for `slack:T1/U1`; empty if there is none. */
const workspaceOfPerson = (id: string): string => {
  const slash = id.indexOf('/');
  return slash === -1 ? '' : id.slice(id.indexOf(':') + 1, slash);
};
