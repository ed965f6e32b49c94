import { ParleyError } from '../../core/errors.ts';
import type { VectorStore } from '../../stores/index.ts';
import type { Encoder } from './encoder.ts';

/** What an index's vectors were made with; undefined: it has none yet. */
export type MadeWith = Awaited<ReturnType<VectorStore['space']>>;

/**
 * The encoder that questions go through: always the one that made the vectors which serve. While `parley reindex` makes
 * those of another encoder, or before anybody has run it, questions keep to the old one where it can still be opened.
 * A server may also change what stands behind a name: vectors of another length than the index's are never compared.
 *
 * @param encoder the one that the settings name
 * @param openNamed opens an encoder by the name that the index keeps
 * @returns the encoder for questions to an index that was made so: a search looks that up once
 */
export const servingEncoder = (
  encoder: Encoder,
  openNamed: (name: string) => Promise<Encoder | undefined>,
): ((space: MadeWith) => Encoder) => {
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
      const old = await named(space.encoder).catch(() => undefined); // said below, with what to do
      if (old) return fitting(await old.embed(texts, signal, as), old, space);
      throw new ParleyError('ENCODER_UNAVAILABLE', {
        message: `The index was made with ${space.encoder}, the settings name ${encoder.name}: run \`parley reindex\`.`,
        remedy: 'Search goes by words and links until then.',
      });
    },
  });
};

/** @throws EMBEDDING_DIMENSION_CHANGED where vectors are of another length than the index's */
const fitting = (made: Float32Array[], { name }: Encoder, space: MadeWith): Float32Array[] => {
  const given = made[0]?.length;
  if (!space || given === undefined || given === space.dimensions) return made;
  throw new ParleyError('EMBEDDING_DIMENSION_CHANGED', {
    message: `${name} gives ${given} dimensions now, the index holds ${space.dimensions}: run \`parley reindex\`.`,
    remedy: 'Search goes by words and links until then.',
  });
};
