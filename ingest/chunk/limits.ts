/** Target number of words of a passage: a small encoder reads them completely (256 tokens), and they are enough to answer from. */
export const TARGET_WORDS = 180;
/** Maximum words of a passage. A part that would exceed it starts the next passage. */
export const MAX_WORDS = 250;
/** Sections with fewer words are joined with a part of them that follows. */
export const MIN_WORDS = 50;
/** Of sections side by side, those with fewer words are joined with a next one that is shorter than `MIN_WORDS` too. */
export const MIN_SECTION_WORDS = 20;
/** A page's last section, or the rest of a section, with fewer words is joined with the passage before it. */
export const MIN_LAST_WORDS = 20;
/** Maximum words of a page without headings and tables that stays one passage, like a row of a retrieval corpus. */
export const WHOLE_WORDS = 300;
