/** Bytes before each frame: the lengths of its JSON and of its bytes, little-endian. */
const HEADER = 8;

/** Encodes a message as length-prefixed pieces to write in order. Does not copy `bytes`. */
export const encodeFrame = (message: unknown, bytes: Uint8Array = new Uint8Array()): Uint8Array[] => {
  const json = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(json.length, 0);
  header.writeUInt32LE(bytes.length, 4);
  return [header, json, bytes];
};

/**
 * Reads frames from the chunks of a stream. Copies each byte at most twice, for any number of chunks.
 * @param onFrame called with each frame's JSON text and its bytes
 */
export const createFrameReader = (onFrame: (json: string, bytes: Uint8Array) => void): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = HEADER;
  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    while (length >= needed) {
      const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      const jsonEnd = HEADER + all.readUInt32LE(0);
      const end = jsonEnd + all.readUInt32LE(4);
      if (length < end) {
        chunks = [all];
        needed = end;
        return;
      }
      const rest = all.subarray(end);
      chunks = rest.length > 0 ? [rest] : [];
      length = rest.length;
      needed = HEADER;
      chunk = rest;
      onFrame(all.toString('utf8', HEADER, jsonEnd), all.subarray(jsonEnd, end));
    }
  };
};
