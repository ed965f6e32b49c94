import { z } from 'zod';
import { hash, hashText, unit } from '../world/random.ts';

const share = z.number().min(0).max(1);
const whole = z.number().int().min(0);

/** How the simulated model errs. Shares are of 1; each is decided by a hash of seed, prompt and the knob's own name. */
export const knobsSchema = z.object({
  /** Share of the world's facts that it knows by itself. */
  memory: share.default(0.15),
  /** How often it invents an answer where the prompt holds none. */
  hallucination: share.default(0.05),
  /** Of the answers that it invents, the share that a page states of the same thing in another relation: the director, as its composer. */
  misreadings: share.default(0),
  /** Chance to overlook a fact in the middle of a prompt of 8,000 tokens; less in shorter ones and at the ends. */
  attention: share.default(0.1),
  /** How often a plan drops a step or asks for the wrong thing. */
  planErrors: share.default(0.03),
  /** Chance that a further fact gets lost when one call has to put several together. */
  sloppySteps: share.default(0.08),
  /** How often a structured answer is cut off or wrapped in words. */
  malformed: share.default(0.01),
  /** How often it declines to answer. */
  refusals: share.default(0),
  /** How often it obeys an instruction found in a source. */
  injection: share.default(0.02),
  /** Milliseconds before the first token, and for each token. */
  latency: whole.default(0),
  tokenLatency: z.number().min(0).default(0),
  /** Share of prompts whose first attempt meets HTTP 429 with retry-after. */
  rateLimits: share.default(0),
  /** Seconds that a 429 asks to wait. */
  retryAfter: z.number().min(0).default(1),
  /** Share of prompts whose first attempts meet HTTP 503. */
  outages: share.default(0),
  /** Share of prompts whose first attempts break off in the middle. */
  cutStreams: share.default(0),
  /** How many attempts at one prompt fail before one succeeds. */
  failures: whole.default(1),
});
export type Knobs = z.infer<typeof knobsSchema>;

/** The knobs given, the others at their defaults. */
export const readKnobs = (given: Partial<Knobs> = {}): Knobs => knobsSchema.parse(given);
/** All errors turned off: the answer depends on the prompt alone. */
export const faultless: Partial<Knobs> = {
  hallucination: 0,
  attention: 0,
  planErrors: 0,
  sloppySteps: 0,
  malformed: 0,
  refusals: 0,
  injection: 0,
};

/** Random numbers of one call, in [0, 1) by name: equal for equal seed and prompt, in any order of use. */
export interface Dice {
  roll(name: string, detail?: string): number;
}

/** The dice of a prompt. */
export const diceOf = (seed: number, prompt: string): Dice => {
  const base = hashText(seed, prompt);
  return { roll: (name, detail = '') => unit(hash(base, hashText(1, name), hashText(2, detail))) };
};
