/**
 * The shortest list that still fails, by delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
 * failure-inducing input", 2002, section 3: `ddmin`): halves, then quarters, down to single items, are left out as long as
 * what is left still fails. The result fails, and no single item of it can go.
 *
 * @param fails whether a list still fails; asked for each list once
 */
export const shrinkList = async <T>(
  list: readonly T[],
  fails: (shorter: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> => {
  let rest = list;
  for (let parts = 2; rest.length > 1 && parts <= rest.length; ) {
    const size = Math.ceil(rest.length / parts);
    let shorter: readonly T[] | undefined;
    for (let from = 0; from < rest.length && !shorter; from += size) {
      const without = [...rest.slice(0, from), ...rest.slice(from + size)];
      if (await fails(without)) shorter = without;
    }
    if (shorter) {
      rest = shorter;
      parts = Math.max(parts - 1, 2);
    } else if (parts === rest.length) break;
    else parts = Math.min(parts * 2, rest.length);
  }
  return rest;
};
