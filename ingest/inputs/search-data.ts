/** Bytes of a page that are looked at. */
const BEGINNING = 16_384;

/** An entry of the list that pydoctor's search reads: the address stands as text, not as a link. */
const PYDOCTOR_ENTRY = /<li id="[^"]*">\s*<div class="fullName">[\s\S]{0,500}?<div class="url">[^<]*<\/div>/;
/** The frames in which Natural Docs and Doxygen show what was found: all names that begin with a letter. */
const RESULTS_FRAME = /<body[^>]*>\s*<div\s+id=["']?SRIndex\b/i;

/** A link of the page's head that names this page itself as the place to search from, as Sphinx writes it: a form, and no text. */
const SEARCH_LINK = /<link\b(?=[^>]*\srel=["']?search\b)(?=[^>]*\shref=["']#?["'])[^>]*>/i;

/**
 * True for an HTML file that holds what a manual's search looks up, or its form, not text for readers. Its names and summaries are on the
 * pages that it lists.
 */
export const isSearchData = (bytes: Uint8Array): boolean => {
  const html = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  return (
    (/\bpydoctor\b/i.test(html) && PYDOCTOR_ENTRY.test(html)) || RESULTS_FRAME.test(html) || SEARCH_LINK.test(html)
  );
};
