import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Between a client and the server of a URL, as PgBouncer is with `pool_mode = session`. */
export interface SmallPooler {
  /** The URL with the pooler's address. */
  url: string;
  /** Lets so many connections through to the server from now on. */
  size(sessions: number): void;
  /** Cuts the next connection as soon as it is made. */
  cutNext(): void;
  close(): Promise<unknown>;
}

/** Starts a pooler that lets `sessions` connections through to the server; who connects beyond that waits, and is told nothing. */
export const startSmallPooler = async (to: string, sessions: number): Promise<SmallPooler> => {
  const target = new URL(to);
  let most = sessions;
  let cuts = 0;
  const waiting: Socket[] = [];
  const open = new Set<Socket>();
  const admit = () => {
    while (open.size < most && waiting.length > 0) {
      const client = waiting.shift()!;
      const server = connect(Number(target.port), target.hostname);
      open.add(client);
      client.pipe(server).pipe(client);
      server.on('error', () => client.destroy());
      server.on('close', () => client.destroy());
      client.on('close', () => {
        server.destroy();
        open.delete(client);
        admit();
      });
    }
  };
  const pooler = createServer((client) => {
    client.on('error', () => {});
    if (cuts > 0) {
      cuts -= 1;
      client.destroy();
      return;
    }
    client.on('close', () => {
      if (waiting.includes(client)) waiting.splice(waiting.indexOf(client), 1);
    });
    waiting.push(client);
    admit();
  });
  await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening));
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((pooler.address() as AddressInfo).port);
  return {
    url: url.href,
    size(next) {
      most = next;
      admit();
    },
    cutNext() {
      cuts += 1;
    },
    async close() {
      const closed = new Promise((done) => pooler.close(done));
      for (const client of [...waiting, ...open]) client.destroy();
      await closed;
    },
  };
};
