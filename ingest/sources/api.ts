import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import { parseJson } from '../../core/text/parse-json.ts';
import type { Fetched, Fetcher, FetchRequest } from '../fetch/fetch.ts';
import { hasStatus, NOT_SEEN } from './refusals.ts';

/** Maximum retries of a request after 429, 503 or a network failure. */
const MAX_RETRIES = 6;
/** Maximum wait that a host can ask for, in seconds. GitHub's rate limit resets every hour. */
const MAX_WAIT_SECONDS = 3700;
const JSON_TYPE = 'application/json';

/** One page of a list, with the address of the next one. */
export interface ApiPage<Value> {
  value: Value;
  /** The address in the Link header with `rel="next"`. */
  next?: string;
}

/** A client of one service's API. */
export interface Api {
  /** Number of requests sent, for reports and tests. */
  readonly requests: number;
  /**
   * Requests JSON from an address (absolute, or a path relative to the base) and checks it against the schema.
   * @throws CANCELLED; PLATFORM_REFUSED for 401 and 403; FETCH_FAILED for other statuses (`details.status`), for HTML instead of
   *   JSON, and for JSON that does not match the schema
   */
  get<Schema extends z.ZodType>(schema: Schema, address: string): Promise<ApiPage<z.infer<Schema>>>;
  /** As `get`, for a query that is sent as JSON. */
  post<Schema extends z.ZodType>(schema: Schema, address: string, json: unknown): Promise<z.infer<Schema>>;
  /**
   * Downloads a file. The API may redirect to its storage, which gets no credentials.
   * @param options `html`: the file itself may be a web page
   * @throws FETCH_FAILED for a web page in place of another file
   */
  file(address: string, options?: { html?: boolean }): Promise<Fetched>;
  /**
   * True if the address answers a request without credentials. False for JSON that does not match the schema, since some services
   * refuse with status 200.
   */
  isPublic(schema: z.ZodType, address: string): Promise<boolean>;
}

/** An error that a service reports in JSON with status 200. */
export interface AnsweredError {
  /** The HTTP status with the same meaning: 401 (sign in again), 403 (no access), 404 (not found), 429 (too many requests). */
  status: number;
  /** The service's own words, for the person who set up the source. */
  says?: string;
  /** Seconds until the next request is allowed. */
  retryAfter?: number;
}

/**
 * Makes an API client over the safe fetcher. Credentials are sent to their own host only. After 429 and 503, all requests of this
 * client wait as long as the service says, since the next one would be refused too.
 * @param options `base`: the address that paths are relative to; `headers`: sent with every request, such as a version;
 *   `errorIn`: finds the error in JSON with status 200
 */
export const createApi = ({
  fetcher,
  stranger = fetcher,
  base,
  service,
  headers,
  errorIn,
  signal,
}: {
  fetcher: Fetcher;
  /** A fetcher without credentials. */
  stranger?: Fetcher;
  base: string;
  service: string;
  headers?: Readonly<Record<string, string>>;
  errorIn?: (json: unknown) => AnsweredError | undefined;
  signal?: AbortSignal;
}): Api => {
  let requests = 0;
  let closedUntil = 0;
  let hasAnswered = false;
  const absolute = (address: string) =>
    /^https?:/.test(address) ? address : `${base.replace(/\/$/, '')}/${address.replace(/^\//, '')}`;

  const send = async (address: string, request: FetchRequest, by = fetcher): Promise<Fetched> => {
    const url = absolute(address);
    for (let attempt = 0; ; attempt++) {
      const wait = closedUntil - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal });
      signal?.throwIfAborted();
      requests++;
      try {
        const all = { ...headers, ...request.headers };
        const fetched = await by.fetch(url, { ...request, headers: all, keepErrors: true, signal });
        hasAnswered = true;
        if (errorIn && request.accept === JSON_TYPE) throwAnswered(errorIn, fetched);
        return fetched;
      } catch (error) {
        // The address may be misspelt; once it has answered, the network failed for a while.
        const isOver = attempt >= MAX_RETRIES || (!hasAnswered && isWrongAddress(error));
        const seconds = isOver ? undefined : secondsToWait(error, attempt);
        if (seconds === undefined) throw readable(error, service, url);
        closedUntil = Math.max(closedUntil, performance.now() + seconds * 1000);
      }
    }
  };

  const json = async <Schema extends z.ZodType>(schema: Schema, address: string, request: FetchRequest) => {
    const fetched = await send(address, { accept: JSON_TYPE, ...request });
    return { value: readJson(schema, fetched, service), fetched };
  };

  return {
    get requests() {
      return requests;
    },
    async get(schema, address) {
      const { value, fetched } = await json(schema, address, {});
      const next = /<([^>]+)>;[^,]*rel="?next"?/.exec(fetched.link ?? '')?.[1];
      return next ? { value, next: new URL(next, fetched.url).href } : { value };
    },
    post: async (schema, address, content) => (await json(schema, address, { json: content })).value,
    async file(address, { html = false } = {}) {
      const fetched = await send(address, { mayLeaveHost: true, accept: '*/*' });
      if (html || !/html/i.test(fetched.contentType)) return fetched;
      throw notExpected(service, fetched.url, 'a web page where a file was expected');
    },
    async isPublic(schema, address) {
      try {
        const fetched = await send(address, { accept: JSON_TYPE }, stranger);
        if (/json/i.test(fetched.contentType)) return schema.safeParse(jsonOf(fetched)).success;
        // A redirect to a web page leads to a login form.
        if (fetched.url !== absolute(address)) return false;
        throw notExpected(service, fetched.url, 'a web page where JSON was expected');
      } catch (error) {
        if (hasStatus(error, [401, ...NOT_SEEN])) return false;
        throw error;
      }
    },
  };
};

/** The JSON of an answer, undefined if it is not JSON. */
const jsonOf = ({ bytes }: Fetched): unknown => parseJson(new TextDecoder().decode(bytes));

/** Throws the error in an answer with status 200 as if the answer had the error's status. */
const throwAnswered = (errorIn: (json: unknown) => AnsweredError | undefined, fetched: Fetched): void => {
  const { status, says, retryAfter } = errorIn(jsonOf(fetched)) ?? {};
  if (status === undefined) return;
  throw new ParleyError('FETCH_FAILED', {
    message: `${fetched.url} answered with an error.`,
    remedy: 'Try again later; `parley connect` checks the credentials and their rights.',
    details: {
      url: fetched.url,
      status,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(says && { answer: JSON.stringify({ message: says }) }),
    },
  });
};

interface ErrorReason {
  cause?: unknown;
  remedy?: string;
}

interface ErrorDetails {
  status?: number;
  retryAfter?: number;
  answer?: string;
}

/** Reasons with which Google's 403 means "try again later" (developers.google.com/workspace/drive/api/guides/handle-errors). */
const RATE_LIMITED = /"(?:rateLimitExceeded|userRateLimitExceeded)"/;

/** What another attempt does not change: a name that no server has, or a certificate that is not accepted. */
const WRONG_ADDRESS = /^(?:ENOTFOUND|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/;
const isWrongAddress = (error: unknown): boolean => {
  const { cause } = error as Error;
  return [cause, (cause as Error | undefined)?.cause].some((one) =>
    WRONG_ADDRESS.test(String((one as NodeJS.ErrnoException | undefined)?.code)),
  );
};

/** Seconds to wait before the next attempt, undefined if a retry is pointless. */
const secondsToWait = (error: unknown, attempt: number): number | undefined => {
  if (!isParleyError(error, 'FETCH_FAILED')) return undefined;
  const { status, retryAfter, answer = '' } = error.details as ErrorDetails;
  // GitHub and Google report rate limits with 403: GitHub with the time at which the limit resets, Google with a reason.
  const limited = status === 429 || (status === 403 && (retryAfter !== undefined || RATE_LIMITED.test(answer)));
  const passing = status === 502 || status === 503 || status === 504 || status === undefined;
  if (!limited && !passing) return undefined;
  if (retryAfter !== undefined) return retryAfter > MAX_WAIT_SECONDS ? undefined : retryAfter;
  return Math.min(60, 2 ** attempt);
};

/** The error as the person who set up the source can understand it. */
const readable = (error: unknown, service: string, url: string): unknown => {
  if (!isParleyError(error, 'FETCH_FAILED')) return error;
  const { status, answer = '' } = error.details as ErrorDetails;
  const { host, pathname } = new URL(url);
  const said = wordsIn(answer);
  if (status === 401)
    return new ParleyError('PLATFORM_REFUSED', {
      message: `${service} does not accept the credentials of ${host}; they may have expired.${said}`,
      remedy: `Make new ones and write them into the file that PARLEY_CREDENTIALS names; \`parley connect\` checks them.`,
      cause: error,
      details: { status, url },
    });
  if (status === 403)
    return new ParleyError('PLATFORM_REFUSED', {
      message: `${service} refuses ${pathname}: the credentials lack the right to it.${said}`,
      remedy: '`parley connect` says which right is missing and where to get it.',
      cause: error,
      details: { status, url, answer },
    });
  if (said === '') return error;
  const { message, remedy, details } = error;
  return new ParleyError('FETCH_FAILED', { message: `${message}${said}`, remedy, cause: error, details });
};

const MAX_SAID_CHARS = 300;
const said = z.string().min(1);
const errorSchemas = [
  z.object({ error: z.object({ message: said }) }).transform(({ error }) => error.message),
  z.object({ errorMessages: z.array(said).min(1) }).transform(({ errorMessages }) => errorMessages.join(' ')),
  z.object({ error_description: said }).transform(({ error_description }) => error_description),
  z.object({ message: said }).transform(({ message }) => message),
  z.object({ error: said }).transform(({ error }) => error),
];

/** The service's own error text, read from common JSON forms: ` It says: "…"`. Empty if there is none. */
const wordsIn = (answer: string): string => {
  const content = parseJson(answer);
  for (const schema of errorSchemas) {
    const words = schema.safeParse(content).data?.replaceAll(/\s+/g, ' ').slice(0, MAX_SAID_CHARS);
    if (words) return ` It says: "${words}"`;
  }
  return '';
};

const LOGIN_PAGE = 'It is most likely a login page or a proxy: check the address and the credentials of its host.';

const notExpected = (service: string, url: string, what: string, { cause, remedy = LOGIN_PAGE }: ErrorReason = {}) =>
  new ParleyError('FETCH_FAILED', {
    message: `${service} answered ${new URL(url).pathname} with ${what}.`,
    remedy,
    cause,
    details: { url },
  });

const readJson = <Schema extends z.ZodType>(schema: Schema, fetched: Fetched, service: string): z.infer<Schema> => {
  const { contentType, url } = fetched;
  if (/html/i.test(contentType)) throw notExpected(service, url, 'a web page where JSON was expected');
  const value = jsonOf(fetched);
  if (value === undefined) throw notExpected(service, url, 'what is not JSON');
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw notExpected(service, url, `JSON of another form (${issueText(parsed.error.issues)})`, {
    cause: parsed.error,
    remedy: `Check the address and its version of ${service}; where both are right, the connector does not know this answer.`,
  });
};

/** The first issue and its path. For a union, the issue of the option that matched furthest. */
const issueText = (issues: readonly z.core.$ZodIssue[], above: readonly PropertyKey[] = []): string => {
  const [issue] = issues;
  if (issue === undefined) return 'it: nothing fits';
  const place = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (one: readonly z.core.$ZodIssue[]) => Math.max(0, ...one.map(({ path }) => path.length));
    return issueText(
      issue.errors.reduce((best, one) => (depth(one) > depth(best) ? one : best)),
      place,
    );
  }
  return `${place.join('.') || 'it'}: ${issue.message}`;
};
