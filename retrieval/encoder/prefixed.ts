import type { Encoder } from './encoder.ts';
import { knownEncoder } from './known-encoders.ts';

/**
 * Adds the prefixes that the model was trained with, such as `query: ` before a question. The caller must add them, because
 * neither ONNX files nor OpenAI-compatible servers do.
 */
export const prefixed = (encoder: Encoder): Encoder => {
  const prefixes = knownEncoder(encoder.name)?.prefixes;
  if (!prefixes) return encoder;
  return {
    ...encoder,
    embed(texts, signal, as = 'passage') {
      const prefix = prefixes[as];
      return encoder.embed(prefix === '' ? texts : texts.map((text) => prefix + text), signal, as);
    },
  };
};
