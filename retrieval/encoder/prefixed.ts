import type { Encoder } from './encoder.ts';
import { knownEncoder } from './known-encoders.ts';

/**
 * An encoder that puts before each text what the model was trained to read there: `query: ` before a question, for
 * instance. Whoever runs the model, the words are its caller's: neither ONNX files nor OpenAI-compatible servers add them.
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
