import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const CODINGS = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
} as const;
/** Nearly as small as quality 11, which takes a second for the console's largest file. */
const BROTLI_QUALITY = 9;
type Coding = keyof typeof CODINGS;

/** Fonts (woff2) are already compressed, so only text types are compressed again. */
const isText = (type: string): boolean => /^(?:text\/|image\/svg)/.test(type);

const compressions = new WeakMap<Uint8Array, Map<Coding, Promise<Uint8Array<ArrayBuffer>>>>();

/**
 * Compresses an asset with brotli or gzip, whichever the browser accepts, in this order. Each asset is compressed once per
 * coding, since assets do not change while the process runs.
 * @param accepted the request's `Accept-Encoding`
 */
export const compressed = async (
  { body, type }: { body: Uint8Array<ArrayBuffer>; type: string },
  accepted: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; coding?: Coding }> => {
  const coding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:[,\\s]|$))\\b`).test(accepted),
  );
  if (!coding || !isText(type)) return { body };
  const known = compressions.get(body) ?? new Map();
  compressions.set(body, known);
  const small = known.get(coding) ?? CODINGS[coding](body).then((bytes) => new Uint8Array(bytes));
  known.set(coding, small);
  return { body: await small, coding };
};
