import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../core/sha256.ts';
import { fetchModel } from './fetch-files.ts';

const content = Buffer.from('model '.repeat(50_000));
const hashOfContent = sha256(content);
const model = {
  repository: 'acme/m',
  revision: 'abc',
  files: [{ path: 'onnx/model.onnx', bytes: content.length, sha256: hashOfContent }],
};
// A hub that answers may be late on a busy machine; one that falls silent is given up by it.
const retries = { attempts: 3, firstDelayMs: 1, stallMs: 3000 };

/** The hub's behaviour for a request that starts at byte `from`. */
type Hub = (from: number, response: ServerResponse) => void;
const whole: Hub = (from, response) => {
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': content.length - from,
    ...(from > 0 && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
  });
  response.end(content.subarray(from));
};
/** Sends the bytes up to `at`, then closes the connection. */
const cutAt =
  (at: number): Hub =>
  (from, response) => {
    response.writeHead(200, { 'content-length': content.length - from });
    response.write(content.subarray(from, at), () => setTimeout(() => response.destroy(), 50));
  };
/** Sends the bytes up to `at`, then stalls. */
const silentFrom =
  (at: number): Hub =>
  (from, response) => {
    response.writeHead(200, { 'content-length': content.length - from });
    response.write(content.subarray(from, at));
  };
const answers =
  (status: number): Hub =>
  (_, response) => {
    response.writeHead(status).end('none');
  };

describe('fetching a model', () => {
  let folder: string;
  /** One behaviour per request; the last one applies to all further requests. */
  let hub: Hub[];
  let ranges: (string | undefined)[];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    (hub.length > 1 ? hub.shift()! : hub[0]!)(from, response);
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetchIt = (progress?: (done: number, total: number) => void) =>
    fetchModel(model, folder, base(), progress, retries);
  const target = () => join(folder, 'onnx/model.onnx');
  const part = () => `${target()}.part`;
  const arrived = () => readFileSync(target()).equals(content);
  const keptPart = (bytes: Buffer) => {
    mkdirSync(join(folder, 'onnx'), { recursive: true });
    writeFileSync(part(), bytes);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-fetch-'));
    ranges = [];
    hub = [whole];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  it('fetches what is missing, tells how far it is, and asks for nothing again', async () => {
    let last = [0, 0];
    await fetchIt((done, total) => {
      last = [done, total];
    });
    expect(arrived()).toBe(true);
    expect(last).toEqual([content.length, content.length]);
    await fetchIt();
    expect(ranges).toHaveLength(1);
  });

  it.each([
    ['closes the connection', cutAt(100_000)],
    ['falls silent', silentFrom(100_000)],
  ])('goes on by itself where a hub %s', async (_, broken) => {
    hub = [broken, whole];
    await fetchIt();
    expect(ranges[0]).toBeUndefined();
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
    expect(arrived()).toBe(true);
  });

  it('gives up when attempts bring nothing more, and a later call goes on with what came', async () => {
    hub = [cutAt(100_000), answers(503)];
    await expect(fetchIt()).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      message: expect.stringContaining('503'),
      remedy: expect.stringContaining('goes on where it stopped'),
    });
    expect(ranges).toHaveLength(4);
    const { size } = statSync(part());
    hub = [whole];
    await fetchIt();
    expect(ranges.at(-1)).toBe(`bytes=${size}-`);
    expect(arrived()).toBe(true);
  });

  it('does not ask again for what the hub says it has not', async () => {
    hub = [answers(404)];
    await expect(fetchIt()).rejects.toThrow(/404/);
    expect(ranges).toHaveLength(1);
  });

  it('begins anew where the hub knows no ranges, or its file has another length by now', async () => {
    keptPart(content.subarray(0, 7));
    hub = [(_, response) => whole(0, response)];
    await fetchIt();
    expect(arrived()).toBe(true);
    rmSync(target());

    keptPart(Buffer.alloc(9));
    hub = [answers(416), whole];
    await fetchIt();
    expect(ranges.slice(-2)).toEqual(['bytes=9-', undefined]);
    expect(arrived()).toBe(true);
  });

  it('takes a file that a proxy packed on the way', async () => {
    hub = [
      (_, response) => {
        const packed = gzipSync(content);
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
      },
    ];
    await fetchIt();
    expect(arrived()).toBe(true);
  });

  it('begins anew, once, when what was kept is not the file’s beginning', async () => {
    keptPart(Buffer.alloc(1000));
    await fetchIt();
    expect(ranges).toEqual(['bytes=1000-', undefined]);
    expect(arrived()).toBe(true);
  });

  it('refuses and removes what is not the file: of its length, or at once of another', async () => {
    hub = [(_, response) => response.writeHead(200).end(Buffer.alloc(content.length))];
    await expect(fetchIt()).rejects.toThrow(/not the file/);
    hub = [(_, response) => response.writeHead(200, { 'content-length': 12 }).end('<html>login</')];
    await expect(fetchIt()).rejects.toThrow(/not the file/);
    expect(ranges).toHaveLength(2);
    expect(existsSync(target()) || existsSync(part())).toBe(false);
  });

  it('says so before anything is sent when there is no room', async () => {
    const large = { ...model, files: [{ ...model.files[0]!, bytes: 1e18 }] };
    await expect(fetchModel(large, folder, base(), undefined, retries)).rejects.toMatchObject({
      code: 'DISK_FULL',
      remedy: expect.stringContaining('PARLEY_MODELS'),
    });
    expect(ranges).toEqual([]);
  });
});
