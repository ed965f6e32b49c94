import { createMcpHandler } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { z } from 'zod';
import { asParleyError } from '../../core/errors.ts';
import { parseJson } from '../../core/text/parse-json.ts';
import { assertMay, type Caller } from '../../runtime/access/caller.ts';
import { permissions } from '../../runtime/access/tokens.ts';
import { baseOf } from '../api/caller.ts';
import { assertOrigin, callerAtDoor } from '../api/door.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { sendFailure } from '../web/failure.ts';
import { MCP_PATH as PATH } from './failure.ts';
import { createMcpServer, toolPermissions } from './mcp-server.ts';

const METADATA = '/.well-known/oauth-protected-resource';
const calls = z.union([z.unknown(), z.array(z.unknown())]).transform((body) => (Array.isArray(body) ? body : [body]));
const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/** The response to clients of the older HTTP+SSE transport, which begin with a GET request that opens a stream. */
const POST_ALONE = {
  jsonrpc: '2.0',
  error: {
    code: -32_000,
    message:
      'Send MCP messages by POST: Parley speaks Streamable HTTP, without a stream of its own, and not the HTTP+SSE transport of 2024-11-05.',
  },
  id: null,
};

/** The response to a body that is no JSON (JSON-RPC 2.0, section 5.1). */
const PARSE_ERROR = {
  jsonrpc: '2.0',
  error: { code: -32_700, message: 'Parse error: this is not JSON. Send one JSON-RPC message.' },
  id: null,
};

/**
 * Routes for MCP over Streamable HTTP. Each request is stateless and gets its own server for its caller, so no data can leak
 * between callers, and a revoked token stops working with the next request. The SDK negotiates the protocol version:
 * 2026-07-28, 2025-11-25, and earlier ones back to 2024-11-05.
 */
export const mcpRoutes = (web: WebDependencies) => {
  const challenge = (base: string, error?: string, scope = permissions.join(' ')) =>
    [
      `Bearer resource_metadata="${base}${METADATA}${PATH}"`,
      ...(error === undefined ? [] : [`error="${error}"`]),
      `scope="${scope}"`,
    ].join(', ');

  const app = new Hono();
  app.onError((error, c) => {
    const { code, details } = asParleyError(error);
    const response = sendFailure(c, error, { view: web.view });
    if (code.startsWith('TOKEN_')) {
      const reason = code === 'TOKEN_MISSING' ? undefined : 'invalid_token';
      response.headers.set('www-authenticate', challenge(baseOf(c, web), reason));
    } else if (code === 'PERMISSION_MISSING') {
      response.headers.set('www-authenticate', challenge(baseOf(c, web), 'insufficient_scope', String(details.needed)));
    } else if (code === 'INTERNAL') web.log.error({ err: error }, 'an MCP request failed');
    return response;
  });

  for (const path of [METADATA, `${METADATA}${PATH}`])
    app.get(path, (c) => {
      const base = baseOf(c, web);
      const { OIDC_ISSUER: issuer } = web.parley.settings;
      return c.json({
        resource: `${base}${PATH}`,
        resource_name: 'Parley',
        // RFC 9728, section 3.2: a parameter without a value is left out.
        ...(issuer !== undefined && { authorization_servers: [issuer] }),
        scopes_supported: [...permissions],
        bearer_methods_supported: ['header'],
      });
    });

  app.all(PATH, async (c) => {
    assertOrigin(c, web.parley.settings.PARLEY_ALLOWED_ORIGINS);
    const caller = await callerAtDoor(c, web);
    // Requests are stateless, so there is no stream to open (GET) and no session to end (DELETE). Clients of Streamable HTTP
    // accept a 405 here.
    if (c.req.method !== 'POST') return c.json(POST_ALONE, 405, { allow: 'POST' });
    const text = await c.req.text();
    const parsedBody = parseJson(text);
    if (parsedBody === undefined) return c.json(PARSE_ERROR, 400);
    assertMayCall(caller, parsedBody);
    const base = baseOf(c, web);
    const handler = createMcpHandler(() => createMcpServer(web, caller, { base }), {
      onerror: (error) => web.log.debug({ err: error }, 'an MCP request was refused'),
    });
    return handler.fetch(c.req.raw, { parsedBody });
  });
  return app;
};

/** Checks permissions before a tool runs, so that the client can request more from its user. @throws PERMISSION_MISSING */
const assertMayCall = (caller: Caller, body: unknown): void => {
  for (const message of calls.parse(body)) {
    const call = toolCall.safeParse(message);
    const needed = call.success ? toolPermissions[call.data.params.name] : undefined;
    if (needed) assertMay(caller, needed);
  }
};
