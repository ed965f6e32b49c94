import { ParleyError } from '../../core/errors.ts';

/** The error for a file that is broken or has another format than its name says. */
export const damaged = (format: string, cause: unknown): ParleyError =>
  cause instanceof ParleyError
    ? cause
    : new ParleyError('INPUT_UNREADABLE', {
        message: `The ${format} file is damaged or is none${reason(cause)}.`,
        remedy: 'Open it in its own program, save it anew and ingest it again.',
        cause,
      });

/** What a format's library says of the file. What it says of its own code ("sourceStart is out of range") helps nobody. */
const reason = (cause: unknown): string => {
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError) return '';
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  const said = line.replace(/: are you sure.*$|\. Are you sure.*$/i, '').replace(/[.?!\s]+$/, '');
  return said === '' ? '' : `: ${said}`;
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
