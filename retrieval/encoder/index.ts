export type { Encoder } from './encoder.ts';
export type { Lacking } from './local-supply.ts';
export { lackingEncoder, openEncoder, supplyEncoder } from './open-encoder.ts';
export { servingEncoder } from './serving-encoder.ts';
