import type { Citation, NearestPage } from '../../../core/answer.ts';
import type { Tier } from '../choice/decide.ts';

/** The reply to one question of a message. */
export interface Reply {
  tier: Tier;
  text: string;
  shortAnswer: string;
  confidence: number;
  citations: Citation[];
  nearest: NearestPage[];
  notices: string[];
}
