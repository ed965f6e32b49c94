import { ParleyError } from '../../core/errors.ts';
import type { VectorStore } from '../../stores/index.ts';
import type { Encoder } from './encoder.ts';

/** The encoder and dimensions of an index's vectors; undefined while it has none. */
export type IndexSpace = Awaited<ReturnType<VectorStore['space']>>;

/**
 * Selects the encoder for questions, which must be the one of the index's vectors. If the settings name another encoder, the
 * old one is used until `parley reindex` is done, provided that it can still be opened. Vectors whose length differs from
 * the index's are rejected, because a server may change the model of a name.
 *
 * @param encoder the encoder of the settings
 * @param openNamed opens an encoder by the name that is stored with the index
 * @returns the question encoder for an index space
 */
export const servingEncoder = (
  encoder: Encoder,
  openNamed: (name: string) => Promise<Encoder | undefined>,
): ((space: IndexSpace) => Encoder) => {
  const opened = new Map<string, Promise<Encoder | undefined>>();
  const named = (name: string) => {
    let other = opened.get(name);
    if (!other) {
      other = openNamed(name);
      opened.set(name, other);
    }
    return other;
  };
  return (space) => ({
    name: encoder.name,
    async embed(texts, signal, as) {
      if (!space || space.encoder === encoder.name)
        return fitting(await encoder.embed(texts, signal, as), encoder, space);
      const old = await named(space.encoder).catch(() => undefined); // reported below, with a remedy
      if (old) return fitting(await old.embed(texts, signal, as), old, space);
      throw new ParleyError('ENCODER_UNAVAILABLE', {
        message: `The index was made with ${space.encoder}, the settings name ${encoder.name}: run \`parley reindex\`.`,
        remedy: 'Search goes by words and links until then.',
      });
    },
  });
};

/** @throws EMBEDDING_DIMENSION_CHANGED if the vectors' length differs from the index's */
const fitting = (made: Float32Array[], { name }: Encoder, space: IndexSpace): Float32Array[] => {
  const given = made[0]?.length;
  if (!space || given === undefined || given === space.dimensions) return made;
  throw new ParleyError('EMBEDDING_DIMENSION_CHANGED', {
    message: `${name} gives ${given} dimensions now, the index holds ${space.dimensions}: run \`parley reindex\`.`,
    remedy: 'Search goes by words and links until then.',
  });
};
