import { BaseTracer, type Run } from '@langchain/core/tracers/base';
import type { Log } from '../core/log.ts';
import { encodeTraces, type OtlpAttributes, type OtlpSpan } from './otlp-protobuf.ts';

/** The exporter's options, as in OpenTelemetry's specification of OTLP exporters. */
export interface OtlpOptions {
  /** Base URL of a collector's OTLP/HTTP receiver, such as http://localhost:4318. Spans are sent to its /v1/traces. */
  endpoint: string;
  /** `name=value,name2=value2`, percent-encoded. */
  headers?: string;
  /** The service name of the traces. */
  service?: string;
  log: Log;
}

/** A LangChain tracer (a callback) that sends spans to a collector. */
export interface OtlpTracer extends BaseTracer {
  /** Waits until all requests have succeeded or failed. */
  flush(): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/**
 * Sends each answer that a model writes as one trace with OTLP/HTTP. There is one span per node and one per model call, with
 * model and tokens; the first has the turn's id, as the log does. Spans contain no texts of questions, passages or answers. If
 * the collector is unreachable, only the log says so.
 */
export const createOtlpTracer = ({ endpoint, headers, service = 'parley', log }: OtlpOptions): OtlpTracer => {
  const url = tracesUrl(endpoint);
  const pending = new Set<Promise<void>>();
  const send = async (root: Run): Promise<void> => {
    const spans = spansOf(root, idOf(root.id, 32));
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...readHeaders(headers), 'content-type': PROTOBUF },
        body: encodeTraces({ 'service.name': service }, 'parley', spans),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (!response.ok) log.warn({ url, status: response.status }, 'The OpenTelemetry back end refused a trace.');
    } catch (error) {
      log.warn({ url, error: String(error) }, 'The OpenTelemetry back end could not be reached.');
    }
  };
  class Tracer extends BaseTracer implements OtlpTracer {
    name = 'parley-otlp';
    async persistRun(root: Run): Promise<void> {
      const sending = send(root);
      pending.add(sending);
      sending.finally(() => pending.delete(sending));
    }
    async flush(): Promise<void> {
      await Promise.all(pending);
    }
  }
  return new Tracer();
};

/**
 * Checks a collector by sending an empty batch.
 * @throws an Error with the HTTP status, or the reason why it cannot be reached
 */
export const probeCollector = async ({
  endpoint,
  headers,
}: Pick<OtlpOptions, 'endpoint' | 'headers'>): Promise<void> => {
  const response = await fetch(tracesUrl(endpoint), {
    method: 'POST',
    headers: { ...readHeaders(headers), 'content-type': PROTOBUF },
    body: NO_SPANS,
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`It answers HTTP ${response.status}.`);
};
const PROBE_TIMEOUT_MS = 8_000;
const PROTOBUF = 'application/x-protobuf';
/** The message without any fields. */
const NO_SPANS = new Uint8Array();

const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`;

const readHeaders = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : [];
    }),
  );

/** A run's UUID as the id of a trace (32 hexadecimal digits) or of a span (its last 16). */
const idOf = (uuid: string, length: 16 | 32): string => uuid.replaceAll('-', '').slice(-length);
const nanoseconds = (ms: number): bigint => BigInt(Math.round(ms * 1000)) * 1000n;

const spansOf = (run: Run, traceId: string, parentSpanId?: string): OtlpSpan[] => {
  const spanId = idOf(run.id, 16);
  const span: OtlpSpan = {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId }),
    name: run.name,
    kind: run.run_type === 'llm' ? 3 : 1,
    startTimeUnixNano: nanoseconds(run.start_time),
    endTimeUnixNano: nanoseconds(run.end_time ?? run.start_time),
    attributes: { ...attributesOf(run), ...(parentSpanId === undefined && idsOf(run)) },
    status: run.error ? { code: 2, message: run.error.split('\n')[0] ?? '' } : { code: 1 },
  };
  return [span, ...run.child_runs.flatMap((child) => spansOf(child, traceId, spanId))];
};

/** The turn that the trace belongs to: the `turnId` of the log's lines. */
const idsOf = (root: Run): OtlpAttributes => {
  const { turnId } = (root.extra?.metadata ?? {}) as Record<string, unknown>;
  return typeof turnId === 'string' ? { 'parley.turn_id': turnId } : {};
};

/** The attributes of a span, with the names of OpenTelemetry's semantic conventions for generative AI. */
const attributesOf = (run: Run): OtlpAttributes => {
  const metadata = (run.extra?.metadata ?? {}) as Record<string, unknown>;
  const { langgraph_node: node, ls_provider: provider, ls_model_name: model } = metadata;
  const common = { 'langchain.run_type': run.run_type, ...(typeof node === 'string' && { 'langgraph.node': node }) };
  if (run.run_type !== 'llm') return common;
  const message = (run.outputs as { generations?: { message?: { usage_metadata?: UsageMetadata } }[][] } | undefined)
    ?.generations?.[0]?.[0]?.message;
  const usage = message?.usage_metadata;
  return {
    ...common,
    'gen_ai.operation.name': 'chat',
    ...(typeof provider === 'string' && { 'gen_ai.provider.name': provider }),
    ...(typeof model === 'string' && { 'gen_ai.request.model': model }),
    ...(usage && {
      'gen_ai.usage.input_tokens': usage.input_tokens,
      'gen_ai.usage.output_tokens': usage.output_tokens,
    }),
  };
};

interface UsageMetadata {
  input_tokens: number;
  output_tokens: number;
}
