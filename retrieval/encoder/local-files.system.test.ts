import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localEncoder } from './local.ts';
import { downloadMissingParts, findMissingParts } from './local-files.ts';
import { PACKAGES } from './local-packages.ts';

const NAME = 'local:all-MiniLM-L6-v2';
const installed = await Promise.all(Object.keys(PACKAGES).map((name) => import(name))).then(
  () => true,
  () => false,
);

/**
 * Fake packages with the used parts of the real ones: a "token" is a letter's code, and a text's vector
 * is (mean code, 1) at unit length. A text with the letter z makes the runtime fail, q
 * ends the thread, and y gives NaN.
 */
const FAKES: Record<string, Record<string, string>> = {
  '@huggingface/tokenizers': {
    'index.js': `exports.Tokenizer = class { encode(text) {
      if (text.includes('q')) process.exit(3);
      return { ids: [...text].map((letter) => letter.codePointAt(0)), tokens: [...text] } } }`,
  },
  'onnxruntime-node': {
    'index.js': `exports.Tensor = class { constructor(type, data, dims) { Object.assign(this, { data, dims }) } };
      exports.InferenceSession = { create: async (file) => {
        if (require('node:fs').readFileSync(file, 'utf8') !== 'model') throw new Error('Protobuf parsing failed.');
        return { inputNames: ['input_ids', 'attention_mask'], outputNames: ['hidden'], run: async ({ input_ids }) => {
          const codes = [...input_ids.data].map(Number);
          if (codes.includes(122)) throw new Error('no z');
          return { hidden: { data: Float32Array.from(codes.flatMap((code) => [code === 121 ? NaN : code, 1])), dims: [...input_ids.dims, 2] } };
        } };
      } };`,
    'bin/napi-v6/other/cpu/large.so': 'x'.repeat(1000),
    [`bin/napi-v6/${process.platform}/${process.arch}/own.node`]: 'own',
  },
};

/** A local npm registry with the fake packages in the required versions. */
const openRegistry = async (folder: string) => {
  const tarballs = new Map<string, string>();
  for (const [name, files] of Object.entries(FAKES)) {
    const root = join(folder, name.replace('/', '-'));
    const all = { ...files, 'package.json': JSON.stringify({ name, version: PACKAGES[name], main: 'index.js' }) };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(join(root, 'package', file, '..'), { recursive: true });
      writeFileSync(join(root, 'package', file), text);
    }
    tarballs.set(name, join(root, 'package.tgz'));
    execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: root });
  }
  const server = createServer((request, response) => {
    const [, asked, file] = /^\/([^?]+?)(\.tgz)?$/.exec(decodeURIComponent(request.url!)) ?? [];
    const tarball = tarballs.get(asked!);
    if (!tarball) response.writeHead(404).end('{}');
    else if (file) response.end(readFileSync(tarball));
    else {
      const { port } = server.address() as AddressInfo;
      const version = PACKAGES[asked!]!;
      const dist = { tarball: `http://127.0.0.1:${port}/${asked}.tgz` };
      const versions = { [version]: { name: asked, version, main: 'index.js', dist } };
      response.end(JSON.stringify({ name: asked, 'dist-tags': { latest: version }, versions }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const why = installed ? 'the real packages are installed and would be taken' : '';
describe.skipIf(installed)(`a local encoder's parts${why && ` (skipped: ${why})`}`, () => {
  let scratch: string;
  let folder: string;
  let server: Awaited<ReturnType<typeof openRegistry>>;
  const place = (more: object = {}) => ({ folder, base: 'http://127.0.0.1:9', consent: false, ...more });
  const files = () => join(folder, 'all-MiniLM-L6-v2');
  const putFiles = () => {
    mkdirSync(join(files(), 'onnx'), { recursive: true });
    writeFileSync(join(files(), 'onnx', 'model.onnx'), 'model');
    for (const name of ['tokenizer.json', 'tokenizer_config.json']) writeFileSync(join(files(), name), '{}');
  };
  const { npm_config_registry: before, npm_config_cache: cache } = process.env;
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'parley-registry-'));
    server = await openRegistry(scratch);
    process.env.npm_config_registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    process.env.npm_config_cache = join(scratch, 'cache');
    folder = join(scratch, 'models');
  });
  afterAll(() => {
    for (const [name, value] of Object.entries({ npm_config_registry: before, npm_config_cache: cache }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => rmSync(files(), { recursive: true, force: true }));

  it('are named with their size, and nothing is sent without consent', async () => {
    expect(findMissingParts(NAME, place())).toMatchObject({ megabytes: 91 + 114, from: '127.0.0.1:9 and npm' });
    await expect(localEncoder(NAME, place()).embed(['x'])).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      message: expect.stringMatching(/all-MiniLM-L6-v2\/onnx\/model\.onnx.*onnxruntime-node@[\d.]+.*205 MB/),
      remedy: expect.stringMatching(/parley doctor --fix.*PARLEY_MODELS_FETCH=yes.*PARLEY_MODELS/),
    });
    expect(existsSync(folder)).toBe(false);
  });

  it('cannot be fetched for a model that Parley does not know', async () => {
    await expect(localEncoder('local:other', place({ consent: true })).embed(['x'])).rejects.toMatchObject({
      remedy: expect.stringContaining('all-MiniLM-L6-v2'),
      details: { mayBeFetched: false },
    });
  });

  it('say which host is out of reach', async () => {
    const hasty = place({ consent: true, retries: { attempts: 1, firstDelayMs: 1 } });
    await expect(localEncoder(NAME, hasty).embed(['x'])).rejects.toThrow(/127\.0\.0\.1:9.*could not be fetched/);
  });

  it('say what npm said when it fails, and leave nothing half installed', async () => {
    putFiles();
    const right = process.env.npm_config_registry;
    process.env.npm_config_registry = `${right}nowhere/`;
    await expect(downloadMissingParts(NAME, place())).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      message: expect.stringContaining('404'),
      remedy: expect.stringMatching(/npm install --no-save --ignore-scripts .*onnxruntime-node@\d/),
    });
    process.env.npm_config_registry = right;
    expect(readdirSync(folder)).toEqual(['all-MiniLM-L6-v2']);
  });

  it('are installed with consent, without other platforms’ binaries, once, and serve', async () => {
    putFiles();
    expect(findMissingParts(NAME, place())).toMatchObject({ files: [], megabytes: 114, from: 'npm' });
    // A relative path, like the default.
    const here = place({ consent: true, folder: relative('.', folder) });
    const encoders = [1, 2].map(() => localEncoder(NAME, here));
    const [first, second] = (await Promise.all(encoders.map((encoder) => encoder.embed(['ab'])))).map(([one]) => one!);
    expect(second).toEqual(first);
    expect(first![0]! / first![1]!).toBeCloseTo(97.5, 3);
    expect(findMissingParts(NAME, place())).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(['all-MiniLM-L6-v2', 'packages']);
    const bin = join(folder, 'packages', 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
    expect(readdirSync(bin).filter((system) => readdirSync(join(bin, system)).length > 0)).toEqual([process.platform]);
  });

  it('of another version than this Parley’s are replaced', async () => {
    putFiles();
    const file = join(folder, 'packages', 'node_modules', 'onnxruntime-node', 'package.json');
    writeFileSync(file, JSON.stringify({ name: 'onnxruntime-node', version: '0.0.1', main: 'index.js' }));
    expect(findMissingParts(NAME, place())?.packages).toHaveLength(2);
    await downloadMissingParts(NAME, place());
    expect(findMissingParts(NAME, place())).toBeUndefined();
  });

  it('that are broken are named, and a later text finds them corrected', async () => {
    putFiles();
    const encoder = localEncoder(NAME, place());
    writeFileSync(join(files(), 'onnx', 'model.onnx'), 'mod');
    await expect(encoder.embed(['a'])).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      message: expect.stringContaining('Protobuf parsing failed'),
      remedy: expect.stringContaining('model.onnx'),
    });
    putFiles();
    expect(await encoder.embed(['a'])).toHaveLength(1);
  });

  it('give vectors in the texts’ order, over many batches and for none', async () => {
    putFiles();
    const encoder = localEncoder(NAME, place());
    const texts = Array.from({ length: 100 }, (_, i) => String.fromCharCode(65 + (i % 26)).repeat(100 - i));
    const vectors = await encoder.embed(texts);
    expect(vectors.map(([x, one]) => Math.round(x! / one!))).toEqual(texts.map((text) => text.charCodeAt(0)));
    expect(await encoder.embed([])).toEqual([]);
  });

  it('fail one call alone: another at the same time, and the next one after its thread ended, are served', async () => {
    putFiles();
    const encoder = localEncoder(NAME, place());
    const [broken, whole] = await Promise.allSettled([encoder.embed(['z', 'a']), encoder.embed(['a'])]);
    expect([broken, whole]).toMatchObject([
      { status: 'rejected', reason: { code: 'ENCODER_UNAVAILABLE', message: expect.stringContaining('no z') } },
      { status: 'fulfilled' },
    ]);
    await expect(encoder.embed(['q'])).rejects.toThrow(/its thread ended/);
    expect(await encoder.embed(['a'])).toHaveLength(1);
  });

  it('refuse a vector that holds no number, and serve the next text', async () => {
    putFiles();
    const encoder = localEncoder(NAME, place());
    await expect(encoder.embed(['a', 'ay'])).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      message: expect.stringContaining('no number'),
      remedy: expect.stringContaining('unset PARLEY_EMBEDDINGS'),
    });
    await expect(encoder.coverage?.('abc', ['abyc', 'abc'])).rejects.toMatchObject({
      message: expect.stringContaining('no number'),
    });
    expect(await encoder.embed(['a'])).toHaveLength(1);
  });

  it('stop at once with the signal', async () => {
    putFiles();
    const encoder = localEncoder(NAME, place());
    await expect(encoder.embed(['a'], AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
    const stop = new AbortController();
    const many = encoder.embed(new Array<string>(20_000).fill('abc'.repeat(50)), stop.signal);
    stop.abort();
    await expect(many).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await encoder.embed(['a'])).toHaveLength(1);
  });
});
