import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { platformSettings } from '../bots/settings.ts';
import { readSettings, settingsSchema } from '../core/settings.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The parts of the Compose format that the file uses. Strict, so that typing errors fail. */
const composeSchema = z.strictObject({
  name: z.string(),
  services: z.record(
    z.string(),
    z.strictObject({
      build: z.string().optional(),
      image: z.string().regex(/^[\w./-]+(:[\w.-]+)?$/),
      init: z.boolean().optional(),
      command: z.array(z.string()).optional(),
      deploy: z.strictObject({ replicas: z.number().int().positive() }).optional(),
      read_only: z.boolean().optional(),
      tmpfs: z.array(z.string().regex(/^\/[\w/]+$/)).optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()).optional(),
      restart: z.enum(['unless-stopped']),
      env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
      environment: z.record(z.string(), z.string()),
      ports: z.array(z.string().regex(/^127\.0\.0\.1:.+:\d+$/, 'published to this machine alone')).optional(),
      volumes: z.array(z.string().regex(/^[\w-]+:\/[\w/]+$/)),
      depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
      healthcheck: z.strictObject({
        test: z.array(z.string()).min(2),
        interval: z.string().regex(/^\d+s$/),
        timeout: z.string().regex(/^\d+s$/),
        retries: z.number().int().positive(),
        start_period: z.string().regex(/^\d+s$/),
      }),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

/** Substitutes `${NAME:-default}` like Compose, with the values in `set`. */
const filled = (text: string, set: Record<string, string> = {}) =>
  text.replaceAll(/(?<!\$)\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => set[name] ?? otherwise);

/** The names of all settings. */
const KNOWN = Object.keys({ ...settingsSchema.shape, ...platformSettings });

describe('docker-compose.yml', () => {
  const compose = composeSchema.parse(parse(read('docker-compose.yml')));
  const { parley, ...servers } = compose.services;
  const environment = Object.fromEntries(
    Object.entries(parley!.environment).map(([key, value]) => [key, filled(value)]),
  );

  it('gives Parley settings that its schema knows and takes', () => {
    const settings = readSettings(environment);
    for (const name of Object.keys(environment)) expect(KNOWN, name).toContain(name);
    expect(settings.PARLEY_HOST).toBe('0.0.0.0');
    expect(parley!.ports).toEqual([`127.0.0.1:\${PORT:-3000}:${settings.PORT}`]);
  });

  it('has a server for each store that can have one, under the name and port that the settings use', () => {
    const hosts = ['CHROMA_URL', 'NEO4J_URL', 'POSTGRES_URL'].map((name) => new URL(environment[name]!));
    expect(hosts.map(({ hostname }) => hostname).sort()).toEqual(Object.keys(servers).sort());
    expect(hosts.map(({ port }) => port)).toEqual(['8000', '7687', '5432']);
  });

  it('starts Parley when every server is healthy', () => {
    expect(Object.keys(parley!.depends_on!).sort()).toEqual(Object.keys(servers).sort());
  });

  it('gives Parley no privilege, and nothing to write but its data and a scratch folder in memory', () => {
    expect(parley).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(parley?.volumes).toEqual([`parley-data:${environment.PARLEY_DATA}`]);
  });

  it('keeps every volume that it mounts, one a service, and mounts every volume that it keeps', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(':')[0]!),
    );
    expect(mounted.sort()).toEqual(Object.keys(compose.volumes).sort());
    expect(parley!.volumes[0]!.split(':')[1]).toBe(environment.PARLEY_DATA);
  });

  it.each<Record<string, string>>([{}, { NEO4J_PASSWORD: 'another-one', POSTGRES_PASSWORD: 'another-two' }])(
    'tells Parley the passwords that the servers are started with: %o',
    (set) => {
      const value = (service: string, name: string) => filled(compose.services[service]!.environment[name]!, set);
      expect(value('neo4j', 'NEO4J_AUTH')).toBe(`neo4j/${value('parley', 'NEO4J_PASSWORD')}`);
      const { username, password, pathname } = new URL(value('parley', 'POSTGRES_URL'));
      expect([username, password, pathname]).toEqual([
        value('postgres', 'POSTGRES_USER'),
        value('postgres', 'POSTGRES_PASSWORD'),
        `/${value('postgres', 'POSTGRES_DB')}`,
      ]);
      expect(value('parley', 'NEO4J_PASSWORD').length).toBeGreaterThanOrEqual(8); // Neo4j's minimum
    },
  );
});

describe('docker-compose.postgres.yml', () => {
  const compose = composeSchema.parse(parse(read('docker-compose.postgres.yml'), { merge: true }));
  const whole = composeSchema.parse(parse(read('docker-compose.yml')));
  const { parley, worker: _worker, ...servers } = compose.services;

  it('starts Parley with a Postgres that has pgvector, and no other server', () => {
    expect(Object.keys(servers)).toEqual(['postgres']);
    expect(read('docker-compose.postgres.yml')).toMatch(/image: pgvector\/pgvector:/);
    const { CHROMA_URL, NEO4J_URL, POSTGRES_URL } = readSettings(
      Object.fromEntries(Object.entries(parley!.environment).map(([key, value]) => [key, filled(value)])),
    );
    expect([CHROMA_URL, NEO4J_URL]).toEqual([undefined, undefined]);
    expect(new URL(POSTGRES_URL!).hostname).toBe('postgres');
    expect(Object.keys(parley!.depends_on!)).toEqual(['postgres']);
    expect(Object.keys(compose.volumes).sort()).toEqual(['parley-data', 'postgres-data']);
  });

  it('gives Parley what docker-compose.yml gives it, but for the other servers', () => {
    const { depends_on: _, environment, command: ___, ...rest } = parley!;
    const { depends_on: __, environment: all, ...expected } = whole.services.parley!;
    expect(rest).toEqual(expected);
    const others = /^(CHROMA|NEO4J)_/;
    expect(environment).toEqual({
      ...Object.fromEntries(Object.entries(all).filter(([name]) => !others.test(name))),
      PARLEY_METRICS_PORT: environment.PORT,
    });
    expect(servers.postgres!.environment).toEqual(whole.services.postgres!.environment);
  });
});

describe('docker-compose.postgres.yml, its processes', () => {
  const compose = composeSchema.parse(parse(read('docker-compose.postgres.yml'), { merge: true }));
  const { parley, worker } = compose.services;

  it('are a front that holds the sockets and workers that answer, otherwise alike', () => {
    const { command: front, ports, ...shared } = parley!;
    const { command: work, ports: none, deploy, ...same } = worker!;
    expect(front?.slice(-2)).toEqual(['--without', 'worker']);
    expect(work?.slice(-2)).toEqual(['--only', 'worker']);
    expect(front?.slice(0, -2)).toEqual(work?.slice(0, -2));
    expect(front?.slice(0, -2).join(' ')).toBe(
      (JSON.parse(/^CMD (\[.*)$/m.exec(read('Dockerfile').split('\nFROM').at(-1)!)![1]!) as string[]).join(' '),
    );
    expect(ports).toHaveLength(1);
    expect([none, deploy?.replicas]).toEqual([[], 2]);
    expect(same).toEqual(shared);
  });

  it('answer for their health at the same port, the web chat or not', () => {
    const settings = readSettings(
      Object.fromEntries(Object.entries(worker!.environment).map(([key, value]) => [key, filled(value)])),
    );
    expect(settings.PARLEY_METRICS_PORT).toBe(settings.PORT);
    expect(worker!.healthcheck.test.join(' ')).toContain(`:${settings.PORT}/healthz`);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1);

  it('sets what the settings schema knows, and opens the port that Parley listens on', () => {
    const set = Object.fromEntries(
      last('ENV')!
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    );
    const { NODE_ENV, ...settings } = set;
    expect(NODE_ENV).toBe('production');
    for (const name of Object.keys(settings)) expect(KNOWN).toContain(name);
    expect(last('EXPOSE')).toBe(settings.PORT);
    expect(last('VOLUME')).toBe(settings.PARLEY_DATA);
  });

  it('has the command that messages and docs/ name, with the files that it starts', () => {
    const [, target] = /ln -s \/parley\/(\S+) \/usr\/local\/bin\/parley$/m.exec(lines.join('\n'))!;
    expect(lines.join('\n')).toContain(`chmod +x ${target}`);
    const copied = lines.filter((line) => line.startsWith('COPY cli/')).flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied).toContain(target);
    const [, beside] = /require\('\.\/(.+)'\)/.exec(read(target!))!;
    expect(copied).toContain(`cli/${beside}`);
  });

  it('runs files that are there, as a user who is not root', () => {
    const command = JSON.parse(last('CMD')!) as string[];
    const [program] = command.slice(1).filter((part) => !part.startsWith('--'));
    // The image's program is compiled from the source file with the same name.
    expect(existsSync(join(root, (program ?? '').replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
    expect(last('USER')).toBe('node');
    for (const line of lines.filter((line) => line.startsWith('COPY package')))
      for (const file of line.split(' ').slice(1, -1)) expect(existsSync(join(root, file)), file).toBe(true);
  });

  it('takes no secrets and no data into the image', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['.env', 'data', 'node_modules', '.git']) expect(ignored).toContain(path);
  });

  it('runs the major version of Node that the project runs', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
    expect(last('FROM')).toMatch(new RegExp(`^node:${devDependencies.node.split('.')[0]}-`));
  });
});
