import { type Listening, serve } from './listening.ts';
import { type OperationParts, operationRoutes } from './routes.ts';

/**
 * Serves the addresses for operators in a process that has no web chat, such as a worker.
 * @param port 0 for any free one
 * @throws BAD_SETTING when the port is taken or may not be opened
 */
export const startOperations = ({
  port,
  host,
  ...parts
}: OperationParts & { port: number; host: string }): Promise<Listening> =>
  serve(operationRoutes(parts).fetch, { port, host, setting: 'PARLEY_METRICS_PORT' });
