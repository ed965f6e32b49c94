import { readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface ProcessUsage {
  /** Seconds of processor time. */
  cpu: number;
  /** Bytes of memory that it holds now. */
  memory: number;
}

/** Linux counts processor time in ticks of 1/100 s and memory in pages of 4 KiB (proc(5); both hold on every usual build). */
const TICKS = 100;
const PAGE_BYTES = 4096;

/** What a process has used, as Linux tells; undefined elsewhere and for a process that has ended. */
export const processUsage = (pid: number): ProcessUsage | undefined => {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
    return { cpu: ((user ?? 0) + (system ?? 0)) / TICKS, memory: (pages ?? 0) * PAGE_BYTES };
  } catch {
    return undefined;
  }
};
