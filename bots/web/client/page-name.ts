/**
 * A page's title, or its place in one, as words: without the marks around code. An address in it is marked as code, so that no
 * chat makes it a link; here a title is text, of which nothing becomes a link.
 */
export const pageName = (title: string): string => title.replace(/`([^`]+)`/g, '$1');
