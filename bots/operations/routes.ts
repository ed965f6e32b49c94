import { Hono } from 'hono';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { Stores } from '../../stores/index.ts';
import type { Metrics } from './metrics.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { createReadiness } from './readiness.ts';

/** Dependencies of the operators' routes. */
export interface OperationParts {
  stores: Pick<Stores, 'conversations' | 'documents' | 'vectors' | 'graph' | 'connections'>;
  settings: Pick<Settings, 'PARLEY_METRICS_TOKEN'>;
  log: Log;
  /** When absent, there is no /metrics. */
  metrics?: Metrics;
  /** Names of the chat platforms that this process cannot reach now. */
  away?(): string[];
}

/** The routes `/healthz`, `/readyz` and `/metrics`, which are the same in every process (docs/operations.md). */
export const operationRoutes = ({ stores, settings, log, metrics, away = () => [] }: OperationParts) => {
  const readiness = createReadiness(stores, log, metrics?.stores);
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/readyz', async (c) => {
    const { ready, degraded: parts } = await readiness();
    const degraded = [...parts, ...away()];
    return c.json({ ready, ...(degraded.length > 0 && { degraded }) }, ready ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    if (!metrics) return c.notFound();
    if (!mayReadMetrics(c, settings.PARLEY_METRICS_TOKEN)) return c.text('Metrics need PARLEY_METRICS_TOKEN.', 403);
    await readiness();
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType });
  });
  return app;
};
