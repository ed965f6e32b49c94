import { isIP } from 'node:net';
import { z } from 'zod';
import { ParleyError } from './errors.ts';
import { readInterval } from './interval.ts';
import { slipsBetween } from './text/slips.ts';

/** A URL in any scheme. */
export const urlSetting = z.string().regex(/^[a-z][a-z0-9+.-]*:\/\//i, 'must be a URL such as http://localhost:8000');
/** A URL of a server that is spoken to in one of these ways; the message never repeats the URL, which may hold a password. */
const serverUrl = (schemes: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && new URL(text).hostname !== '' && schemes.includes(new URL(text).protocol),
      `must be a URL such as ${example} (schemes: ${schemes.map((scheme) => scheme.slice(0, -1)).join(', ')})`,
    );
const providerAndName = z.string().regex(/^[a-z][a-z0-9-]*:.+/, 'must be provider:name, such as openai:gpt-4.1-mini');

const count = z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be 1 or more');

/** Names with commas or spaces between, in lower case. */
const nameList = z.string().transform((text) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== ''),
);

/** An address, or a network as `10.0.0.0/8`. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};

/** A scheme and a host, as a browser names the site of a page. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Every setting of Parley but those that a chat platform brings (bots/settings.ts). `.env.example` documents them. */
export const settingsSchema = z.object({
  PARLEY_MODEL: providerAndName.optional(),
  PARLEY_MODEL_BASE_URL: urlSetting.optional(),
  PARLEY_MODEL_API_KEY: z.string().optional(),
  PARLEY_FAST_MODEL: providerAndName.optional(),
  /** How much a thinking model thinks; as the provider has it by default. */
  PARLEY_MODEL_EFFORT: z.enum(['none', 'minimal', 'low', 'medium', 'high']).optional(),
  /** `no`: only what a source states is answered, never what the sources make likely. */
  PARLEY_LIKELY: z.enum(['yes', 'no']).default('yes'),
  /** `off` and `none` say what leaving it out says, such as over an .env that sets it. */
  PARLEY_EMBEDDINGS: z
    .string()
    .regex(/^(?:[a-z][a-z0-9-]*:.+|off|none)$/, 'must be provider:name, such as local:all-MiniLM-L6-v2, or off')
    .transform((name) => (name === 'off' || name === 'none' ? undefined : name))
    .optional(),
  PARLEY_EMBEDDINGS_BASE_URL: urlSetting.optional(),
  PARLEY_EMBEDDINGS_API_KEY: z.string().optional(),
  PARLEY_MODELS: z.string().optional(),
  /** `model` is the one that answers. */
  PARLEY_RERANKER: z
    .string()
    .regex(/^(model|[a-z][a-z0-9-]*:.+)$/, 'must be model, or provider:name such as cohere:rerank-v3.5')
    .optional(),
  /** Consent to fetch a local encoder's files once; without it nothing is fetched. */
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
  /** Keeps several Parleys apart on the same servers: a Postgres schema, a Chroma collection, a prefix of Neo4j labels. */
  PARLEY_NAMESPACE: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower-case letters, digits and _, such as parley_staging')
    .default('parley'),
  /** Questions that this process works on at once: of all, of one person, of one workspace (all by default). */
  PARLEY_AT_ONCE: count.default(16),
  PARLEY_AT_ONCE_PER_PERSON: count.default(2),
  PARLEY_AT_ONCE_PER_WORKSPACE: count.optional(),
  /** Questions that one person may have waiting; further ones are refused. */
  PARLEY_WAITING_PER_PERSON: count.default(5),
  /** Questions that may wait in total, and from one network address (web chat); further ones are told when to try again. */
  PARLEY_WAITING: count.default(500),
  PARLEY_WAITING_PER_ADDRESS: count.default(100),
  /** Seconds within which a question that waits at the page or an API is to be answered; a later one is refused with a time. */
  PARLEY_WAITING_SECONDS: count.default(8),
  /** A day's allowance (UTC), over all processes; none by default. Beyond the tokens, Parley quotes. */
  PARLEY_DAILY_QUESTIONS_PER_PERSON: count.optional(),
  PARLEY_DAILY_QUESTIONS_PER_WORKSPACE: count.optional(),
  PARLEY_DAILY_TOKENS_PER_PERSON: count.optional(),
  PARLEY_DAILY_TOKENS_PER_WORKSPACE: count.optional(),
  /** Streams of answers that this process keeps open at once; one caller may hold half of them. */
  PARLEY_STREAMS: count.default(1000),
  /** Whom the MCP and OpenAI-compatible doors answer: holders of a token, or anybody, with public pages. */
  PARLEY_DOORS: z.enum(['token', 'public']).default('token'),
  /** Origins of other sites whose pages may ask through a browser: MCP clients in a browser. */
  PARLEY_ALLOWED_ORIGINS: nameList.default([]),
  /** Origins of the sites that may show the widget; empty: the widget is off. */
  PARLEY_WIDGET_ORIGINS: nameList
    .refine((list) => list.every(isOrigin), 'must be origins such as https://docs.example.com, without a path')
    .default([]),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** The address that the web chat listens on: this machine alone unless told otherwise. */
  PARLEY_HOST: z.string().default('127.0.0.1'),
  /** Where people reach the web chat, for links from other chats and behind a proxy. */
  PARLEY_PUBLIC_URL: serverUrl(['http:', 'https:'], 'https://parley.example.com').optional(),
  /** Further host names that the web chat answers to, beside PARLEY_PUBLIC_URL's, loopback names and bare addresses. */
  PARLEY_ALLOWED_HOSTS: nameList.default([]),
  /** Hosts that an ingested file may name as its own address (front matter, canonical link): citations of it link there. */
  PARLEY_LINK_HOSTS: nameList.default([]),
  /** Addresses or networks of proxies whose X-Forwarded-For is believed. */
  PARLEY_TRUST_PROXY: nameList
    .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 127.0.0.1, 10.0.0.0/8')
    .default([]),
  /** Whether the web page answers only to people who have signed in; by default it does where OIDC_ISSUER is set. */
  PARLEY_SIGN_IN: z.enum(['required', 'optional']).optional(),
  /** The OpenID Connect provider that people sign in with. */
  OIDC_ISSUER: serverUrl(['http:', 'https:'], 'https://accounts.example.com').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  /** The claim that lists a person's groups, for the `oidc:` lines of access.yaml. */
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  /** What the provider writes into access tokens for this Parley, where it is not Parley's own address. */
  OIDC_AUDIENCE: z.string().optional(),
  /** `trusted`: the provider's addresses count as verified although it does not say so. */
  OIDC_EMAIL: z.enum(['verified', 'trusted']).default('verified'),
  /** A YAML file that says who may see what (docs/access.md). */
  PARLEY_ACCESS: z.string().optional(),
  /** US dollars a million tokens of the model that answers, for the costs that the console shows. */
  PARLEY_PRICES: z
    .string()
    .regex(/^input=\d+(\.\d+)?,output=\d+(\.\d+)?$/, 'must be as input=0.4,output=1.6 (US dollars a million tokens)')
    .transform((text) => {
      const [input = 0, output = 0] = text.split(',').map((part) => Number(part.split('=')[1]));
      return { input, output };
    })
    .optional(),
  /** Days that a thread is kept after its last question, and that the trail of changes goes back; for good by default. */
  PARLEY_RETENTION_DAYS: count.optional(),
  PARLEY_AUDIT_RETENTION_DAYS: count.optional(),
  /** What a program must send as a bearer token to read /metrics; without it, programs on this machine alone may. */
  PARLEY_METRICS_TOKEN: z.string().min(16, 'must be 16 characters or more').optional(),
  /** Where a process without the web chat, such as a worker, answers /healthz, /readyz and /metrics; nowhere by default. */
  PARLEY_METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  PARLEY_DATA: z.string().default('./data'),
  PARLEY_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  PARLEY_FETCH_ALLOW: z.string().optional(),
  /** The path of a Chromium that draws pages which hold no text without their scripts. */
  PARLEY_BROWSER: z.string().optional(),
  /** `no`: without Chromium's own sandbox, where something else confines it, such as a container. */
  PARLEY_BROWSER_SANDBOX: z.enum(['yes', 'no']).default('yes'),
  /** The path of a YAML file with what signs in to the hosts of sources. */
  PARLEY_CREDENTIALS: z.string().optional(),
  /** Packages or files with more connectors, separated by commas (docs/connectors/WRITING.md). */
  PARLEY_CONNECTORS: z.string().optional(),
  /** How often the worker reads sources again that have no interval of their own (`ingest --every`). */
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
  /** A JSON file of MCP servers that may be asked while a question is answered (docs/live-sources.md). */
  PARLEY_MCP: z.string().optional(),
  /** Where traces of answers go, by OpenTelemetry's own names; LangSmith's settings need no line here. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('parley'),
});
export type Settings = z.infer<typeof settingsSchema>;

/**
 * Checks the environment once, at the start. Empty values count as not set.
 * @param further settings of parts that core does not know, checked with the others
 * @throws BAD_SETTING naming every variable that is wrong and what it should be
 */
export const readSettings = <Further extends z.ZodRawShape = Record<never, never>>(
  environment: Record<string, string | undefined> = process.env,
  further?: Further,
): Settings & z.infer<z.ZodObject<Further>> => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  assertKnownNames(Object.keys(given));
  const result = settingsSchema.extend(further ?? {}).safeParse(given);
  if (result.success) return result.data as Settings & z.infer<z.ZodObject<Further>>;
  const wrong = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ');
  throw new ParleyError('BAD_SETTING', {
    message: `A setting is wrong: ${wrong}.`,
    remedy: 'See .env.example for what each one takes.',
  });
};

/** A name this many slips of the finger away from a setting's is a misspelt setting; others belong to other programs. */
const MAX_SLIPS = 2;

/** @throws BAD_SETTING for a variable that no setting is called, but almost: PARLEY_MODLE would pass for no model at all */
const assertKnownNames = (names: readonly string[]): void => {
  const settings = Object.keys(settingsSchema.shape);
  for (const name of names) {
    if (!name.startsWith('PARLEY_') || settings.includes(name)) continue;
    const [nearest] = settings
      .filter((setting) => setting.startsWith('PARLEY_'))
      .map((setting) => ({ setting, slips: slipsBetween(name, setting) }))
      .sort((a, b) => a.slips - b.slips);
    if (!nearest || nearest.slips > MAX_SLIPS) continue;
    throw new ParleyError('BAD_SETTING', {
      message: `There is no setting ${name}. Did you mean ${nearest.setting}?`,
      remedy: 'Correct its name, or remove it; .env.example lists every setting.',
    });
  }
};
