import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isParleyError, ParleyError } from '../../core/errors.ts';

/** How to request an access token. Values may name environment variables, as everywhere in the credentials file. */
export const oauthSchema = z.strictObject({
  token_url: z.url(),
  client_id: z.string().min(1),
  client_secret: z.string().optional(),
  /** If set, the refresh token grant is used (RFC 6749, section 6), otherwise client credentials (section 4.4). */
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

/** A Google service account: a signed assertion is exchanged for an access token (RFC 7523, section 2.1). */
export const serviceAccountSchema = z.strictObject({
  /** Path of Google's JSON key, relative to the credentials file. */
  key_file: z.string().min(1),
  /** The user that the account impersonates, if the domain's admin allows it (domain-wide delegation). */
  subject: z.string().optional(),
  scopes: z.array(z.string().min(1)).min(1),
});

const keySchema = z.object({
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
  token_uri: z.url(),
});

/** Requests a token. @returns the token, and the seconds until it expires */
export type Grant = () => Promise<{ token: string; seconds: number }>;

/** Lifetime of tokens without `expires_in`, in seconds. */
const DEFAULT_SECONDS = 300;
/** A token is replaced this many seconds before it expires, so that it does not expire during a request. */
const EARLY_SECONDS = 60;
/** A token younger than this is not renewed, so that requests that were refused at the same time share one new token. */
const FRESH_MS = 10_000;
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/;

/** Creates a grant by an OAuth refresh token or client credentials. */
export const oauthGrant = ({
  token_url,
  client_id,
  client_secret,
  refresh_token,
  scope,
}: z.infer<typeof oauthSchema>): Grant => {
  const parameters = { ...(refresh_token && { refresh_token }), ...(scope && { scope }) };
  const grant = refresh_token ? 'refresh_token' : 'client_credentials';
  return () => askToken(token_url, { client_id, client_secret }, grant, parameters);
};

/**
 * Creates a grant by a service account's key.
 * @param file the credentials file, to which the key's path is relative and which errors name
 * @throws BAD_SETTING for a key that cannot be read; its message contains nothing of the key
 */
export const serviceAccountGrant = (
  { key_file, subject, scopes }: z.infer<typeof serviceAccountSchema>,
  file: string,
): Grant => {
  const place = path.resolve(path.dirname(file), key_file);
  const key = readKey(place);
  return async () => {
    const { importPKCS8, SignJWT } = await import('jose');
    const signer = await importPKCS8(key.private_key, 'RS256').catch(() => {
      throw badKey(place, 'Its private_key is no PKCS#8 key.');
    });
    const assertion = await new SignJWT({ scope: scopes.join(' ') })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(key.private_key_id && { kid: key.private_key_id }) })
      .setIssuer(key.client_email)
      .setSubject(subject ?? key.client_email)
      .setAudience(key.token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(signer);
    return askToken(key.token_uri, {}, JWT_BEARER, { assertion });
  };
};

const readKey = (place: string): z.infer<typeof keySchema> => {
  try {
    return keySchema.parse(JSON.parse(readFileSync(place, 'utf8')));
  } catch (error) {
    // The parser's message may quote the key, so it is not shown.
    throw badKey(
      place,
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such file.' : 'It is no JSON key.',
    );
  }
};

const badKey = (place: string, message: string) =>
  new ParleyError('BAD_SETTING', {
    message: `The service account key ${place} cannot be used. ${message}`,
    remedy: 'Make a key of the kind JSON in the Google Cloud console, and name its file as key_file.',
  });

const askToken = async (
  url: string,
  { client_id = 'none', client_secret }: { client_id?: string; client_secret?: string },
  grant: string,
  parameters: Record<string, string>,
): Promise<{ token: string; seconds: number }> => {
  const oidc = await import('openid-client');
  if (!url.startsWith('https:') && !LOOPBACK.test(url))
    throw new ParleyError('BAD_SETTING', {
      message: `${url} would get credentials without encryption.`,
      remedy: 'Write the https address of the token endpoint.',
    });
  // The assertion already names the client.
  const authentication: import('openid-client').ClientAuth =
    grant === JWT_BEARER ? () => {} : client_secret === undefined ? oidc.None() : oidc.ClientSecretPost(client_secret);
  const server = { issuer: new URL(url).origin, token_endpoint: url };
  const client = new oidc.Configuration(server, client_id, {}, authentication);
  if (!url.startsWith('https:')) oidc.allowInsecureRequests(client);
  try {
    const answer = await oidc.genericGrantRequest(client, grant, parameters);
    return { token: answer.access_token, seconds: answer.expires_in ?? DEFAULT_SECONDS };
  } catch (cause) {
    throw tokenError(url, cause);
  }
};

const tokenError = (url: string, cause: unknown): ParleyError => {
  if (isParleyError(cause)) return cause;
  const { error, error_description: said, status } = cause as Record<string, string | number | undefined>;
  if (error === undefined)
    return new ParleyError('FETCH_FAILED', {
      message: `${url} gave no access token: ${(cause as Error).message}.`,
      remedy: 'Try again later, or check the address.',
      cause,
      // Errors of the network or the server have no status here, so that they are retried.
      details: { url, ...(Number(status) < 500 && { status }) },
    });
  return new ParleyError('PLATFORM_REFUSED', {
    message: `${new URL(url).host} gives no access token: ${error}${said ? ` (${said})` : ''}. The credentials may have expired.`,
    remedy: 'Make new ones and write them into the file that PARLEY_CREDENTIALS names; `parley connect` checks them.',
    cause,
    details: { url, status: 401 },
  });
};

/** Caches a token until it expires. Callers that need a new one at the same time wait for the same request. */
export const keepToken = (grant: Grant, now: () => number = Date.now) => {
  let until = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked: Promise<string> | undefined;
  /** @param renew true if the service has refused the cached token */
  return (renew = false): Promise<string> => {
    const isNew = now() - askedAt < FRESH_MS;
    if (asked && now() < until && (isNew || !renew)) return asked;
    until = Number.POSITIVE_INFINITY;
    askedAt = now();
    const token = grant().then(({ token, seconds }) => {
      until = now() + Math.max(1, seconds - EARLY_SECONDS) * 1000;
      return token;
    });
    asked = token;
    token.catch(() => {
      if (asked === token) asked = undefined;
    });
    return token;
  };
};
