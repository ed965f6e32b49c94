import { createHash } from 'node:crypto';
import { asParleyError, isAbort } from '../../core/errors.ts';
import type { IngestReport } from '../../ingest/report.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import type { SourceFailure } from './events.ts';
import type { Webhooks } from './webhooks.ts';

/** Kind of the records with a hash of each source's last reported failures, so that a failure is reported only once. */
const KIND = 'webhook-source';

/**
 * Runs a sync or an ingest, and emits `source.failed` if it fails or if its failed pages differ from the last report.
 * @param source the source in the event if the run itself fails
 */
export const tellSourceFailures = async (
  { webhooks, keyValues }: { webhooks: Webhooks; keyValues: KeyValueStore },
  source: string,
  run: () => Promise<IngestReport>,
): Promise<IngestReport> => {
  const tell = async (name: string, inputs: readonly string[], failure: SourceFailure) => {
    const signature = createHash('sha256').update(inputs.join('\n')).digest('base64url');
    if ((await keyValues.get<string>(KIND, name)) === signature) return;
    await keyValues.put(KIND, name, signature);
    await webhooks.emit({ type: 'source.failed', source: name, failure });
  };
  try {
    const report = await run();
    const [first] = report.failed;
    if (!first) await keyValues.delete(KIND, report.source);
    else {
      const inputs = report.failed.map(({ input, code }) => `${input} ${code}`).sort();
      await tell(report.source, inputs, { code: first.code, message: first.message, pages: report.failed.length });
    }
    return report;
  } catch (error) {
    if (!isAbort(error)) {
      const { code, message } = asParleyError(error);
      await tell(source, [code], { code, message }).catch(() => {
        // Ignored: the stores are down, which the error below reports.
      });
    }
    throw error;
  }
};
