/** Versions of blocks, so that a search can check whether its cached codes are current (code-memory.ts). */
export default `
ALTER TABLE vector_blocks ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vector_blocks_b ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
`;
