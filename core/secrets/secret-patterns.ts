import { createRequire } from 'node:module';

/** A secret in a text, by UTF-16 offsets. */
export interface FoundSecret {
  start: number;
  end: number;
  /** What it is, as people are told: `Slack token`. */
  kind: string;
}

/** What this file uses of a rule of secretlint. Its `file` reports before it returns: only rules of binary files wait. */
interface Rule {
  meta: { id: string };
  create(context: RuleContext, options: object): { file(source: object): unknown };
}

interface RuleContext {
  createTranslator(): () => object;
  report(finding: { range: readonly [number, number] }): void;
  ignore(): void;
}

const RULE = '@secretlint/secretlint-rule-';

/**
 * Secretlint's rules that are used, with the names of what they find. Left out are those of files (gcp), those of which
 * `PATTERNS` finds more forms (privatekey, basicauth, database-connection-string) or the right place (aws), and comments by which
 * a file switches its checks off (filter-comments).
 */
const KINDS: Readonly<Record<string, string>> = {
  npm: 'npm token',
  slack: 'Slack token',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify token',
  stripe: 'Stripe key',
  github: 'GitHub token',
  gitlab: 'GitLab token',
  grafana: 'Grafana token',
  openai: 'OpenAI key',
  anthropic: 'Anthropic key',
  groq: 'Groq key',
  huggingface: 'Hugging Face token',
  linear: 'Linear key',
  notion: 'Notion token',
  '1password': '1Password token',
  'hashicorp-vault': 'Vault token',
  vercel: 'Vercel token',
  databricks: 'Databricks token',
  docker: 'Docker token',
  figma: 'Figma token',
  cloudflare: 'Cloudflare token',
  tailscale: 'Tailscale key',
};

/** A form of secret that secretlint's rules have not, or find in their newest or whole form only. */
interface Pattern {
  kind: string;
  /** With a group `secret` where only a part of what matches is secret. */
  pattern: RegExp;
  /** True for what people choose themselves, which may be short. */
  chosen?: boolean;
  /** True for a form that nothing else has, so that any value in it is random. */
  sure?: boolean;
}

const PATTERNS: readonly Pattern[] = [
  {
    kind: 'private key',
    // A block that was cut off has no end. Lines may end in the two characters "\n", as in JSON, or stand in quotes.
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?<secret>(?:(?:\s|\\n|\\r)*[A-Z][\w-]{1,20}: [^\n\\]{0,200})*(?:(?:\s|\\n|\\r|>|\|)+[A-Za-z0-9+/=]{16,})+(?:(?:\s|\\n|\\r|>|\|)+[A-Za-z0-9+/=]{1,76}(?=(?:\s|\\n|\\r|>|\|)*-----END))?)/dg,
  },
  { kind: 'JWT', pattern: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{16,}/g },
  { kind: 'AWS key', sure: true, pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  {
    kind: 'AWS key',
    pattern:
      /secret[_ -]?(?:access[_ -]?)?key[^A-Za-z0-9/+]{1,12}(?:is[^A-Za-z0-9/+]{1,4})?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi,
  },
  { kind: 'Google API key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { kind: 'Slack token', pattern: /(?<![A-Za-z0-9])(?:xox[a-z]|xapp)(?:-[A-Za-z0-9%]+){1,6}/g },
  { kind: 'API key', pattern: /(?<![\w-])(?:sk|pk|rk)-[\w-]{24,}/g },
  { kind: 'Discord token', pattern: /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/g },
  {
    kind: 'webhook address',
    pattern: /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,21}\/(?<secret>[\w-]{50,})/dg,
  },
  { kind: 'Telegram token', pattern: /(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { kind: 'access token', pattern: /\bBearer\s+(?<secret>[\w.~+/-]{20,}=*)/dg },
  { kind: 'storage key', pattern: /\b(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/dg },
  {
    kind: 'password',
    pattern:
      /(?<![\w+.-])[a-z][\w+.-]{1,30}:\/\/[^\s/:@'"`<>()[\]{}]{0,100}:(?<secret>[^\s/@'"`<>]{4,200})@(?<host>[\w.-]+)/dgi,
    chosen: true,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:Server|Data Source|Host|Endpoint|AccountEndpoint)=[^\n]{0,300}?;\s*(?:Password|Pwd)=(?<secret>[^;\s'"`]{4,200})/dgi,
    chosen: true,
  },
];

/** Hosts that stand for none (RFC 2606). */
const EXAMPLE_HOST = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|test|invalid)$/i;

/** Words and series by which a manual shows that a value is to be put in. */
const FILLED_IN =
  /example|sample|placeholder|dummy|change.?me|redacted|your|my[_-]?(?:token|key|secret)|fake|insert|(.)\1{4}|12345|23456|34567|abcdef|bcdefg|qwerty|\.\.\.|\*\*\*|…|xxxx/i;

/** Fewer different characters than a random value of 20 characters ever has. */
const MIN_DIFFERENT = 8;

/** Start of a value that is read for words; in a long key any short word occurs by chance. */
const MAX_READ_CHARS = 100;

/** True for a value that is filled in, and no sign of where to put one. */
const isFilled = (value: string): boolean =>
  value.length >= 20 && !FILLED_IN.test(value.slice(0, MAX_READ_CHARS)) && new Set(value).size >= MIN_DIFFERENT;

/** A value whose letters change between cases and digits, as names of classes, packages and files do not. */
const isRandom = (value: string): boolean =>
  isFilled(value) &&
  value.split(/[-_./]/).some((part) => part.length >= 8 && /[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]{2}/.test(part));

/** A password that somebody chose, and no word, variable or mark that stands for one. */
const isChosen = (value: string): boolean =>
  !FILLED_IN.test(value) &&
  !/[<>{}$]|^%\w+%?$/.test(value) &&
  !/^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(value) &&
  !/^(?:p[a@]ss|pwd|secret|user|db)\p{L}*\d?$/iu.test(decoded(value));

/** An address's part in the signs that it stands for. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Names and numbers of the tokens that manuals show. */
const SHOWN_CLAIMS = /1234567890|John Doe|example/i;

/** The text that a token of three parts says in letters anybody can read. */
const claimsOf = (token: string): string => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');

let loaded: readonly Rule[] | undefined;

/** Secretlint's rules, loaded with the first text that may hold a secret: most commands see none. */
const secretlintRules = (): readonly Rule[] => {
  loaded ??= createRequire(import.meta.url)('@secretlint/secretlint-rule-preset-recommend').rules as readonly Rule[];
  return loaded;
};

/** Finds secrets, in no order. They may lie over each other. */
export const patternSecrets = (text: string): FoundSecret[] => {
  const found: FoundSecret[] = [];
  for (const rule of secretlintRules()) {
    const kind = KINDS[rule.meta.id.slice(RULE.length)];
    if (!kind) continue;
    const context: RuleContext = {
      createTranslator: () => () => ({}),
      ignore() {},
      report({ range: [start, end] }) {
        if (isRandom(text.slice(start, end))) found.push({ start, end, kind });
      },
    };
    rule.create(context, {}).file({ content: text, contentType: 'text' });
  }
  for (const { kind, pattern, chosen, sure } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.secret ?? [match.index, match.index + match[0].length];
      const value = text.slice(start, end);
      const isSecret = chosen
        ? isChosen(value) && !EXAMPLE_HOST.test(match.groups?.host ?? '')
        : sure
          ? isFilled(value)
          : isRandom(kind === 'private key' ? value.replace(/\\[nr]|\s/g, '') : value);
      if (isSecret && !(kind === 'JWT' && SHOWN_CLAIMS.test(claimsOf(value)))) found.push({ start, end, kind });
    }
  }
  return found;
};
