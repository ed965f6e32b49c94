import { EVERYONE, type Scope } from '../../core/document.ts';

/** A place where a question is asked, as far as scopes care. */
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

/**
 * What an answer may be made from. In a channel: what *everybody* who reads along may see, so nothing but public
 * pages is left as soon as a guest or another organisation reads along. For the asker's
 * eyes alone (a DM, or a reply that only they see): all that they may see themselves.
 */
export const scopesOf = (asker: Asker, place: ChatChannel, { alone = place.kind === 'direct' } = {}): Scope[] => {
  if (asker.guest) return [EVERYONE];
  if (alone) {
    const own = asker.memberships.flatMap(({ workspaceId, channelIds }) => [
      workspaceScope(workspaceId),
      ...channelIds.map((channelId) => channelScope(workspaceId, channelId)),
    ]);
    return asker.memberships.length > 0 ? [EVERYONE, PRIVATE, ...own] : [EVERYONE];
  }
  if (place.shared || place.guests) return [EVERYONE];
  return [EVERYONE, workspaceScope(place.workspaceId), channelScope(place.workspaceId, place.channelId)];
};
