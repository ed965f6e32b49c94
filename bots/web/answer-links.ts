import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { KeyValueStore } from '../../stores/index.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Minimum lifetime of a link: it expires at the end of its last day in UTC. */
const VALID_DAYS = 30;
const KIND = 'web';
const SECRET = 'answer-link-secret';

/**
 * Links to one answer and its reasoning, for people who asked on another platform. Whoever holds a link can open this one
 * answer until the link expires, and nothing else.
 */
export interface AnswerLinks {
  /** The link's path and query, to append to PARLEY_PUBLIC_URL. */
  pathTo(turnId: string): string;
  /** True when the key was signed with this installation's secret for this turn and has not expired. */
  opens(turnId: string, key: string): boolean;
}

/** Creates links signed with a secret in `keyValues`. The first process creates the secret, and the others share it. */
export const openAnswerLinks = async (keyValues: KeyValueStore, clock: Clock = systemClock): Promise<AnswerLinks> => {
  await keyValues.add(KIND, SECRET, randomBytes(32).toString('base64url'));
  const secret = await keyValues.get<string>(KIND, SECRET);
  if (secret === undefined) throw new Error('The secret of answer links was deleted while it was read.');
  const today = () => Math.floor(clock.now() / DAY_MS);
  const sign = (turnId: string, lastDay: number) =>
    createHmac('sha256', secret).update(`${lastDay}:${turnId}`).digest('base64url');

  return {
    pathTo(turnId) {
      const lastDay = today() + VALID_DAYS;
      return `/a/${encodeURIComponent(turnId)}?key=${lastDay}.${sign(turnId, lastDay)}`;
    },
    opens(turnId, key) {
      const [, day, given] = /^(\d{1,7})\.([\w-]{43})$/.exec(key) ?? [];
      if (day === undefined || given === undefined || Number(day) < today()) return false;
      return timingSafeEqual(Buffer.from(sign(turnId, Number(day))), Buffer.from(given));
    },
  };
};
