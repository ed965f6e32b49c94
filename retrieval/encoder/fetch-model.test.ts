import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchModel } from './fetch-model.ts';
import { localEncoder } from './local.ts';

const content = Buffer.from('model '.repeat(50_000));
const sha256 = createHash('sha256').update(content).digest('hex');
const model = {
  repository: 'acme/m',
  revision: 'abc',
  files: [{ path: 'onnx/model.onnx', bytes: content.length, sha256 }],
};

describe('fetching a model', () => {
  let folder: string;
  let cutAt: number | undefined;
  let ranges: (string | undefined)[];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
    if (cutAt === undefined) response.end(content.subarray(from));
    else response.write(content.subarray(from, cutAt), () => setTimeout(() => response.destroy(), 50));
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-fetch-'));
    ranges = [];
    cutAt = undefined;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  const target = () => join(folder, 'onnx/model.onnx');

  it('fetches what is missing, tells how far it is, and asks for nothing again', async () => {
    let last = [0, 0];
    await fetchModel(model, folder, base(), (done, total) => {
      last = [done, total];
    });
    expect(readFileSync(target()).equals(content)).toBe(true);
    expect(last).toEqual([content.length, content.length]);
    await fetchModel(model, folder, base());
    expect(ranges).toHaveLength(1);
  });

  it('goes on where it was cut', async () => {
    cutAt = 100_000;
    await expect(fetchModel(model, folder, base())).rejects.toMatchObject({ code: 'ENCODER_UNAVAILABLE' });
    const { size } = statSync(`${target()}.part`);
    expect(size).toBeGreaterThan(0);
    cutAt = undefined;
    await fetchModel(model, folder, base());
    expect(ranges).toEqual([undefined, `bytes=${size}-`]);
    expect(readFileSync(target()).equals(content)).toBe(true);
  });

  it('refuses and removes what is not the file', async () => {
    const other = { ...model, files: [{ ...model.files[0]!, sha256: '0'.repeat(64) }] };
    await expect(fetchModel(other, folder, base())).rejects.toThrow(/not the file/);
    expect(existsSync(target()) || existsSync(`${target()}.part`)).toBe(false);
  });

  it('sends nothing without consent, and says the size, from where, and how to consent', async () => {
    const encoder = localEncoder('local:all-MiniLM-L6-v2', { folder, base: base(), consent: false });
    await expect(encoder.embed(['x'])).rejects.toMatchObject({
      message: expect.stringMatching(/91 MB.*127\.0\.0\.1/),
      remedy: expect.stringContaining('PARLEY_MODELS_FETCH=yes'),
    });
    expect(ranges).toEqual([]);
  });
});
