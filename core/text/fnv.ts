/**
 * FNV-1a over a string's UTF-16 code units, 32 bits: fast, and the same in every version of Parley, because hashes are stored.
 * @param start the hash of what stands before, to go on from
 */
export const fnv1a = (text: string, start = 0x811c9dc5): number => {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};
