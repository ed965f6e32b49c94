/** Turns texts into unit vectors of one length. Implementations batch by themselves; callers pass what they have. */
export interface Encoder {
  /** `provider:name`, kept with the index so that a change is noticed. */
  readonly name: string;
  /**
   * @param as what the texts are, which some models are told (`known-encoders.ts`); passages by default
   * @returns one unit vector a text, in order. @throws ENCODER_UNAVAILABLE, CANCELLED
   */
  embed(texts: readonly string[], signal?: AbortSignal, as?: 'question' | 'passage'): Promise<Float32Array[]>;
  /**
   * How well each text covers the question, token by token (`ranking/token-coverage.ts`); absent where the encoder keeps
   * its tokens' outputs to itself, as every API does.
   * @returns a share from 0 to 1 a text, in order. @throws ENCODER_UNAVAILABLE, CANCELLED
   */
  coverage?(question: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
