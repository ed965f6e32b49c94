/**
 * Seconds to wait, from a `Retry-After` header in seconds or as a date (RFC 9110, section 10.2.3); undefined if there is none
 * or it cannot be read.
 */
export const retryAfterSeconds = (header: string | null | undefined): number | undefined => {
  if (!header) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};
