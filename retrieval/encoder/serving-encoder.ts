import { ParleyError } from '../../core/errors.ts';
import type { VectorStore } from '../../stores/index.ts';
import type { Encoder } from './encoder.ts';

/**
 * The encoder that questions go through: always the one that made the vectors which serve. While `parley reindex` makes
 * those of another encoder, or before anybody has run it, questions keep to the old one where it can still be opened.
 * A server may also change what stands behind a name: vectors of another length than the index's are never compared.
 *
 * @param encoder the one that the settings name
 * @param openNamed opens an encoder by the name that the index keeps
 */
export const servingEncoder = ({
  encoder,
  vectors,
  openNamed,
}: {
  encoder: Encoder;
  vectors: Pick<VectorStore, 'space'>;
  openNamed: (name: string) => Promise<Encoder | undefined>;
}): Encoder => {
  const opened = new Map<string, Promise<Encoder | undefined>>();
  const named = (name: string) => {
    let other = opened.get(name);
    if (!other) {
      other = openNamed(name);
      opened.set(name, other);
    }
    return other;
  };
  return {
    name: encoder.name,
    async embed(texts, signal) {
      const space = await vectors.space();
      if (!space || space.encoder === encoder.name) {
        const made = await encoder.embed(texts, signal);
        const given = made[0]?.length ?? space?.dimensions;
        if (space && given !== space.dimensions) {
          throw new ParleyError('EMBEDDING_DIMENSION_CHANGED', {
            message: `${encoder.name} gives ${given} dimensions now, the index holds ${space.dimensions}: run \`parley reindex\`.`,
            remedy: 'Search goes by words and links until then.',
          });
        }
        return made;
      }
      const old = await named(space.encoder).catch(() => undefined); // said below, with what to do
      if (old) return old.embed(texts, signal);
      throw new ParleyError('ENCODER_UNAVAILABLE', {
        message: `The index was made with ${space.encoder}, the settings name ${encoder.name}: run \`parley reindex\`.`,
        remedy: 'Search goes by words and links until then.',
      });
    },
  };
};
