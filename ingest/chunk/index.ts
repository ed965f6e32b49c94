export { type ChunkInput, type ChunkOptions, chunkDocument } from './chunk.ts';
export { groupSentences } from './sentences.ts';
