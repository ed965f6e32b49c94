/** Bytes at the beginning of a file that are looked at. Long lists of servers and signatures stand above a mail's own headers. */
const HEAD_BYTES = 32_768;
/** A line of a header, or one that goes on with the header before it (RFC 5322, section 2.2). */
const HEADER_LINE = /^(?:([!-9;-~]+):|[ \t])/;
/** Headers that programs write which send or deliver a mail. A text that somebody typed has none of them. */
const TRANSFERRED =
  /^(?:received|return-path|delivered-to|message-id|mime-version|envelope-to|x-received|arc-seal|dkim-signature)$/;
const OF_ITS_OWN = ['from', 'date', 'subject', 'to', 'newsgroups'];
const MIN_OF_ITS_OWN = 2;

/**
 * True for the bytes of a mail as servers and mail programs keep it, whatever the file is called: headers up to an empty line, of
 * which one is written in transfer and two by the author's program.
 */
export const isTransferredMail = (bytes: Uint8Array): boolean => {
  const [head = '', body] = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).split(/\r?\n\r?\n/, 2);
  const lines = head.split(/\r?\n/);
  // Where the headers do not end in these bytes the last line may be cut.
  if (body === undefined) lines.pop();
  const names = new Set<string>();
  for (const line of lines) {
    const header = HEADER_LINE.exec(line);
    if (header === null) return false;
    if (header[1] !== undefined) names.add(header[1].toLowerCase());
  }
  return (
    [...names].some((name) => TRANSFERRED.test(name)) &&
    OF_ITS_OWN.filter((name) => names.has(name)).length >= MIN_OF_ITS_OWN
  );
};

/** The name that a mail has in a Maildir: seconds, what makes it unique, a host; or its flags behind `:2,`. */
const MAILDIR_NAME = /^\d{9,}\.(?:[A-Z]\d+_?)+\.[^/\\]*$|[:;!]2,[A-Za-z]*$/;

/** True for the name of a mail in a Maildir, whose host looks like an ending. Ignores the folder. */
export const isMaildirName = (name: string): boolean => MAILDIR_NAME.test(name.replace(/^.*[/\\]/, ''));
