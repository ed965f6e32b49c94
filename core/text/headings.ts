/** The beginning of a heading in Markdown. */
export const HEADING = /^\s*#{1,6}\s/;

/** A line that is a heading in Markdown, or bold as a whole. */
export const HEADING_LINE = /^\s*(?:#{1,6}\s+\S.*|\*\*[^*]+\*\*|__[^_]+__)\s*$/;
