/** Turns texts into unit vectors of one length. Implementations batch by themselves; callers pass what they have. */
export interface Encoder {
  /** `provider:name`, kept with the index so that a change is noticed. */
  readonly name: string;
  /** @returns one unit vector a text, in order. @throws ENCODER_UNAVAILABLE, CANCELLED */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
