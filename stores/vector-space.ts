import { ParleyError } from '../core/errors.ts';

/** A vector space for error messages; `encoder` is absent if only a vector is known. */
export interface Space {
  encoder?: string;
  dimensions: number;
}

/** The error for vectors of another space than the index's. */
export const dimensionChanged = (stored: Space, given: Space): ParleyError =>
  new ParleyError('EMBEDDING_DIMENSION_CHANGED', {
    message:
      given.encoder === undefined || given.encoder === stored.encoder
        ? `The index holds ${stored.dimensions}-dimensional vectors, the encoder gives ${given.dimensions}.`
        : `The index was made with ${stored.encoder} (${stored.dimensions} dimensions), the settings name ${given.encoder} (${given.dimensions}).`,
    remedy: 'Run `parley reindex`, or set PARLEY_EMBEDDINGS back.',
    details: { stored, given },
  });

/** The error for vectors that were put before `open` declared their space, which is a bug in the caller. */
export const spaceNotOpen = (): ParleyError =>
  new ParleyError('INTERNAL', {
    message: 'Vectors came before their space was opened.',
    remedy: 'Call `vectors.open` with the encoder first.',
  });
