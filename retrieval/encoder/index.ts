export type { Encoder } from './encoder.ts';
export { openEncoder } from './open-encoder.ts';
