/** Kinds of boxes that are called by their kind when they have no title. */
export const KIND =
  /^(?:note|tip|info|warning|danger|caution|important|success|error|failure|seealso|hint|attention|question|example|abstract|summary|details|bug|quote|deprecated|prerequisites?)$/i;

/** Boxes whose kind is said by what is written behind their name. */
export const BOX = /^(?:notice|callout|admonition|alert|hint|aside|blockquote)$/i;

/** What shows a sign and no words. */
export const ICON = /icon|emoji|fontawesome|^fa[bsr]?$|avatar|logo/i;

/** The kind of a box as its title: `NOTE` is "Note". */
export const titled = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();

/** A title in bold. Writers make some bold themselves. */
export const bold = (title: string): string => `**${title.trim().replace(/^\*\*(.*)\*\*$/, '$1')}**`;
