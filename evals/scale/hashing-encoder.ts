import type { Encoder } from '../../retrieval/index.ts';
import { embedText } from '../simulator/server/embeddings.ts';

/** The simulator's embeddings by hashing, in this process: vectors as long as MiniLM's at no cost, so that stores are measured. */
export const hashingEncoder: Encoder = {
  name: 'bench:hashing',
  embed: async (texts) => texts.map((text) => embedText(text, 384)),
};
