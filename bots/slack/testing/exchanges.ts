import type nock from 'nock';

type Definition = nock.Definition;

const api = 'https://slack.com';
const json = { 'content-type': 'application/json; charset=utf-8' };
const post = (
  method: string,
  status: number,
  response: object | string,
  headers: Record<string, string> = json,
): Definition => ({
  scope: api,
  method: 'POST',
  path: `/api/${method}`,
  status,
  response: response as Record<string, unknown>,
  rawHeaders: headers,
});

/** Requests and responses in nock's recording format, copied from the page of Slack's documentation above each. */
export const exchanges = {
  /** docs.slack.dev/reference/methods/auth.test#examples */
  auth: post(
    'auth.test',
    200,
    {
      ok: true,
      url: 'https://subarachnoid.slack.com/',
      team: 'Subarachnoid Workspace',
      user: 'bot',
      team_id: 'T0G9PQBBK',
      user_id: 'W23456789',
      bot_id: 'BZYBOTHED',
      is_enterprise_install: false,
    },
    { ...json, 'x-oauth-scopes': 'chat:write,channels:read' },
  ),
  /** docs.slack.dev/apis/web-api/rate-limits */
  limited: post('chat.postMessage', 429, { ok: false, error: 'ratelimited' }, { ...json, 'retry-after': '30' }),
  /** docs.slack.dev/reference/methods/chat.postMessage#examples */
  posted: post('chat.postMessage', 200, {
    ok: true,
    channel: 'C123ABC456',
    ts: '1503435956.000247',
    message: {
      text: "Here's a message for you",
      username: 'ecto1',
      bot_id: 'B123ABC456',
      attachments: [{ text: 'This is an attachment', id: 1, fallback: "This is an attachment's fallback" }],
      type: 'message',
      subtype: 'bot_message',
      ts: '1503435956.000247',
    },
  }),
  /** docs.slack.dev/authentication/installing-with-oauth (missing_scope) */
  missingScope: post('chat.postMessage', 200, {
    ok: false,
    error: 'missing_scope',
    needed: 'chat:write',
    provided: 'channels:read,users:read',
  }),
  /** docs.slack.dev/reference/methods/chat.postMessage#errors */
  invalidBlocks: post('chat.postMessage', 200, {
    ok: false,
    error: 'invalid_blocks',
    errors: ['must be less than 3001 characters [json-pointer:/blocks/0/text/text]'],
    response_metadata: { messages: ['[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]'] },
  }),
  archived: post('chat.postMessage', 200, { ok: false, error: 'is_archived' }),
  revoked: post('chat.postMessage', 200, { ok: false, error: 'token_revoked' }),
  /** A proxy's HTML error page instead of JSON. */
  badGateway: post('chat.postMessage', 502, '<html><body><h1>502 Bad Gateway</h1></body></html>', {
    'content-type': 'text/html',
  }),
} satisfies Record<string, Definition>;
