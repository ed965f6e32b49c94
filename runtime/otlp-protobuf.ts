/** An attribute of a span or of a resource. */
export type OtlpAttributes = Readonly<Record<string, string | number>>;

/** A span as OpenTelemetry's protocol describes it. */
export interface OtlpSpan {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 3 a call to a server. */
  kind: 1 | 3;
  startTimeUnixNano: bigint;
  endTimeUnixNano: bigint;
  attributes: OtlpAttributes;
  /** 1 good, 2 failed. */
  status: { code: 1 | 2; message?: string };
}

/**
 * Encodes spans as an `ExportTraceServiceRequest` in binary protobuf, the encoding that every receiver of OTLP/HTTP must
 * take (JSON is optional, and Phoenix and MLflow refuse it). Field numbers are those of opentelemetry-proto 1.x,
 * `opentelemetry/proto/trace/v1/trace.proto`.
 * @param resource what the spans come from
 */
export const encodeTraces = (
  resource: OtlpAttributes,
  scope: string,
  spans: readonly OtlpSpan[],
): Uint8Array<ArrayBuffer> =>
  Buffer.concat(
    message(1, [
      ...message(1, attributes(1, resource)),
      ...message(2, [...message(1, text(1, scope)), ...spans.flatMap((span) => message(2, encodeSpan(span)))]),
    ]),
  );

const encodeSpan = (span: OtlpSpan): Buffer[] => [
  ...bytes(1, Buffer.from(span.traceId, 'hex')),
  ...bytes(2, Buffer.from(span.spanId, 'hex')),
  ...(span.parentSpanId === undefined ? [] : bytes(4, Buffer.from(span.parentSpanId, 'hex'))),
  ...text(5, span.name),
  ...integer(6, span.kind),
  ...fixed64(7, span.startTimeUnixNano),
  ...fixed64(8, span.endTimeUnixNano),
  ...attributes(9, span.attributes),
  ...message(15, [...(span.status.message ? text(2, span.status.message) : []), ...integer(3, span.status.code)]),
];

/** `KeyValue` with an `AnyValue`: a text is its field 1, a whole number its field 3. */
const attributes = (field: number, given: OtlpAttributes): Buffer[] =>
  Object.entries(given).flatMap(([key, value]) =>
    message(field, [
      ...text(1, key),
      ...message(2, typeof value === 'number' ? integer(3, Math.round(value)) : text(1, value)),
    ]),
  );

// Protobuf's wire types: 0 varint, 1 eight bytes, 2 length and bytes.
const message = (field: number, parts: readonly Buffer[]): Buffer[] => bytes(field, Buffer.concat(parts));
const text = (field: number, value: string): Buffer[] => bytes(field, Buffer.from(value, 'utf8'));
const bytes = (field: number, value: Buffer): Buffer[] => [tag(field, 2), varint(value.length), value];
const integer = (field: number, value: number): Buffer[] => [tag(field, 0), varint(value)];
const fixed64 = (field: number, value: bigint): Buffer[] => {
  const eight = Buffer.alloc(8);
  eight.writeBigUInt64LE(BigInt.asUintN(64, value));
  return [tag(field, 1), eight];
};
const tag = (field: number, wireType: number): Buffer => varint(field * 8 + wireType);

/** Seven bits a byte, the lowest first; the top bit says that more follow. Negative numbers take 64 bits. */
const varint = (value: number): Buffer => {
  let rest = BigInt.asUintN(64, BigInt(value));
  const out: number[] = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    out.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(out);
};
