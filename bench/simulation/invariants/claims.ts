import type { ClaimFence, ConversationStore } from '../../../stores/index.ts';
import type { KnownClaim, Simulation } from '../simulation.ts';

/**
 * One process at a time answers an event: the store gives away no claim that its holder still renews, and nobody who lost a
 * claim writes a turn. The replies alone do not show it, since the records of the chat platforms have fences of their own.
 */
export const watchClaims = (simulation: Simulation, store: ConversationStore): ConversationStore => {
  const { claims, time } = simulation;
  const now = () => ({ wall: time.now(), steady: time.steady() });
  const isKept = ({ renewed, finished }: KnownClaim, staleAfterMs: number): boolean => {
    if (finished) return true;
    const { wall, steady } = now();
    const age = wall - renewed.wall;
    // A clock that was set forward makes every claim stale.
    return age >= 0 && age <= staleAfterMs && steady - renewed.steady <= staleAfterMs;
  };
  const fenced = async (fence: ClaimFence | undefined, what: string, write: Promise<boolean>): Promise<boolean> => {
    const wrote = await write;
    const known = fence && claims.get(fence.eventId);
    if (wrote && fence && known && (known.finished || known.holder !== fence.holder))
      simulation.violated('claims', `${fence.holder} wrote ${what} of ${fence.eventId} without its claim`);
    return wrote;
  };
  return {
    ...store,
    async claim(eventId, holder, staleAfterMs) {
      const claim = await store.claim(eventId, holder, staleAfterMs);
      const held = claims.get(eventId);
      // The store counts a claim's age from the moment at which it sees that the clock was set back.
      if (held && claim === 'held-by-another') held.renewed.wall = Math.min(held.renewed.wall, now().wall);
      if (claim !== 'claimed') return claim;
      if (held && isKept(held, staleAfterMs))
        simulation.violated(
          'claims',
          `${holder} was given the claim on ${eventId}, which ${held.holder} ${held.finished ? 'finished' : 'holds'}`,
        );
      claims.set(eventId, { holder, finished: false, renewed: now() });
      return claim;
    },
    async renewClaim(eventId, holder) {
      const renewed = await store.renewClaim(eventId, holder);
      if (renewed) claims.set(eventId, { holder, finished: false, renewed: now() });
      return renewed;
    },
    async finishClaim(eventId, holder) {
      await store.finishClaim(eventId, holder);
      const known = claims.get(eventId);
      if (known?.holder === holder) known.finished = true;
    },
    async releaseClaim(eventId, holder) {
      await store.releaseClaim(eventId, holder);
      const known = claims.get(eventId);
      if (known?.holder === holder && !known.finished) claims.delete(eventId);
    },
    async closeEvents(eventIds) {
      await store.closeEvents(eventIds);
      for (const eventId of eventIds) claims.set(eventId, { holder: '', finished: true, renewed: now() });
    },
    async forgetPerson(personId, options) {
      const forgotten = await store.forgetPerson(personId, options);
      if (options?.dryRun) return forgotten;
      for (const eventId of claims.keys()) if (eventId.startsWith(`${personId}:`)) claims.delete(eventId);
      return forgotten;
    },
    putTurn: (turn, fence) => fenced(fence, 'the turn', store.putTurn(turn, fence)),
    putConversation: (conversation, fence) => fenced(fence, 'the thread', store.putConversation(conversation, fence)),
    openConversation: (conversation, fence) => fenced(fence, 'the thread', store.openConversation(conversation, fence)),
  };
};
