export type { Encoder } from './encoder.ts';
export { openEncoder } from './open-encoder.ts';
export { servingEncoder } from './serving-encoder.ts';
