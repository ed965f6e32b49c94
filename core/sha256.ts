import { hash } from 'node:crypto';

/**
 * SHA-256 as 64 hexadecimal digits.
 * @param of a text, read as UTF-8, or bytes
 */
export const sha256 = (of: string | Uint8Array): string => hash('sha256', of);
