import { expect, it } from 'vitest';
import { encodeTraces, type OtlpSpan } from './otlp-protobuf.ts';

/**
 * The same request as Python's `opentelemetry-proto` 1.x serialises it (`ExportTraceServiceRequest.SerializeToString`), so
 * that the encoder is not only held against a decoder of our own.
 */
const EXPECTED = [
  '0ae8030a1d0a1b0a0c736572766963652e6e616d65120b0a0968c3a16e64626f6f6b12c6030a080a067061726c6579123a0a',
  '1001a21d0000000000000000000000000712089e61ba00000000012a046175746f300139006eb55f09f1eb184140398fbb09',
  'f1eb187a02180112fd020a1001a21d00000000000000000000000007120800000000000000ff22089e61ba00000000012a0a',
  '436861744f70656e4149300339006eb55f09f1eb184140398fbb09f1eb184a200a1967656e5f61692e75736167652e696e70',
  '75745f746f6b656e73120318810a4a200a1a67656e5f61692e75736167652e6f75747075745f746f6b656e73120218004a0b',
  '0a05656d70747912020a004ad4010a046c6f6e6712cb010ac801',
  '78'.repeat(200),
  '7a0d12096974206661696c65641802',
].join('');

it('encodes spans to the bytes of the official implementation', () => {
  const traceId = '01a21d00000000000000000000000007';
  const [startTimeUnixNano, endTimeUnixNano] = [1795793899000000000n, 1795793900541000000n];
  const spans: OtlpSpan[] = [
    {
      traceId,
      spanId: '9e61ba0000000001',
      name: 'auto',
      kind: 1,
      startTimeUnixNano,
      endTimeUnixNano,
      attributes: {},
      status: { code: 1 },
    },
    {
      traceId,
      spanId: '00000000000000ff',
      parentSpanId: '9e61ba0000000001',
      name: 'ChatOpenAI',
      kind: 3,
      startTimeUnixNano,
      endTimeUnixNano,
      attributes: {
        'gen_ai.usage.input_tokens': 1281,
        'gen_ai.usage.output_tokens': 0,
        empty: '',
        long: 'x'.repeat(200),
      },
      status: { code: 2, message: 'it failed' },
    },
  ];
  const encoded = encodeTraces({ 'service.name': 'hándbook' }, 'parley', spans);
  expect(Buffer.from(encoded).toString('hex')).toBe(EXPECTED);
});

it('encodes nothing as a request without spans, and negative numbers in 64 bits', () => {
  expect(Buffer.from(encodeTraces({}, '', [])).toString('hex')).toBe('0a080a0012040a020a00');
  const negative = Buffer.from(encodeTraces({ n: -1 }, '', [])).toString('hex');
  expect(negative).toContain('18ffffffffffffffffff01');
});
