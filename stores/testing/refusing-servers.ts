import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Servers that refuse every login, with just enough of their protocols to do so. */

/** Postgres that answers every startup message with an ErrorResponse (protocol 3.0). */
export const refusingPostgres = (): Server =>
  createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const fields = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed for user "user"'];
      const body = Buffer.from(`${fields.join('\0')}\0\0`);
      const head = Buffer.alloc(5);
      head.write('E');
      head.writeInt32BE(body.length + 4, 1);
      socket.end(Buffer.concat([head, body]));
    });
  });

/** Neo4j with Bolt 5.4 (HELLO and LOGON arrive together): SUCCESS, then FAILURE. */
export const refusingNeo4j = (): Server =>
  createServer((socket) => {
    socket.on('error', () => {});
    const text = (value: string) => Buffer.concat([Buffer.from([0xd0, Buffer.byteLength(value)]), Buffer.from(value)]);
    const map = (entries: Record<string, string>) => {
      const pairs = Object.entries(entries).flatMap(([key, value]) => [text(key), text(value)]);
      return Buffer.concat([Buffer.from([0xa0 + pairs.length / 2]), ...pairs]);
    };
    const message = (signature: number, entries: Record<string, string>) => {
      const body = Buffer.concat([Buffer.from([0xb1, signature]), map(entries)]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(body.length);
      return Buffer.concat([size, body, Buffer.alloc(2)]);
    };
    const SUCCESS = 0x70;
    const FAILURE = 0x7f;
    socket.once('data', () => {
      socket.write(Buffer.from([0, 0, 4, 5]));
      socket.once('data', () => {
        socket.write(message(SUCCESS, { server: 'Neo4j/5.26.0', connection_id: 'bolt-1' }));
        socket.write(
          message(FAILURE, {
            code: 'Neo.ClientError.Security.Unauthorized',
            message: 'The client is unauthorized due to authentication failure.',
          }),
        );
      });
    });
  });

/** An HTTP server that answers everything with one status and one JSON body. */
export const httpServer = (status: number, body: unknown): Server =>
  createHttpServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
