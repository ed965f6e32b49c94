import neo4j from 'neo4j-driver';
import { ParleyError } from '../../core/errors.ts';

/** What the driver threw, as an error that a person can act on; a fault of ours as it is. @param where shown to the person */
export const serverError = (error: unknown, where: string): unknown => {
  if (!(error instanceof neo4j.Neo4jError)) return error;
  const unavailable = (message: string, remedy: string) =>
    new ParleyError('STORE_UNAVAILABLE', { message, remedy, cause: error });
  if (error.code.startsWith('Neo.ClientError.Security'))
    return unavailable(
      `The Neo4j server at ${where} refuses the user.`,
      'Set NEO4J_USER and NEO4J_PASSWORD to a user that may read, write and create indexes.',
    );
  if (error.code.includes('TransactionTimedOut'))
    return unavailable(`The Neo4j server at ${where} took too long.`, 'Look at its load, then try again.');
  if (error.code === neo4j.error.SERVICE_UNAVAILABLE || error.code === neo4j.error.SESSION_EXPIRED || error.retriable)
    return unavailable(
      `The Neo4j server at ${where} cannot be used: ${error.message.split(/[.\n]/)[0]}.`,
      'Check that it runs and that NEO4J_URL names it, or unset NEO4J_URL.',
    );
  // Codes of the server begin with `Neo.`; without one, whatever answered does not speak Bolt.
  if (!error.code.startsWith('Neo.'))
    return unavailable(
      `What answers at ${where} is not a Neo4j server that Parley can speak to: ${error.message.split(/[.\n]/)[0]}.`,
      'Set NEO4J_URL to its Bolt address, such as bolt://localhost:7687, or unset it.',
    );
  return error;
};
