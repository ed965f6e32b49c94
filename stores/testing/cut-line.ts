import { connect, createServer, type Server, type Socket } from 'node:net';

/** A line to a server that a test can cut. */
export interface CutLine {
  /** The server's URL by way of this line. */
  url: string;
  /** Cuts every connection when the server has sent so many more pieces, once. New ones are let through. */
  cutAfter(pieces: number): void;
  /** Cuts every connection and refuses new ones, until `up`. */
  down(): Promise<void>;
  /** Lets nothing through any more: what is connected falls silent, and new connections are taken and never answered. */
  stall(): void;
  /** Lets everything through again; what stood still is cut. */
  up(): Promise<void>;
  close(): Promise<void>;
}

/** @param url a server on TCP, whatever it speaks */
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
