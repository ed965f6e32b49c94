import type { StructuredToolInterface } from '@langchain/core/tools';
import { EVERYONE, type Scope } from '../core/document.ts';
import type { Log } from '../core/log.ts';
import type { LiveSources, LiveTool } from '../tools/live-sources.ts';

/** The result of `mcp()`. */
export interface McpFile {
  readonly mcp: string;
}

/** A live source that the caller passes. */
export type LiveInput =
  | StructuredToolInterface
  | McpFile
  /** A tool that is only called for askers who hold one of the scopes. */
  | { readonly tool: StructuredToolInterface; readonly scopes: readonly Scope[] };

/**
 * Uses a file of MCP servers, `{"mcpServers": {"NAME": {"url": …}}}`, as a live source. It is read when Parley opens.
 *
 * @example
 * openParley({ tools: [mcp('./mcp.json')] });
 */
export const mcp = (path: string): McpFile => ({ mcp: path });

/** Time limit of one call. */
const CALL_TIMEOUT_MS = 20_000;
/** Longer results are truncated. */
const MAX_RESULT_CHARS = 4_000;

/**
 * Combines the caller's tools and MCP files into one set of live sources; undefined if there are none.
 * @throws BAD_SETTING for an MCP file that cannot be read
 */
export const openLiveInputs = async (inputs: readonly LiveInput[], log: Log): Promise<LiveSources | undefined> => {
  if (inputs.length === 0) return undefined;
  const opened = await Promise.all(
    inputs.map(async (input): Promise<LiveSources> => {
      if ('mcp' in input) return (await import('../tools/live-sources.ts')).openLiveSources(input.mcp, log);
      return 'tool' in input ? fromTool(input.tool, input.scopes) : fromTool(input, [EVERYONE]);
    }),
  );
  return {
    tools: async (scopes) => (await Promise.all(opened.map((source) => source.tools(scopes)))).flat(),
    close: async () => {
      await Promise.allSettled(opened.map((source) => source.close()));
    },
  };
};

const fromTool = async (given: StructuredToolInterface, allowed: readonly Scope[]): Promise<LiveSources> => {
  const { tool } = await import('@langchain/core/tools');
  const bounded = tool(
    async (args: unknown, { signal }: { signal?: AbortSignal }) => {
      const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const result: unknown = await given.invoke(args as Record<string, unknown>, {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return (typeof result === 'string' ? result : JSON.stringify(result)).slice(0, MAX_RESULT_CHARS);
    },
    { name: given.name, description: given.description, schema: given.schema as Parameters<typeof tool>[1]['schema'] },
  );
  const live: LiveTool = { server: given.name, title: given.name, tool: bounded as StructuredToolInterface };
  return {
    tools: async (scopes) => (allowed.some((scope) => scopes.includes(scope)) ? [live] : []),
    close: async () => {},
  };
};
