import { asParleyError, ParleyError } from '../../core/errors.ts';

/** The result of one check of `doctor`. `off` means that the part is not set. */
export interface Finding {
  what: string;
  state: 'ok' | 'off' | 'broken';
  detail: string;
  remedy?: string;
}

/** Time limit of one check, so that `doctor` ends even if a server hangs. */
export const CHECK_TIMEOUT_MS = 10_000;

/** A finding that all is well. */
export const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail });
/** A finding that something is not in use. @param remedy how to use it */
export const off = (what: string, detail: string, remedy?: string): Finding => ({ what, state: 'off', detail, remedy });
/** A finding that something does not work. */
export const broken = (what: string, detail: string, remedy: string): Finding => ({
  what,
  state: 'broken',
  detail,
  remedy,
});
/** A check that failed, as a finding. */
export const failed = (what: string, error: unknown): Finding => {
  const { messageForOperators, remedy } = asParleyError(error);
  return broken(what, messageForOperators, remedy);
};

/** What a check finds: its error becomes a finding, and so does no answer within the time limit. */
export const check = async (what: string, look: () => Promise<Finding | Finding[]>): Promise<Finding[]> => {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(
      () =>
        reject(
          new ParleyError('STORE_UNAVAILABLE', {
            message: `No answer within ${CHECK_TIMEOUT_MS / 1000} s.`,
            remedy: 'Ask again if this machine is busy; else check that it runs and that its address is right.',
          }),
        ),
      CHECK_TIMEOUT_MS,
    ).unref();
  });
  try {
    return [await Promise.race([look(), timeout])].flat();
  } catch (error) {
    return [failed(what, error)];
  }
};
