import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { keepSecrets, maskSecrets, withoutSecrets } from './mask-secrets.ts';

const random = seededRandom(7);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const draw = (signs: string, length: number) =>
  Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('');
const word = (length: number) => `a1B${draw(`${LETTERS}0123456789`, length - 3)}`;
const digits = (length: number) => `81${draw('0123456789', length - 2)}`;
const base64url = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url');

// Made at run time, so that no file here holds what looks like a key.
const SECRETS: Readonly<Record<string, string>> = {
  'Slack token': `xoxb-${digits(12)}-${digits(13)}-${word(24)}`,
  'Slack token of an app': `xapp-1-A0${draw('ABCDEFGHIJ234', 9)}-${digits(13)}-${draw('0123456789abcdef', 64)}`,
  'OpenAI key': `sk-${word(20)}T3BlbkFJ${word(20)}`,
  'API key': `sk-${word(48)}`,
  'Anthropic key': `sk-ant-api03-${word(93)}AA`,
  'GitHub token': `ghp_${word(36)}`,
  'GitLab token': `glpat-${word(20)}`,
  'Stripe key': `sk_live_${word(24)}`,
  'AWS key': `AKIA${draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`,
  'Google API key': `AIza${word(35)}`,
  JWT: `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: word(9), exp: 1790345672 })}.${word(43)}`,
  'access token': `Bearer ${word(40)}`,
  'password of Postgres': `postgres://app:${word(14)}@db.internal:5432/main`,
  'password of Redis': `redis://:${word(24)}@cache:6379/0`,
  'password of a repository': `https://deploy:${word(20)}@git.corp.io/x.git`,
  'password of SQL Server': `Server=tcp:sql1.corp.net,1433;Database=shop;User ID=app;Password=${word(12)}!;Encrypt=True`,
  'storage key': `AccountName=corp;AccountKey=${word(86)}==;EndpointSuffix=core.windows.net`,
  'private key': generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
};

const PLACES: Readonly<Record<string, (secret: string) => string>> = {
  'a sentence': (secret) => `For the job use ${secret}, it is valid until May.`,
  'the end of a sentence': (secret) => `The key of the bot is ${secret}.`,
  code: (secret) => `\`\`\`sh\nexport KEY="${secret}"\nrun\n\`\`\``,
  'a cell': (secret) => `| Name | Value |\n| --- | --- |\n| bot | ${secret.replaceAll('\n', ' ')} |`,
  JSON: (secret) => JSON.stringify({ value: secret }),
  'a chat': (secret) => `Ines: here <${secret}> thanks\nTom: ok`,
  'escaped Markdown': (secret) => `Value: ${secret.replace(/[\\`*_[\]<]/g, '\\$&')} (old)`,
  'a quote': (secret) => secret.replace(/^/gm, '> '),
};

/** The parts of a secret that nobody could guess. */
const coresOf = (secret: string) =>
  secret
    .replace(/-----[A-Z ]+-----|^\w+:\/\/\w*:|@[\w.:/]+$/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part.length >= 10 && /\d/.test(part));

afterEach(() => keepSecrets(false));

describe.each(Object.entries(SECRETS))('%s', (name, secret) => {
  it.each(Object.entries(PLACES))('is masked in %s, and its words stay', (_, put) => {
    const { text, removed } = maskSecrets(put(secret));
    expect(removed.map(({ kind }) => kind)).toEqual([name.replace(/ of .*/, '')]);
    expect(text).toContain('[secret removed: ');
    const joined = text.replaceAll('\\', '');
    for (const core of coresOf(secret)) expect(joined).not.toContain(core);
  });
});

it('leaves the rest of an address', () => {
  expect(withoutSecrets(SECRETS['password of Postgres'] ?? '')).toBe(
    'postgres://app:[secret removed: password]@db.internal:5432/main',
  );
});

it.each([
  'The commit 0bc058bf9d2f4c9a8e7d6c5b4a39281706f5e4d3 fixed it.',
  'Request 7c9e6679-7425-40de-944b-e07fc1f90ae7 failed.',
  'sha512-Ptm3vYFVkXQFg6vNV0yGQ7FqZcO1tq4qzFQnSyDLcvQ0PTeOlCSd0u2o1WcXPWIkTDlfXrjJZbA0cBQZ1tZcWw==',
  '![](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==)',
  'Set OPENAI_API_KEY=sk-... or SLACK_BOT_TOKEN=xoxb-your-token-here-please-ok',
  'AKIAIOSFODNN7EXAMPLE and aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY are the manual’s.',
  'Connect to postgres://user:password@localhost:5432/db or postgres://parley:$PASSWORD@db/main.',
  'https://user:pa55w0rd!@example.com/ shows the form.',
  'Open `sk-learn-contrib-imbalanced-learn-datasets` and the task-queue-management-dashboard page.',
  'Authorization: Bearer YOUR_ACCESS_TOKEN_GOES_HERE',
  'The Wi-Fi password of the guests is Sunflower-2024.',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  'The file starts with -----BEGIN RSA PRIVATE KEY----- and then holds the key in lines of 64 characters each.',
  `Try ${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: '1234567890', name: 'John Doe', iat: 1516239022 })}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV`,
  'java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run',
])('keeps what is no secret: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

it('keeps secrets where the setting says so', () => {
  const text = `Use ${SECRETS['GitHub token']}`;
  keepSecrets(true);
  expect(withoutSecrets(text)).toBe(text);
  keepSecrets(false);
  expect(withoutSecrets(text)).toBe('Use [secret removed: GitHub token]');
});
