import { ParleyError } from '../core/errors.ts';

/** What vectors were made with; `encoder` is unknown where only a vector is at hand. */
export interface Space {
  encoder?: string;
  dimensions: number;
}

/** Vectors of one space were given to an index of another. */
export const dimensionChanged = (stored: Space, given: Space): ParleyError =>
  new ParleyError('EMBEDDING_DIMENSION_CHANGED', {
    message:
      given.encoder === undefined || given.encoder === stored.encoder
        ? `The index holds ${stored.dimensions}-dimensional vectors, the encoder gives ${given.dimensions}.`
        : `The index was made with ${stored.encoder} (${stored.dimensions} dimensions), the settings name ${given.encoder} (${given.dimensions}).`,
    remedy: 'Run `parley reindex`, or set PARLEY_EMBEDDINGS back.',
    details: { stored, given },
  });

/** Vectors came before their encoder was declared: a fault of the caller. */
export const spaceNotOpen = (): ParleyError =>
  new ParleyError('INTERNAL', {
    message: 'Vectors came before their space was opened.',
    remedy: 'Call `vectors.open` with the encoder first.',
  });
