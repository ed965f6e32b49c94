import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const main = path.join(import.meta.dirname, 'main.ts');
const terminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const why = terminal ? '' : ' (skipped: no script(1), which stands in for a terminal)';

describe('a command that needs a local encoder', () => {
  let folder: string;
  let asked: string[] = [];
  // The hub has no files; the test only checks whether it received requests.
  const hub = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(404).end();
  });
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'parley-consent-'));
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    hub.close();
  });
  beforeEach(() => {
    asked = [];
  });
  const environment = () => ({
    PATH: process.env.PATH,
    PARLEY_DATA: folder,
    PARLEY_EMBEDDINGS: 'local:all-MiniLM-L6-v2',
    PARLEY_MODELS: 'models',
    PARLEY_MODELS_URL: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
  });
  /** Types `answer` at the question. @returns the terminal's output and the exit code */
  const atTerminal = async (command: string, answer: string) => {
    const line = `'${process.execPath}' '${main}' ${command}`;
    const run = spawn('script', ['-qefc', line, '/dev/null'], { cwd: folder, env: environment() });
    let screen = '';
    run.stdout.on('data', (chunk: Buffer) => {
      const before = screen.includes('[y/N]');
      screen += chunk;
      if (!before && screen.includes('[y/N]')) run.stdin.write(answer);
    });
    const code = await new Promise((resolve) => run.once('exit', resolve));
    return { screen, code };
  };

  it.skipIf(!terminal)(`asks at a terminal, and sends nothing on no${why}`, async () => {
    const { screen, code } = await atTerminal('reindex', '\n');
    expect(screen).toMatch(
      /local:all-MiniLM-L6-v2 needs the model, .*onnxruntime-node@.*205 MB from 127\.0\.0\.1:\d+ and npm/,
    );
    expect(screen).toContain('0 passages indexed');
    expect([asked, code]).toEqual([[], 0]);
  });

  it.skipIf(!terminal)(
    `is offered once at a first start, and starts by words when it cannot be had${why}`,
    async () => {
      const first = async (data: string, answer: string) => {
        const env = { ...environment(), PARLEY_EMBEDDINGS: undefined, PORT: '0', PARLEY_DATA: path.join(folder, data) };
        const line = `'${process.execPath}' '${main}' start --only web`;
        const run = spawn('script', ['-qefc', line, '/dev/null'], { cwd: folder, env });
        let screen = '';
        run.stdout.on('data', (chunk: Buffer) => {
          const [asks, runs] = [screen.includes('[y/N]'), screen.includes('Parley is at')];
          screen += chunk;
          if (!asks && screen.includes('[y/N]')) run.stdin.write(answer);
          if (!runs && screen.includes('Parley is at')) run.stdin.write('\x03');
        });
        await new Promise((resolve) => run.once('exit', resolve));
        return screen;
      };
      const no = await first('offered', '\n');
      expect(no).toMatch(/by meaning too.*205 MB, once.*Use it\?.*by words alone/s);
      expect(no).toContain('Parley is at');
      expect(await first('offered', '\n')).not.toContain('[y/N]');
      expect(asked).toEqual([]);
      const yes = await first('offered-again', 'y\n');
      expect(asked.length).toBeGreaterThan(0);
      expect(yes).toMatch(/answered 404.*searches by words.*Parley is at/s);
      expect(existsSync(path.join(folder, '.env'))).toBe(false);
    },
  );

  it.skipIf(!terminal)(`fetches on yes, with the outcome in one line${why}`, async () => {
    const { screen, code } = await atTerminal('ingest .', 'y\n');
    expect(asked[0]).toMatch(
      /^\/sentence-transformers\/all-MiniLM-L6-v2\/resolve\/[0-9a-f]{40}\/tokenizer_config\.json$/,
    );
    expect(screen).toMatch(/could not be fetched: it answered 404/);
    expect(code).toBe(1);
  });

  it('asks nobody where there is no terminal, and says what to do', () => {
    const page = path.join(folder, 'page.md');
    writeFileSync(page, '# Leave\n\nParents get 26 weeks.');
    const failed = spawnSync(process.execPath, [main, 'ingest', page], { env: environment(), cwd: folder });
    expect(failed.status).toBe(1);
    expect(failed.stderr.toString().trim().split('\n')).toHaveLength(1);
    expect(failed.stderr.toString()).toMatch(/lacks .*parley doctor --fix.*PARLEY_MODELS_FETCH=yes/);
    expect(asked).toEqual([]);
  });

  it('fetches without a question for `doctor --fix`, whose words are the consent', async () => {
    const run = spawn(process.execPath, [main, 'doctor', '--fix'], { env: environment(), cwd: folder });
    let said = '';
    run.stderr.on('data', (chunk) => {
      said += chunk;
    });
    expect(await new Promise((resolve) => run.once('exit', resolve))).toBe(1);
    expect(asked).toHaveLength(1);
    expect(said).toContain('could not be fetched');
  });

  it('serves the handbook by words at a first start all the same', async () => {
    const env = { ...environment(), PORT: '0', PARLEY_DATA: path.join(folder, 'first') };
    const run = spawn(process.execPath, [main, 'start', '--only', 'web'], { env, cwd: folder });
    let [said, printed] = ['', ''];
    run.stderr.on('data', (chunk) => {
      said += chunk;
    });
    run.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Parley is at')) run.kill('SIGINT');
    });
    await new Promise((resolve) => run.once('exit', resolve));
    expect(printed).toMatch(/Ingested the sample handbook \(\d+ pages\)/);
    expect(said).toMatch(
      /^parley: There are no pages yet.*\nparley: The encoder .*lacks .*doctor --fix.*parley reindex.*by words\.\n$/,
    );
    expect(asked).toEqual([]);
  });
});
