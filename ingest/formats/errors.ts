import { ParleyError } from '../../core/errors.ts';

/** A file that is not what its name says, or is broken. */
export const damaged = (format: string, cause: unknown): ParleyError =>
  cause instanceof ParleyError
    ? cause
    : new ParleyError('INPUT_UNREADABLE', {
        message: `The ${format} file is damaged or is none: ${(cause instanceof Error ? cause.message : String(cause)).split('\n')[0]!.replace(/\.$/, '')}.`,
        remedy: 'Open it in its own program, save it anew and ingest it again.',
        cause,
      });

/** A file that asks for a password. */
export const locked = (format: string): ParleyError =>
  new ParleyError('INPUT_UNREADABLE', {
    message: `The ${format} file is protected by a password.`,
    remedy: 'Save a copy without the password and ingest that.',
  });

/** Office files with a password are an OLE container instead of a zip. */
export const isOle = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
