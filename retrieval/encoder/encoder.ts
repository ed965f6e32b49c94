/** Encodes texts as unit vectors of one length. Implementations split calls into batches. */
export interface Encoder {
  /** `provider:name`. Stored with the index, so that a change of encoder is detected. */
  readonly name: string;
  /**
   * @param as whether the texts are questions or passages (default), which some models distinguish (`known-encoders.ts`)
   * @returns one unit vector per text, in order
   * @throws ENCODER_UNAVAILABLE, CANCELLED
   */
  embed(texts: readonly string[], signal?: AbortSignal, as?: 'question' | 'passage'): Promise<Float32Array[]>;
  /**
   * Computes how much of the question each text covers, token by token (`ranking/token-coverage.ts`). Absent for encoders
   * without access to token outputs, such as all APIs.
   * @param withinMs time limit: texts are read in order until the next one would exceed it at the measured pace
   * @returns one share from 0 to 1 per text read, in order
   * @throws ENCODER_UNAVAILABLE, CANCELLED
   */
  coverage?(question: string, texts: readonly string[], signal?: AbortSignal, withinMs?: number): Promise<number[]>;
}
