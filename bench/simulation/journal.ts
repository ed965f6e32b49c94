import { createHash } from 'node:crypto';

/** Everything that happened, in order: two runs of one seed write the same. */
export interface Journal {
  note(what: string, detail?: unknown): void;
  /** Of all that was noted; two runs with the same fingerprint did the same. */
  fingerprint(): string;
  readonly lines: readonly string[];
}

/** @param now milliseconds; @param keep whether lines are kept to be read, or only counted into the fingerprint */
export const createJournal = (now: () => number, keep: boolean): Journal => {
  const hash = createHash('sha256');
  const lines: string[] = [];
  const start = now();
  return {
    note(what, detail) {
      const line = `${((now() - start) / 1000).toFixed(3).padStart(9)} ${what}${detail === undefined ? '' : ` ${asText(detail)}`}`;
      hash.update(`${line}\n`);
      if (keep) lines.push(line);
    },
    fingerprint: () => hash.copy().digest('hex').slice(0, 16),
    lines,
  };
};

const asText = (detail: unknown): string => (typeof detail === 'string' ? detail : (JSON.stringify(detail) ?? ''));
