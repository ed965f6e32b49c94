/** Tells a search whether the codes of a block that it holds in memory are still those of the file (code-memory.ts). */
export default `
ALTER TABLE vector_blocks ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vector_blocks_b ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
`;
