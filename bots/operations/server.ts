import { type Listening, serve } from './listening.ts';
import { type OperationParts, operationRoutes } from './routes.ts';

/**
 * Serves the operators' routes in a process without a web chat, such as a worker.
 * @param options `port`: 0 picks a free one
 * @throws BAD_SETTING when the port is taken or may not be opened
 */
export const startOperations = ({
  port,
  host,
  ...parts
}: OperationParts & { port: number; host: string }): Promise<Listening> =>
  serve(operationRoutes(parts).fetch, { port, host, setting: 'PARLEY_METRICS_PORT' });
