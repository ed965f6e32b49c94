/**
 * Takes out of an answer what could lead a reader astray: images, HTML, and every link that the evidence does not hold.
 * A link's words stay.
 */
export const withoutForeignLinks = (text: string, allowed: readonly string[]): string => {
  const known = (url: string) => allowed.some((held) => held === url || held.includes(url));
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\(\s*<?([^)\s>]+)[^)]*\)/g, (whole, words: string, url: string) =>
      known(url) ? whole : words,
    )
    .replace(/<\/?[a-z][^>]*>/gi, (tag) => {
      const url = /^<((?:https?|mailto):[^>]+)>$/i.exec(tag)?.[1];
      return url && known(url) ? tag : '';
    })
    .replace(/\b(?:https?|ftp):\/\/[^\s<>()\]]+/gi, (url) => (known(url.replace(/[.,;:!?]+$/, '')) ? url : ''))
    .replace(/[ \t]{2,}/g, ' ');
};
