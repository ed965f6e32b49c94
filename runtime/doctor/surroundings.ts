import { ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { counted } from '../../core/text/counted.ts';
import { hasRetention } from '../retention.ts';
import { type SettingSource, settingRows } from '../setting-rows.ts';
import { broken, type Finding, off, ok } from './finding.ts';

/** Which settings are set, and where. Without values, which may be secret. */
export const whereFrom = (settings: Settings): Finding => {
  const rows = settingRows(settings);
  const named = (source: SettingSource) => rows.filter((row) => row.source === source).map(({ name }) => name);
  const [file, environment] = [named('file'), named('environment')];
  const said = [
    file.length > 0 && `${file.join(', ')} from .env`,
    environment.length > 0 && `${environment.join(', ')} from the environment`,
  ].filter(Boolean);
  return ok('settings', said.length > 0 ? `${said.join('; ')}; the others by default` : 'all by default');
};

/** On how many threads answers are quoted; nothing where they are quoted on the main one. */
export const threads = async (settings: Settings): Promise<Finding | Finding[]> => {
  if (settings.PARLEY_THREADS === 0) return [];
  const { THREADS_BESIDE_MODEL, areThreadsBesideModel } = await import('../threads/threaded-agent.ts');
  return areThreadsBesideModel(settings)
    ? ok('threads', THREADS_BESIDE_MODEL)
    : ok('threads', `${counted(settings.PARLEY_THREADS, 'thread')} quote answers`);
};

/** How long threads and the trail of changes are kept. */
export const retention = (settings: Settings): Finding => {
  const { PARLEY_RETENTION_DAYS: threads, PARLEY_AUDIT_RETENTION_DAYS: changes } = settings;
  if (!hasRetention(settings))
    return off('retention', 'threads and the trail of changes are kept until somebody erases them.');
  const kept = (days: number | undefined) => (days === undefined ? 'for good' : counted(days, 'day'));
  return ok('retention', `threads are kept ${kept(threads)}, the trail of changes ${kept(changes)}`);
};

/** One finding per MCP server. Answers silently skip a server that is down, and only the log says so. */
export const liveSources = async ({ PARLEY_MCP: file }: Settings): Promise<Finding | Finding[]> => {
  if (file === undefined) return off('live sources', 'none: answers come from the pages alone.');
  const { probeLiveSources } = await import('../../tools/live-sources.ts');
  const looked = await probeLiveSources(file);
  if (looked.length === 0) return off('live sources', `${file} names no server.`);
  return looked.map(({ server, tools = [], error, remedy }): Finding => {
    const what = `live source ${server}`;
    if (error !== undefined) return broken(what, error, remedy ?? `Start it, or correct its entry in ${file}.`);
    if (tools.length > 0) return ok(what, `offers ${tools.join(', ')}`);
    return broken(what, 'It offers no tool that may be called.', `Check the list "tools" of its entry in ${file}.`);
  });
};

/** Whether the collector of traces takes some. @throws STORE_UNAVAILABLE if it does not */
export const traces = async (settings: Settings): Promise<Finding> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  if (endpoint === undefined) return off('traces', 'no collector is set: answers are traced in Parley alone.');
  const { probeCollector } = await import('../otlp-tracer.ts');
  try {
    await probeCollector({ endpoint, headers });
  } catch (cause) {
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: `The collector at ${endpoint} takes no traces: ${reasonOf(cause)}`,
      remedy: 'Check OTEL_EXPORTER_OTLP_ENDPOINT (its OTLP/HTTP port, 4318 as a rule) and OTEL_EXPORTER_OTLP_HEADERS.',
      cause,
    });
  }
  return ok('traces', `${endpoint} takes them`);
};

/** The reason of a failed request, which `fetch` puts into the cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: unknown };
  return cause instanceof Error ? cause.message || message : message;
};
