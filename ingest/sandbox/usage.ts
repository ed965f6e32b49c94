import { readFileSync } from 'node:fs';

/** Resource usage of a process. */
export interface ProcessUsage {
  /** Seconds of processor time. */
  cpu: number;
  /** Bytes of memory now. */
  memory: number;
}

/** Linux counts processor time in ticks of 1/100 s and memory in pages of 4 KiB (proc(5); both hold on every usual build). */
const TICKS = 100;
const PAGE_BYTES = 4096;

/** Reads a process's usage on Linux; undefined elsewhere and for a process that has ended. */
export const processUsage = (pid: number): ProcessUsage | undefined => {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
    return { cpu: ((user ?? 0) + (system ?? 0)) / TICKS, memory: (pages ?? 0) * PAGE_BYTES };
  } catch {
    return undefined;
  }
};
