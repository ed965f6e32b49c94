/**
 * A number from 0 up to 1 that the parts alone decide (cyrb53 over their text). What happens in one place of a story is
 * looked up by its name instead of drawn from a stream, so that leaving an action out leaves all the others as they were:
 * that is what lets a story shrink.
 */
export const chance = (...parts: readonly (string | number)[]): number => {
  const text = parts.join('\u0000');
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (0x1_0000_0000 * (0x1f_ffff & b) + (a >>> 0)) / 0x20_0000_0000_0000;
};
