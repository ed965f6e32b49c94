import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readBotSettings } from '../../bots/settings.ts';

const chart = join(import.meta.dirname, 'parley');
const helm = process.env.HELM ?? 'helm';
const reason = spawnSync(helm, ['version', '--short']).status === 0 ? undefined : 'helm is not here';

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: Record<string, unknown>;
}

const render = (values: Record<string, string>): Manifest[] => {
  const set = Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const text = execFileSync(helm, ['template', 'team', chart, '--namespace', 'chat', ...set], { encoding: 'utf8' });
  return parseAllDocuments(text).flatMap((document) => {
    expect(document.errors).toEqual([]);
    return (document.toJS() as Manifest | null) ?? [];
  });
};

interface Container {
  args: string[];
  image: string;
  securityContext: Record<string, unknown>;
}
const containerOf = (manifest: Manifest | undefined): Container => {
  const { template } = (manifest?.spec ?? {}) as { template: { spec: { containers: [Container] } } };
  return template.spec.containers[0];
};

describe.skipIf(reason !== undefined)(`the chart${reason ? ` (${reason})` : ''}`, () => {
  it('refuses to be installed without the secret that holds Postgres’ address', () => {
    expect(spawnSync(helm, ['template', 'team', chart]).status).not.toBe(0);
  });

  it('starts fronts and workers from one image, without privileges, with settings that the schema takes', () => {
    const all = render({ existingSecret: 'parley' });
    const named = (kind: string, name: string) => all.find((each) => each.kind === kind && each.metadata.name === name);
    const [front, worker] = ['team-front', 'team-worker'].map((name) => containerOf(named('Deployment', name)));
    expect(front?.args.slice(-2)).toEqual(['--without', 'worker']);
    expect(worker?.args.slice(-2)).toEqual(['--only', 'worker']);
    expect(front?.image).toBe(worker?.image);
    expect(front?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    for (const name of ['team-front', 'team-worker'])
      expect(named('Deployment', name)?.spec).toMatchObject({ template: { spec: { enableServiceLinks: false } } });
    const settings = readBotSettings(named('ConfigMap', 'team')?.data ?? {});
    expect(settings.PORT).toBe(settings.PARLEY_METRICS_PORT);
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Deployment',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ]);
  });

  it('names itself to people by the ingress’s host', () => {
    const all = render({
      existingSecret: 'parley',
      'ingress.enabled': 'true',
      'ingress.host': 'ask.example.com',
      'ingress.tlsSecret': 'tls',
    });
    expect(all.find(({ kind }) => kind === 'ConfigMap')?.data?.PARLEY_PUBLIC_URL).toBe('https://ask.example.com');
    expect(all.filter(({ kind }) => kind === 'Ingress')).toHaveLength(1);
  });
});

it('has a chart of the package’s version, which runs the program that the image runs', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(parse(read('deploy/helm/parley/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  const [, command = '[]'] = /^CMD (\[.*)$/m.exec(read('Dockerfile').split('\nFROM').at(-1) ?? '') ?? [];
  const program = (JSON.parse(command) as string[]).map((part) => `"${part}"`).join(' ');
  expect(read('deploy/helm/parley/templates/_helpers.tpl')).toContain(program);
});
