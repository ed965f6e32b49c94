import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import { keepToken, oauthGrant, oauthSchema, serviceAccountGrant, serviceAccountSchema } from './access-tokens.ts';
import type { Fetched, Fetcher } from './fetch.ts';

/** Signs requests to one host in. */
export interface SignIn {
  /**
   * Returns the headers with the credentials.
   * @param renew true if the host has refused the last ones
   * @throws PLATFORM_REFUSED, FETCH_FAILED, BAD_SETTING if a token has to be requested
   */
  headers(renew?: boolean): Promise<Readonly<Record<string, string>>>;
  /** True if refused headers can be renewed, because they contain a token that expires. */
  renews: boolean;
}

/** Finds the credentials for an address; undefined if there are none for its host. */
export type Credentials = (url: string) => SignIn | undefined;

const text = z.string().min(1);
/** The credentials of one host. Several ways can be combined. */
const entrySchema = z.strictObject({
  bearer: text.optional(),
  basic: z.strictObject({ user: text, password: z.string() }).optional(),
  cookie: text.optional(),
  headers: z.record(z.string().regex(/^[\w-]+$/, 'is no name of a header'), text).optional(),
  oauth: oauthSchema.optional(),
  service_account: serviceAccountSchema.optional(),
});
const fileSchema = z.record(z.string(), entrySchema);

/**
 * Reads the file that PARLEY_CREDENTIALS names: YAML with one entry per host. Values may refer to environment variables as
 * `${NAME}`, so that the file needs no secret. Credentials are sent only to their host, and only over https. A key with a
 * scheme (`http://wiki.internal:8080`) names an exact origin.
 *
 * @example
 * wiki.example.com: { bearer: "${WIKI_TOKEN}" }
 * git.example.com: { basic: { user: parley, password: "${GIT_TOKEN}" } }
 * graph.microsoft.com: { oauth: { token_url: https://…/token, client_id: …, client_secret: "${SECRET}", scope: … } }
 * @throws BAD_SETTING; its message names the file, the host and the variable, and never a value
 */
export const readCredentials = (file: string | undefined, env: NodeJS.ProcessEnv = process.env): Credentials => {
  if (file === undefined) return () => undefined;
  const byOrigin = new Map<string, SignIn>();
  for (const [host, entry] of Object.entries(parseFile(file))) {
    const written = host.includes('://') ? host : `https://${host}`;
    if (!URL.canParse(written) || new URL(written).pathname !== '/')
      throw badFile(file, `${host} is no host such as wiki.example.com.`);
    const resolved = resolveAll(entry, (value) => withVariables(value, host, file, env));
    byOrigin.set(new URL(written).origin, signInOf(resolved, file));
  }
  return (url) => (URL.canParse(url) ? byOrigin.get(new URL(url).origin) : undefined);
};

const parseFile = (file: string): z.infer<typeof fileSchema> => {
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8')) ?? {};
  } catch (error) {
    // The parser's message quotes the line, which may contain a secret.
    const { code } = error as NodeJS.ErrnoException;
    throw badFile(file, code === 'ENOENT' ? 'There is no such file.' : 'It is not YAML that can be read.');
  }
  const parsed = fileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badFile(file, `${issue?.path.join('.') || 'It'}: ${issue?.message}.`);
};

const badFile = (file: string, message: string) =>
  new ParleyError('BAD_SETTING', {
    message: `The credentials file ${file} cannot be used. ${message}`,
    remedy: 'Write one entry a host, with bearer, basic, cookie or headers: docs/sources.md.',
  });

const withVariables = (value: string, host: string, file: string, env: NodeJS.ProcessEnv): string =>
  value.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = env[name];
    if (found) return found;
    throw badFile(file, `${name} is not set in the environment; ${host} needs it.`);
  });

/** Replaces the variables in an entry by their values. */
const resolveAll = <Value>(value: Value, resolve: (text: string) => string): Value => {
  if (typeof value === 'string') return resolve(value) as Value;
  if (Array.isArray(value)) return value.map((one) => resolveAll(one, resolve)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolveAll(one, resolve)])) as Value;
};

const signInOf = (entry: z.infer<typeof entrySchema>, file: string): SignIn => {
  const { bearer, basic, cookie, headers = {}, oauth, service_account } = entry;
  const fixed: Record<string, string> = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    ...(cookie && { cookie }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
    ...(basic && {
      authorization: `Basic ${Buffer.from(`${basic.user}:${basic.password}`).toString('base64')}`,
    }),
  };
  const grant = oauth ? oauthGrant(oauth) : service_account ? serviceAccountGrant(service_account, file) : undefined;
  if (grant === undefined) return { headers: async () => fixed, renews: false };
  const token = keepToken(grant);
  return { headers: async (renew) => ({ ...fixed, authorization: `Bearer ${await token(renew)}` }), renews: true };
};

/**
 * Creates a fetcher for the pages of one place, signed in to its host. Requests to other hosts have no credentials, even if there
 * are some for that host: a page or redirect of one place must not make Parley read another place with its credentials.
 *
 * @param location the address of the source
 * @param others more origins of the same service, with the same credentials
 */
export const signedIn = (
  fetcher: Fetcher,
  credentials: Credentials,
  location: string,
  others: readonly string[] = [],
): Fetcher => {
  const signIn = credentials(location);
  if (signIn === undefined) return fetcher;
  const origins = new Set([location, ...others].map((address) => new URL(address).origin));
  const isOwn = (url: string) => URL.canParse(url) && origins.has(new URL(url).origin);
  return {
    ...fetcher,
    async fetch(url, request): Promise<Fetched> {
      if (!isOwn(url)) return fetcher.fetch(url, request);
      const ask = async (renew: boolean) =>
        fetcher.fetch(url, { ...request, headers: { ...request?.headers, ...(await signIn.headers(renew)) } });
      const fetched = await ask(false).catch((error: unknown) => {
        const isRefused = isParleyError(error, 'FETCH_FAILED') && error.details.status === 401;
        if (isRefused && signIn.renews) return ask(true);
        throw error;
      });
      if (isOwn(fetched.url) || request?.mayLeaveHost) return fetched;
      throw new ParleyError('FETCH_FAILED', {
        message: `${url} leads to ${new URL(fetched.url).host}, which is most likely a login.`,
        remedy: `Check the credentials of ${new URL(location).host} in the file that PARLEY_CREDENTIALS names; they may have expired.`,
        details: { url },
      });
    },
  };
};
