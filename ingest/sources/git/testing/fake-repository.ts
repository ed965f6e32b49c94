import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];

/** git in a folder, as a person runs it. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', [...identity, '-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Writes files and commits everything that .gitignore leaves in. */
export const commit = (folder: string, files: Record<string, string | Uint8Array>, message = 'Change'): void => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', message);
};

/** A code host over HTTP: the bare repositories below a folder, served by git's own `http-backend`; with `authorization` set, only to who sends it. */
export const startHost = async (root: string) => {
  const requests: string[] = [];
  const host: { authorization?: string } = {};
  const server = createServer((request, response) => {
    if (host.authorization !== undefined && request.headers.authorization !== host.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="host"' }).end();
      return;
    }
    const { pathname, search } = new URL(request.url ?? '/', 'http://host');
    requests.push(`${request.method} ${pathname}${search}`);
    if (pathname.startsWith('/moved/')) {
      response.writeHead(302, { location: pathname.replace('/moved/', '/') + search }).end();
      return;
    }
    const backend = spawn('git', ['http-backend'], {
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(pathname),
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.on('close', () => {
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf('\r\n\r\n');
      const headers = answer.subarray(0, end).toString().split('\r\n');
      for (const header of headers) {
        const [name, value] = header.split(/: */, 2) as [string, string];
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(answer.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(host, {
    base: `http://127.0.0.1:${port}`,
    requests,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
};
