import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulatedModel } from '../evals/simulator/server/server.ts';
import { sampleHandbook } from '../samples/index.ts';
import { documentedBlocks } from './testing/documented-blocks.ts';
import { foundNodes, isSupported } from './testing/nodes.ts';
import { installPacked, type PackedParley } from './testing/packed-parley.ts';

const root = path.dirname(import.meta.dirname);
const nodes = foundNodes();
const current = { path: process.execPath, major: Number(process.versions.node.split('.')[0]) };
const oldest = nodes.find((node) => isSupported(node) && node.major === 22);
/** The Nodes that everything is run on. */
const running = oldest && oldest.path !== current.path ? [current, oldest] : [current];
const tooOld = nodes.find((node) => !isSupported(node));

let packed: PackedParley;
let model: Awaited<ReturnType<typeof startSimulatedModel>>;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  packed = installPacked();
  model = await startSimulatedModel({ port: 0 });
  env = { PATH: process.env.PATH, HOME: process.env.HOME, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.url };
  cpSync(path.join(sampleHandbook, 'people'), path.join(packed.folder, 'pages'), { recursive: true });
  writeFileSync(path.join(packed.folder, 'mcp.json'), '{ "mcpServers": {} }');
});
afterAll(async () => {
  await model?.close();
  packed?.dispose();
});

const parleyBin = () => path.join(packed.folder, 'node_modules', 'parley', 'cli', 'parley.cjs');

describe('the packed command', () => {
  it.each(running)('answers on Node $major', (node) => {
    const parley = (...args: string[]) =>
      execFileSync(node.path, [parleyBin(), ...args, '--data', `./data-${node.major}`], {
        cwd: packed.folder,
        env,
        encoding: 'utf8',
      });
    expect(parley('ingest', './pages')).toMatch(/added/);
    expect(parley('ask', 'How many weeks of parental leave do I get?')).toContain('26 weeks');
  });

  it('opens the web chat, without a bundler', async () => {
    const running = spawn(process.execPath, [parleyBin(), 'start', '--only', 'web'], {
      cwd: packed.folder,
      env: { ...env, PORT: '0', PARLEY_DATA: './web' },
    });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let printed = '';
        const read = (chunk: Buffer) => {
          printed += chunk;
          const [found] = /http:\S+/.exec(printed) ?? [];
          if (found) resolve(found);
        };
        running.stdout.on('data', read);
        running.stderr.on('data', read);
        running.once('exit', () => reject(new Error(printed)));
      });
      const page = await (await fetch(url)).text();
      const script = /src="(\/assets\/main[^"]+)"/.exec(page)?.[1] ?? '';
      const served = await fetch(new URL(script, url));
      expect(served.headers.get('content-type')).toContain('javascript');
      expect((await served.text()).length).toBeGreaterThan(10_000);
    } finally {
      running.kill('SIGTERM');
    }
  });

  it('checks its settings without the packages of platforms, and says where the guides are', () => {
    const doctor = (environment: Record<string, string>) =>
      spawnSync(process.execPath, [parleyBin(), 'doctor', '--data', './doctor'], {
        cwd: packed.folder,
        env: { ...env, PORT: '0', ...environment },
        encoding: 'utf8',
      });
    const { stdout, stderr, status } = doctor({});
    expect(status, stdout + stderr).toBe(0);
    for (const platform of ['slack', 'discord']) {
      const [, guide = ''] = new RegExp(`off    ${platform}: not set: (\\S+) says how`).exec(stdout) ?? [];
      expect(guide).toBe(`node_modules/parley/docs/${platform}.md`);
      expect(existsSync(path.join(packed.folder, guide))).toBe(true);
    }
    const slack = doctor({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' });
    expect([slack.status, slack.stdout]).toEqual([
      1,
      expect.stringMatching(/broken slack: .*`npm install @slack\/bolt@5`/),
    ]);
    const misspelt = doctor({ PORT: 'x' });
    expect(misspelt.stdout).toContain('node_modules/parley/.env.example');
  });

  it('names a package that is missing, and the command that installs it', () => {
    const missing = (environment: Record<string, string>, ...args: string[]) =>
      spawnSync(process.execPath, [parleyBin(), ...args], {
        cwd: packed.folder,
        env: { ...env, ...environment },
        encoding: 'utf8',
      });
    const chroma = missing({ CHROMA_URL: 'http://127.0.0.1:9' }, 'search', 'leave');
    expect([chroma.status, chroma.stderr]).toEqual([1, expect.stringContaining('npm install chromadb@3')]);
    const discord = missing({ DISCORD_TOKEN: 'x' }, 'start', '--only', 'discord');
    expect([discord.status, discord.stderr]).toEqual([1, expect.stringContaining('npm install discord.js@14')]);
    const provider = missing(
      { PARLEY_MODEL: 'anthropic:claude', ANTHROPIC_API_KEY: 'x' },
      'ask',
      'How long is the leave?',
    );
    expect([provider.status, provider.stderr]).toEqual([
      1,
      expect.stringContaining('npm install @langchain/anthropic@1'),
    ]);
  });
});

describe('the contract of connectors', () => {
  it('lies in the package, with the process that it kills', () => {
    const installed = path.join(packed.folder, 'node_modules/parley');
    const { exports } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    const { types, default: code } = exports['./connector-contract'];
    const killed = 'dist/ingest/sources/testing/ingest-process.js';
    for (const file of [types, code, killed]) expect(existsSync(path.join(installed, file))).toBe(true);
  });
});

describe('an older Node', () => {
  it.skipIf(!tooOld)('is told what Parley needs, by the command and by the library', () => {
    const told = `Parley needs Node 22.18 or later; this is ${tooOld?.major}.`;
    const command = spawnSync(tooOld?.path ?? '', [parleyBin(), 'ask', 'x'], { env, encoding: 'utf8' });
    expect([command.status, command.stderr]).toEqual([1, expect.stringMatching(/^Parley needs Node[^\n]*\n$/)]);
    expect(command.stderr).toContain(told);
    for (const entry of ['parley', 'parley/langgraph', 'parley/agent', 'parley/retrieval', 'parley/ingest']) {
      const library = spawnSync(tooOld?.path ?? '', ['--input-type=module', '-e', `import '${entry}'`], {
        cwd: packed.folder,
        env,
        encoding: 'utf8',
      });
      expect([library.status, library.stderr]).toEqual([1, expect.stringContaining(told)]);
    }
  });
});

describe('the samples of the documents', () => {
  const samples = documentedBlocks().filter(({ language, marks }) => language === 'ts' && marks.includes('runnable'));
  const fileOf = (index: number) => `sample-${index}`;
  const tsc = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '--singleThreaded', ...args], {
      cwd: packed.folder,
      encoding: 'utf8',
    });
  beforeAll(() => {
    // What the samples' reader has installed beside Parley.
    packed.add('@langchain/openai', 'openai', '@langchain/core', '@langchain/langgraph', 'zod', '@types/node');
    for (const [index, { code }] of samples.entries())
      writeFileSync(path.join(packed.folder, `${fileOf(index)}.ts`), code);
    const options = {
      target: 'ES2022',
      lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
      module: 'NodeNext',
      strict: true,
      types: ['node'],
    };
    const files = samples.map((_, index) => `${fileOf(index)}.ts`);
    const config = (skipLibCheck: boolean) => JSON.stringify({ compilerOptions: { ...options, skipLibCheck }, files });
    writeFileSync(path.join(packed.folder, 'tsconfig.json'), config(true));
    writeFileSync(path.join(packed.folder, 'tsconfig.whole.json'), config(false));
  });

  it('compile, strictly, by the types of the package', () => {
    expect(samples.length).toBeGreaterThanOrEqual(6);
    const { stdout, status } = tsc('-p', '.');
    expect([stdout, status]).toEqual(['', 0]);
  });

  it('find no fault in the types of the package itself', () => {
    const { stdout } = tsc('-p', 'tsconfig.whole.json', '--noEmit');
    expect(stdout.split('\n').filter((line) => line.includes('node_modules/parley/'))).toEqual([]);
  });

  const runs = samples.flatMap((sample, index) =>
    running.map((node) => ({ at: `${sample.page}:${sample.line}`, major: node.major, node, index })),
  );
  it.each(runs)('$at runs on Node $major', async ({ node, index }) => {
    const child = spawn(node.path, [`${fileOf(index)}.js`], { cwd: packed.folder, env });
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk;
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const status = await new Promise((resolve) => child.once('exit', resolve));
    expect([status, printed]).toEqual([0, expect.stringMatching(/\S/)]);
  });
  it.runIf(!oldest)(
    'run on Node 22 too: no Node 22.18 or later was found; PARLEY_TEST_NODES can name one',
    ({ skip }) => skip(),
  );
});
