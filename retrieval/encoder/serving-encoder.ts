import { ParleyError } from '../../core/errors.ts';
import type { VectorStore } from '../../stores/index.ts';
import type { Encoder } from './encoder.ts';

/**
 * The encoder that questions go through: always the one that made the vectors which serve. While `parley reindex` makes
 * those of another encoder, or before anybody has run it, questions keep to the old one where it can still be opened.
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
      if (!space || space.encoder === encoder.name) return encoder.embed(texts, signal);
      const old = await named(space.encoder).catch(() => undefined); // said below, with what to do
      if (old) return old.embed(texts, signal);
      throw new ParleyError('ENCODER_UNAVAILABLE', {
        message: `The index was made with ${space.encoder}, the settings name ${encoder.name}: run \`parley reindex\`.`,
        remedy: 'Search goes by words and links until then.',
      });
    },
  };
};
