import { ParleyError } from '../../core/errors.ts';
import type { EvalCase } from '../../core/eval-case.ts';
import type { Stores } from '../../stores/index.ts';

/** Attempts to write a case. Each concurrent write of another process costs one. */
const MAX_ATTEMPTS = 20;

/** Reads and changes cases with optimistic locking, so that concurrent changes are not lost. */
export const createCaseVersions = (store: Stores['cases']) => {
  const get = async (id: string): Promise<EvalCase> => {
    const found = await store.get(id);
    if (found) return found;
    throw new ParleyError('UNKNOWN_ID', {
      message: `There is no case ${id}.`,
      remedy: '`parley cases list` shows them.',
    });
  };

  /** Applies a change to the current version; repeats it if another writer was faster. @throws UNKNOWN_ID, CASE_CHANGED */
  const update = async (id: string, change: (found: EvalCase) => EvalCase): Promise<EvalCase> => {
    for (let i = 0; i < MAX_ATTEMPTS; i += 1) {
      const found = await get(id);
      const next = change(found);
      if (next === found || (await store.put(next))) return next;
    }
    throw changedMeanwhile(id);
  };

  return { get, update };
};

export type CaseVersions = ReturnType<typeof createCaseVersions>;

/** The error of a change to a case that somebody else changed since it was read. */
export const changedMeanwhile = (id: string) =>
  new ParleyError('CASE_CHANGED', {
    message: `Somebody else changed the case ${id} since you opened it.`,
    remedy: 'Nothing of theirs is lost: look at it as it is now, and make your change again.',
    details: { id },
  });
