/** The text of a mail with a rule where its signature begins (RFC 3676, section 4.3), which is no part of the sentence above it. */
export const apartFromSignature = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+-- ?\n/, '\n\n---\n\n');
