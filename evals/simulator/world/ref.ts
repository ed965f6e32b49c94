import type { EntityType } from '../language/schema.ts';

/** A thing of the world. */
export interface Ref {
  type: EntityType;
  index: number;
}
