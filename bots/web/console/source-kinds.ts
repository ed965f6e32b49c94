/** The kinds of sources that the console can add, as the address `sources?add=…` names them. */
export const SOURCE_KINDS = ['web', 'folder', 'files', 'connector'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
