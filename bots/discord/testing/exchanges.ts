import type nock from 'nock';

type Definition = nock.Definition;

const api = 'https://discord.com';
const json = { 'content-type': 'application/json' };
const CHANNEL = '41771983423143937';
const post = (status: number, response: object | string, headers: Record<string, string> = json): Definition => ({
  scope: api,
  method: 'POST',
  path: `/api/v10/channels/${CHANNEL}/messages`,
  status,
  response: response as Record<string, unknown>,
  rawHeaders: headers,
});

/** HTTP exchanges in nock's format, copied from Discord's documentation, which is named beside each. */
export const exchanges = {
  channel: CHANNEL,
  /** docs: topics/rate-limits#exceeding-a-rate-limit, with a shorter `retry_after` to keep the test fast. */
  limited: post(
    429,
    { message: 'You are being rate limited.', retry_after: 0.2, global: false },
    {
      ...json,
      'retry-after': '1',
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '0.2',
      'x-ratelimit-bucket': 'abcd1234',
      'x-ratelimit-scope': 'user',
    },
  ),
  /** docs: resources/message#message-object, shortened */
  posted: post(200, {
    id: '334385199974967042',
    channel_id: CHANNEL,
    content: 'Supa Hot',
    type: 0,
    author: { id: '53908099506183680', username: 'Mason', discriminator: '0', avatar: null },
  }),
  /** docs: reference#error-messages */
  invalidForm: post(400, {
    code: 50035,
    errors: { access_token: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] } },
    message: 'Invalid Form Body',
  }),
  /** docs: topics/opcodes-and-status-codes#json */
  unknownChannel: post(404, { message: 'Unknown Channel', code: 10003 }),
  missingAccess: post(403, { message: 'Missing Access', code: 50001 }),
  missingPermissions: post(403, { message: 'Missing Permissions', code: 50013 }),
  cannotMessage: post(403, { message: 'Cannot send messages to this user', code: 50007 }),
  archived: post(400, { message: 'Thread is archived', code: 50083 }),
  /** An HTML error page of a proxy in place of a JSON response. */
  badGateway: post(502, '<html><body><h1>502 Bad Gateway</h1></body></html>', { 'content-type': 'text/html' }),
};
