import { ParleyError } from '../../core/errors.ts';

/** The error for a file that is broken or has another format than its name says. */
export const damaged = (format: string, cause: unknown): ParleyError =>
  cause instanceof ParleyError
    ? cause
    : new ParleyError('INPUT_UNREADABLE', {
        message: `The ${format} file is damaged or is none${withReason(cause)}.`,
        remedy: 'Open it in its own program, save it anew and ingest it again.',
        cause,
      });

const withReason = (cause: unknown): string => {
  const said = reasonOf(cause);
  return said === '' ? '' : `: ${said}`;
};

/** What a packed file's library says of the insides of its container: "End of central directory record signature not found". */
const OF_CONTAINER =
  /central directory|\b(?:un)?(?:zip|tar)\b|signature|[dn]eflate|inflate|block type|code lengths|distance|header check|crc|checksum|truncated|compressed size|unexpected (?:end|eof)/i;

/** What a format's library says of the file, in a person's words. What it says of its own code ("sourceStart is out of range") helps nobody. */
export const reasonOf = (cause: unknown): string => {
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError) return '';
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  if (OF_CONTAINER.test(line)) return 'a part of it is missing or was changed';
  return line.replace(/: are you sure.*$|\. Are you sure.*$/i, '').replace(/[.?!\s]+$/, '');
};

/** The error for a file with a password. */
export const locked = (format: string): ParleyError =>
  new ParleyError('INPUT_UNREADABLE', {
    message: `The ${format} file is protected by a password.`,
    remedy: 'Save a copy without the password and ingest that.',
  });

/** True for an OLE container. An Office Open XML file with a password is one, instead of a zip. */
export const isOle = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
