import { isIP } from 'node:net';
import { z } from 'zod';
import { ParleyError } from './errors.ts';
import { readInterval } from './interval.ts';
import { plainIssue } from './plain-issue.ts';
import { editDistance } from './text/edit-distance.ts';

/** A URL in any scheme. */
export const urlSetting = z.string().regex(/^[a-z][a-z0-9+.-]*:\/\//i, 'must be a URL such as http://localhost:8000');
/** A server URL with one of these schemes. The message never repeats the URL, which may contain a password. */
const serverUrl = (schemes: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && new URL(text).hostname !== '' && schemes.includes(new URL(text).protocol),
      `must be a URL such as ${example} (schemes: ${schemes.map((scheme) => scheme.slice(0, -1)).join(', ')})`,
    );
const providerAndName = z.string().regex(/^[a-z][a-z0-9-]*:.+/, 'must be provider:name, such as openai:gpt-4.1-mini');

const count = z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be 1 or more');

/** A list of names separated by commas or spaces, in lower case. */
const nameList = z.string().transform((text) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== ''),
);

/** True for an IP address or a network such as `10.0.0.0/8`. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};

/** True for an origin: scheme, host and port without a path. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** A list of sites. An address with a path would equal no `Origin` header of a browser. */
const originList = nameList.refine(
  (list) => list.every(isOrigin),
  'must be origins such as https://docs.example.com, without a path',
);

/** True for a host name or address, with or without a port: not an address with a scheme or path, nor a pattern. */
const isHost = (text: string): boolean => !/[*/?#@\\]/.test(text) && URL.canParse(`http://${text}`);
const hostList = nameList
  .refine((list) => list.every(isHost), 'must be host names such as wiki.example.com, without https:// or *')
  .default([]);

/** A list of paths separated by commas, as they are typed. */
const pathList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .default([]);

/** All settings of Parley except those of chat platforms (bots/settings.ts). `.env.example` documents them. */
export const settingsSchema = z.object({
  PARLEY_MODEL: providerAndName.optional(),
  PARLEY_MODEL_BASE_URL: urlSetting.optional(),
  PARLEY_MODEL_API_KEY: z.string().optional(),
  PARLEY_FAST_MODEL: providerAndName.optional(),
  /** Effort of a thinking model; the provider's default if absent. */
  PARLEY_MODEL_EFFORT: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  /** `no`: answers contain only what sources state, never what they make likely. */
  PARLEY_LIKELY: z.enum(['yes', 'no']).default('yes'),
  /** `off` and `none` mean unset, for instance to override an .env file. */
  PARLEY_EMBEDDINGS: z
    .string()
    .regex(/^(?:[a-z][a-z0-9-]*:.+|off|none)$/, 'must be provider:name, such as local:all-MiniLM-L6-v2, or off')
    .transform((name) => (name === 'off' || name === 'none' ? undefined : name))
    .optional(),
  PARLEY_EMBEDDINGS_BASE_URL: urlSetting.optional(),
  PARLEY_EMBEDDINGS_API_KEY: z.string().optional(),
  PARLEY_MODELS: z.string().optional(),
  /** `model` means PARLEY_MODEL itself. */
  PARLEY_RERANKER: z
    .string()
    .regex(/^(model|[a-z][a-z0-9-]*:.+)$/, 'must be model, or provider:name such as cohere:rerank-v3.5')
    .optional(),
  /** Consent to download a local encoder's files once; nothing is downloaded without it. */
  PARLEY_MODELS_FETCH: z.enum(['yes', 'no']).default('no'),
  PARLEY_MODELS_URL: serverUrl(['http:', 'https:'], 'https://huggingface.co').default('https://huggingface.co'),
  PARLEY_RERANKER_BASE_URL: urlSetting.optional(),
  PARLEY_RERANKER_API_KEY: z.string().optional(),
  CHROMA_URL: serverUrl(['http:', 'https:'], 'http://localhost:8000').optional(),
  NEO4J_URL: serverUrl(
    ['bolt:', 'bolt+s:', 'bolt+ssc:', 'neo4j:', 'neo4j+s:', 'neo4j+ssc:'],
    'bolt://localhost:7687',
  ).optional(),
  NEO4J_USER: z.string().optional(),
  NEO4J_PASSWORD: z.string().optional(),
  POSTGRES_URL: serverUrl(['postgres:', 'postgresql:'], 'postgres://user:password@localhost:5432/database').optional(),
  /** The most connections to Postgres that one process has; its threads take theirs from them. */
  PARLEY_POSTGRES_CONNECTIONS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(2, 'must be 2 or more: one holds the lock of a change while others make it')
    .max(1000, 'must be 1000 or less')
    .default(15),
  /**
   * Separates several Parleys on the same servers: a Postgres schema, a Chroma collection, a prefix of Neo4j labels.
   */
  PARLEY_NAMESPACE: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _, such as parley_staging')
    .default('parley'),
  /** Threads of this process that quote answers beside the one that serves; with 0 that one quotes too. */
  PARLEY_THREADS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(64, 'must be 64 or less')
    .default(0),
  /** Maximum questions that this process answers at once: in total, per person, per workspace (no limit by default). */
  PARLEY_AT_ONCE: count.default(16),
  PARLEY_AT_ONCE_PER_PERSON: count.default(2),
  PARLEY_AT_ONCE_PER_WORKSPACE: count.optional(),
  /** Maximum waiting questions per person; further ones are rejected. */
  PARLEY_WAITING_PER_PERSON: count.default(5),
  /**
   * Maximum waiting questions in total, and per network address (web chat). Further ones are rejected with a time to
   * retry.
   */
  PARLEY_WAITING: count.default(500),
  PARLEY_WAITING_PER_ADDRESS: count.default(100),
  /** Maximum seconds that a question waits at the page or an API; it is then rejected with a time to retry. */
  PARLEY_WAITING_SECONDS: count.default(8),
  /** Daily limits (UTC) over all processes; none by default. Beyond the token limits, Parley quotes. */
  PARLEY_DAILY_QUESTIONS_PER_PERSON: count.optional(),
  PARLEY_DAILY_QUESTIONS_PER_WORKSPACE: count.optional(),
  PARLEY_DAILY_TOKENS_PER_PERSON: count.optional(),
  PARLEY_DAILY_TOKENS_PER_WORKSPACE: count.optional(),
  /** Maximum open answer streams of this process; one caller may have half of them. */
  PARLEY_STREAMS: count.default(1000),
  /** Who may use the MCP and OpenAI-compatible APIs: holders of a token, or anybody, with public pages only. */
  PARLEY_DOORS: z.enum(['token', 'public']).default('token'),
  /** Origins of other sites whose pages may call the APIs from a browser, such as MCP clients. */
  PARLEY_ALLOWED_ORIGINS: originList.default([]),
  /** Origins of sites that may embed the widget; empty turns the widget off. */
  PARLEY_WIDGET_ORIGINS: originList.default([]),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Address on which the web chat listens; by default only this machine can reach it. */
  PARLEY_HOST: z.string().default('127.0.0.1'),
  /** Public URL of the web chat, for links from other chats and behind a proxy. */
  PARLEY_PUBLIC_URL: serverUrl(['http:', 'https:'], 'https://parley.example.com').optional(),
  /** Additional host names of the web chat, besides PARLEY_PUBLIC_URL's, loopback names and IP addresses. */
  PARLEY_ALLOWED_HOSTS: hostList,
  /**
   * Hosts that an ingested file may name as its own address (front matter, canonical link), to which its citations then
   * link.
   */
  PARLEY_LINK_HOSTS: hostList,
  /** Whether keys, tokens and passwords in addresses are masked in pages, questions, answers and the log, or kept. */
  PARLEY_SECRETS: z.enum(['masked', 'kept']).default('masked'),
  /**
   * Folders of this machine that admins of the console may add as sources, with what lies below them. People at the machine
   * itself may add any.
   */
  PARLEY_CONSOLE_FOLDERS: pathList,
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  PARLEY_TRUST_PROXY: nameList
    .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 127.0.0.1, 10.0.0.0/8')
    .default([]),
  /** Whether the web chat requires sign-in; by default it does if OIDC_ISSUER is set. */
  PARLEY_SIGN_IN: z.enum(['required', 'optional']).optional(),
  /** The OpenID Connect provider that people sign in with. */
  OIDC_ISSUER: serverUrl(['http:', 'https:'], 'https://accounts.example.com').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  /** Claim with a person's groups, for the `oidc:` lines of access.yaml. */
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  /** Audience in the provider's access tokens, if not Parley's own address. */
  OIDC_AUDIENCE: z.string().optional(),
  /** `trusted`: treats the provider's e-mail addresses as verified even if it does not say so. */
  OIDC_EMAIL: z.enum(['verified', 'trusted']).default('verified'),
  /** Path of a YAML file with the access rules (docs/access.md). */
  PARLEY_ACCESS: z.string().optional(),
  /** US dollars per million tokens of PARLEY_MODEL, for the costs in the console. */
  PARLEY_PRICES: z
    .string()
    .regex(/^input=\d+(\.\d+)?,output=\d+(\.\d+)?$/, 'must be as input=0.4,output=1.6 (US dollars a million tokens)')
    .transform((text) => {
      const [input = 0, output = 0] = text.split(',').map((part) => Number(part.split('=')[1]));
      return { input, output };
    })
    .optional(),
  /** Days that threads are kept after their last question, and days that the audit log is kept; forever by default. */
  PARLEY_RETENTION_DAYS: count.optional(),
  PARLEY_AUDIT_RETENTION_DAYS: count.optional(),
  /** Bearer token for /metrics; without it, only programs on this machine may read it. */
  PARLEY_METRICS_TOKEN: z.string().min(16, 'must be 16 characters or more').optional(),
  /**
   * Port on which a process without the web chat, such as a worker, serves /healthz, /readyz and /metrics; none by
   * default.
   */
  PARLEY_METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  PARLEY_DATA: z.string().default('./data'),
  PARLEY_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  PARLEY_FETCH_ALLOW: z.string().optional(),
  /** Path of a Chromium that renders pages whose text needs scripts. */
  PARLEY_BROWSER: z.string().optional(),
  /** `no`: disables Chromium's own sandbox, if something else confines it, such as a container. */
  PARLEY_BROWSER_SANDBOX: z.enum(['yes', 'no']).default('yes'),
  /** Path of a YAML file with the credentials for source hosts. */
  PARLEY_CREDENTIALS: z.string().optional(),
  /** Packages or files of further connectors, separated by commas (docs/connectors/WRITING.md). */
  PARLEY_CONNECTORS: z.string().optional(),
  /** How often the worker syncs sources without their own interval (`ingest --every`). */
  PARLEY_SYNC_EVERY: z
    .string()
    .default('1h')
    .transform((text, context) => {
      try {
        return readInterval(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be an interval such as 15m, 6h or 1d, or off' });
        return z.NEVER;
      }
    }),
  /** Path of a JSON file of MCP servers that questions may call (docs/live-sources.md). */
  PARLEY_MCP: z.string().optional(),
  /** Destination of answer traces, by OpenTelemetry's own names. LangSmith reads its own variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('parley'),
});
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Reads and checks the settings. Empty values count as unset.
 * @param further schema of further settings, for parts that core does not know
 * @throws BAD_SETTING naming every wrong variable and what it should be
 */
export const readSettings = <Further extends z.ZodRawShape = Record<never, never>>(
  environment: Record<string, string | undefined> = process.env,
  further?: Further,
): Settings & z.infer<z.ZodObject<Further>> => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  assertKnownNames(given);
  const result = settingsSchema.extend(further ?? {}).safeParse(given);
  if (result.success) return result.data as Settings & z.infer<z.ZodObject<Further>>;
  const wrong = result.error.issues.map((issue) => `${issue.path.join('.')} ${plainIssue(issue)}`).join('; ');
  throw new ParleyError('BAD_SETTING', {
    message: `A setting is wrong: ${wrong}.`,
    remedy: 'See .env.example for what each one takes.',
  });
};

/** Maximum edit distance of a misspelt setting from a real one. Other variables belong to other programs. */
const MAX_EDIT_DISTANCE = 2;

/** @throws BAD_SETTING for a variable that is almost a setting: PARLEY_MODLE would otherwise silently mean no model */
const assertKnownNames = (environment: Readonly<Record<string, string | undefined>>): void => {
  const settings = Object.keys(settingsSchema.shape);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('PARLEY_') || settings.includes(name)) continue;
    // Kubernetes tells every pod of a service called "parley" its address like this.
    if (/^[a-z]+:\/\//.test(environment[name] ?? '') && /_PORT(?:_|$)/.test(name)) continue;
    const bare = name.slice('PARLEY_'.length);
    if (settings.includes(bare)) throw unknownSetting(name, bare);
    const [nearest] = settings
      .filter((setting) => setting.startsWith('PARLEY_'))
      .map((setting) => ({ setting, distance: editDistance(name, setting) }))
      .sort((a, b) => a.distance - b.distance);
    if (!nearest || nearest.distance > MAX_EDIT_DISTANCE) continue;
    throw unknownSetting(name, nearest.setting);
  }
};

const unknownSetting = (name: string, meant: string): ParleyError =>
  new ParleyError('BAD_SETTING', {
    message: `There is no setting ${name}. Did you mean ${meant}?`,
    remedy: 'Correct its name, or remove it; .env.example lists every setting.',
  });
