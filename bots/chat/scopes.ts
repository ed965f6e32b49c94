import { EVERYONE, type Scope } from '../../core/document.ts';

/** A channel where a question is asked, as far as scopes depend on it. */
export interface ChatChannel {
  /** The Slack workspace or Discord server; empty in a Discord DM, which belongs to none. */
  workspaceId: string;
  channelId: string;
  /** `public`: every full member of the workspace may read along; `private`: its members; `direct`: the asker alone. */
  kind: 'public' | 'private' | 'direct';
  /** People of another organisation read along (Slack Connect). */
  shared: boolean;
  /** A guest of the workspace reads along. */
  guests: boolean;
}

/** The person who asks. */
export interface Asker {
  /** `slack:T1/U1`, `discord:3000`. */
  id: string;
  /** A guest of the workspace, or a person of another organisation: sees what is public and nothing else. */
  guest: boolean;
  /** The workspaces that the person and Parley share, with the channels in which both are. */
  memberships: readonly { workspaceId: string; channelIds: readonly string[] }[];
}

export const workspaceScope = (workspaceId: string): Scope => `workspace:${workspaceId}`;
export const channelScope = (workspaceId: string, channelId: string): Scope => `channel:${workspaceId}/${channelId}`;
/** Documents for full members' own eyes, never for a channel. */
export const PRIVATE: Scope = 'private';

/** What somebody may see by themselves: for a DM, or a reply that only they see. */
export const scopesOfPerson = ({ guest, memberships }: Asker): Scope[] => {
  if (guest || memberships.length === 0) return [EVERYONE];
  const own = memberships.flatMap(({ workspaceId, channelIds }) => [
    workspaceScope(workspaceId),
    ...channelIds.map((channelId) => channelScope(workspaceId, channelId)),
  ]);
  return [EVERYONE, PRIVATE, ...own];
};

/**
 * What an answer in a channel may be made from: what everybody who reads along may see. Nothing but public pages is left as
 * soon as a guest or another organisation reads along. In a DM nobody but the asker does.
 */
export const scopesOfAudience = (asker: Asker, channel: ChatChannel): Scope[] => {
  if (channel.kind === 'direct') return scopesOfPerson(asker);
  if (asker.guest || channel.shared || channel.guests) return [EVERYONE];
  return [EVERYONE, workspaceScope(channel.workspaceId), channelScope(channel.workspaceId, channel.channelId)];
};
