import neo4j from 'neo4j-driver';
import { ParleyError } from '../../core/errors.ts';

/**
 * Converts errors of the driver to a `ParleyError` with a remedy. Returns other errors, such as faults in a Cypher
 * statement, unchanged. The message may be shown to anybody who asks, so the address is only in `details` and the cause.
 * @param server the server's address
 */
export const serverError = (error: unknown, server: string): unknown => {
  if (!(error instanceof neo4j.Neo4jError)) return error;
  const unavailable = (message: string, remedy: string) =>
    new ParleyError('STORE_UNAVAILABLE', {
      message,
      remedy,
      cause: error,
      details: { server, reason: error.message.split(/[.\n]/)[0] },
    });
  if (error.code.startsWith('Neo.ClientError.Security'))
    return unavailable(
      'The Neo4j server refuses the user.',
      'Set NEO4J_USER and NEO4J_PASSWORD to a user that may read, write and create indexes.',
    );
  if (error.code.includes('TransactionTimedOut'))
    return unavailable('The Neo4j server took too long.', 'Look at its load, then try again.');
  if (error.code === neo4j.error.SERVICE_UNAVAILABLE || error.code === neo4j.error.SESSION_EXPIRED || error.retriable)
    return unavailable(
      `The Neo4j server cannot be used (${error.code}).`,
      'Check that it runs and that NEO4J_URL names it, or unset NEO4J_URL.',
    );
  // A Neo4j server's error codes begin with `Neo.`. Other codes mean that the server does not speak Bolt.
  if (!error.code.startsWith('Neo.'))
    return unavailable(
      'The server that answers does not speak Bolt, as a Neo4j server does.',
      'Set NEO4J_URL to its Bolt address, such as bolt://localhost:7687, or unset it.',
    );
  return error;
};
