/** A field of a protobuf message: a number, or the bytes of a text or of a message. */
type Field = bigint | Buffer;

/** The fields of a protobuf message by their numbers, without a schema. */
const readMessage = (data: Buffer): Map<number, Field[]> => {
  const fields = new Map<number, Field[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = data[at] ?? 0;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < data.length) {
    const tag = Number(varint());
    const [field, wireType] = [tag >> 3, tag & 7];
    let value: Field;
    if (wireType === 0) value = varint();
    else {
      const length = wireType === 1 ? 8 : Number(varint());
      const bytes = data.subarray(at, at + length);
      value = wireType === 1 ? bytes.readBigUInt64LE() : bytes;
      at += length;
    }
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
};

const messagesIn = (fields: Map<number, Field[]>, field: number) =>
  (fields.get(field) ?? []).map((bytes) => readMessage(bytes as Buffer));
const textIn = (fields: Map<number, Field[]>, field: number): string => String(fields.get(field)?.[0] ?? '');
const hexIn = (fields: Map<number, Field[]>, field: number): string =>
  ((fields.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString('hex');

/** Attributes by their names: texts, and whole numbers. */
const attributesIn = (fields: Map<number, Field[]>, field: number): Record<string, string | number> =>
  Object.fromEntries(
    messagesIn(fields, field).map((pair) => {
      const [value] = messagesIn(pair, 2);
      const number = value?.get(3)?.[0];
      return [textIn(pair, 1), number === undefined ? textIn(value ?? new Map(), 1) : Number(number)];
    }),
  );

/** A span of a trace that a collector received. `parentSpanId` is empty for the first. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  start: bigint;
  end: bigint;
  attributes: Record<string, string | number>;
}

/** Reads an OTLP `ExportTraceServiceRequest` in binary protobuf. */
export const readSpans = (body: Buffer): { resource: Record<string, string | number>; spans: ReceivedSpan[] } => {
  const [resourceSpans = new Map<number, Field[]>()] = messagesIn(readMessage(body), 1);
  const [resource = new Map<number, Field[]>()] = messagesIn(resourceSpans, 1);
  const spans = messagesIn(resourceSpans, 2).flatMap((scope) => messagesIn(scope, 2));
  return {
    resource: attributesIn(resource, 1),
    spans: spans.map((span) => ({
      traceId: hexIn(span, 1),
      spanId: hexIn(span, 2),
      parentSpanId: hexIn(span, 4),
      name: textIn(span, 5),
      start: (span.get(7)?.[0] as bigint | undefined) ?? 0n,
      end: (span.get(8)?.[0] as bigint | undefined) ?? 0n,
      attributes: attributesIn(span, 9),
    })),
  };
};
