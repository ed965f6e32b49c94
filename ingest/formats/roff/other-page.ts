/** The file that a page is another name of (`.so man1/other.1`), if it holds nothing else. */
export const otherPage = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 2000));
  return /^(?:[.'][ \t]*\\".*\n|\s*\n)*[.']so[ \t]+(\S+)\s*(?:[.'][ \t]*\\".*\s*)*$/.exec(text)?.[1];
};
