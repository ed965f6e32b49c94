import { isParleyError } from '../../core/errors.ts';

/** Statuses for what the account may not see: services answer 404 as well, so as not to tell that it is there. */
export const NOT_SEEN: readonly number[] = [403, 404];

/** True for the error of a request that was answered with one of these statuses. */
export const hasStatus = (error: unknown, statuses: readonly number[]): boolean =>
  isParleyError(error) && statuses.includes(Number(error.details.status));

/**
 * For a promise's `catch`: a value to go on with when the answer had one of these statuses. Throws any other error.
 *
 * @example
 * const drive = await api.get(driveSchema, address).catch(onStatus([404], undefined));
 */
export const onStatus =
  <Value>(statuses: readonly number[], value: Value) =>
  (error: unknown): Value => {
    if (hasStatus(error, statuses)) return value;
    throw error;
  };
