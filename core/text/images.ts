/** What a link or an image points to: it may hold one pair of brackets of its own. */
export const LINK_TARGET = String.raw`\((?:[^()\n]|\([^()\n]*\))*\)`;

/** The words of an image; a limit, because a line of openings without an end is read from each of them. */
const WORDS = String.raw`[^\]\n]{0,1000}`;
const IMAGE = new RegExp(String.raw`!\[(${WORDS})\]${LINK_TARGET}`, 'g');
/** An image on a server: to show it is to tell that server so. */
const FOREIGN_IMAGE = new RegExp(
  String.raw`!\[(${WORDS})\](?=\(\s{0,9}<?(?:[a-z][a-z0-9+.-]{0,30}:)?//)${LINK_TARGET}`,
  'gi',
);

/** A text with its Markdown images as their words. */
export const imagesAsWords = (text: string): string => (text.includes('![') ? text.replace(IMAGE, '$1') : text);

/** The same for images that are not files beside the page. */
export const foreignImagesAsWords = (text: string): string =>
  text.includes('![') ? text.replace(FOREIGN_IMAGE, '$1') : text;
