/** A fault of one call. `lost`: the platform applies the call, but its response is lost. `dropped`: it never arrives. */
export type Fault =
  | { kind: 'rate-limit'; retryAfter: number }
  | { kind: 'status'; status: number }
  | { kind: 'error'; error: string; more?: Record<string, unknown> }
  | { kind: 'lost' }
  | { kind: 'dropped' }
  | { kind: 'slow'; ms: number };

/** A queue of planned faults. `take` returns and uses up the first one that matches a call. */
export const createFaults = () => {
  const waiting: { name: string; fault: Fault; left: number }[] = [];
  const everyFirst = new Set<string>();
  let limitEach: number | undefined;
  return {
    /** Plans a fault for the next `times` calls of a method, or of any method (`*`). */
    next(name: string, fault: Fault, times = 1) {
      waiting.push({ name, fault, left: times });
    },
    /** Makes the first call of every method fail with status 429. */
    rateLimitEachOnce(retryAfter: number) {
      limitEach = retryAfter;
      everyFirst.clear();
    },
    take(name: string): Fault | undefined {
      if (limitEach !== undefined && !everyFirst.has(name)) {
        everyFirst.add(name);
        return { kind: 'rate-limit', retryAfter: limitEach };
      }
      const index = waiting.findIndex((item) => item.name === name || item.name === '*');
      const found = waiting[index];
      if (!found) return undefined;
      found.left -= 1;
      if (found.left <= 0) waiting.splice(index, 1);
      return found.fault;
    },
    clear() {
      waiting.length = 0;
      limitEach = undefined;
    },
  };
};
