/** Replaces the separator above a mail's signature by a Markdown rule (RFC 3676, section 4.3), so that it ends the last sentence. */
export const apartFromSignature = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+-- ?\n/, '\n\n---\n\n');
