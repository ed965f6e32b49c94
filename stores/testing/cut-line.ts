import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy to a server, whose connections a test can cut. */
export interface CutLine {
  /** The URL of the server through this proxy. */
  url: string;
  /** Cuts all connections once the server has sent `pieces` more chunks. New connections work. */
  cutAfter(pieces: number): void;
  /** Cuts every connection and refuses new ones, until `up`. */
  down(): Promise<void>;
  /** Stops forwarding data. New connections are accepted and never answered. */
  stall(): void;
  /** Forwards again. Stalled connections are cut. */
  up(): Promise<void>;
  close(): Promise<void>;
}

/** @param url the URL of a TCP server with any protocol */
export const cutLine = async (url: string): Promise<CutLine> => {
  const target = new URL(url);
  const open = new Set<Socket>();
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
    socket.pause();
  };
  let left = Number.POSITIVE_INFINITY;
  const cut = () => {
    left = Number.POSITIVE_INFINITY;
    for (const socket of open) socket.destroy();
  };
  let stalled = false;
  const pass = (near: Socket) => {
    if (stalled) {
      hold(near);
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {}); // a cut looks like an error to one side
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (piece) => {
      if (!stalled) far.write(piece);
    });
    far.on('data', (piece) => {
      if (stalled) return;
      left -= 1;
      if (left < 0) cut();
      else near.write(piece);
    });
  };
  let server: Server;
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer(pass).listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  const port = await listen(0);
  const down = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  const near = new URL(url);
  near.hostname = '127.0.0.1';
  near.port = String(port);
  return {
    url: near.href,
    cutAfter(pieces) {
      left = pieces;
    },
    down,
    stall() {
      stalled = true;
    },
    async up() {
      if (stalled) cut();
      stalled = false;
      if (!server.listening) await listen(port);
    },
    close: down,
  };
};
