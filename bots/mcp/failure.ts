/** An error as JSON-RPC 2.0 has it, for a request that was refused before its id was read. */
export interface McpFailure {
  jsonrpc: '2.0';
  id: null;
  error: { code: number; message: string; data?: { code: string; remedy: string } };
}

/** Where the server answers MCP over HTTP. */
export const MCP_PATH = '/mcp';

/** The number that MCP servers give what JSON-RPC itself has no number for (JSON-RPC 2.0, section 5.1). */
const SERVER_ERROR = -32_000;

/**
 * Converts a refusal to a JSON-RPC error. Clients read no other body beside a status that is not 2xx, and show `message` alone,
 * so that holds the remedy too; Parley's own code is in `data`.
 */
export const mcpFailure = ({
  code,
  message,
  remedy,
}: {
  code: string;
  message: string;
  remedy: string;
}): McpFailure => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: SERVER_ERROR, message: `${message} ${remedy}`, data: { code, remedy } },
});
