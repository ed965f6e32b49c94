import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { FAKE_CLIENT } from './install.ts';
import type { Json, SlackWorld } from './world.ts';

/** Number of times that Slack repeats an unacknowledged envelope (docs.slack.dev/apis/events-api#retries). */
const RETRIES = 3;

export interface Envelope {
  type: 'events_api' | 'interactive' | 'slash_commands';
  payload: Json;
}

export interface Delivery {
  /** The app's response, such as an ephemeral text or `response_action`; undefined when it never acknowledged. */
  response?: Json;
  attempts: number;
}

/**
 * Delivers events to the app: as Socket Mode envelopes over one open connection, or as signed HTTP requests if a request URL
 * is set. An unacknowledged event is sent again with `retry_attempt` when its connection closes, or when a new one opens.
 */
export const createDeliveries = (server: Server, world: SlackWorld, { ackWithinMs }: { ackWithinMs: number }) => {
  const sockets = new Set<WebSocket>();
  const waiting = new Map<string, { socket: WebSocket; end: (response?: Json) => void }>();
  const connections = new EventEmitter().setMaxListeners(0);
  const wss = new WebSocketServer({ noServer: true });
  const pings = setInterval(() => {
    for (const socket of sockets) socket.ping('Ping from Slack');
  }, 1000);
  pings.unref();
  let requestUrl: string | undefined;
  let turn = 0;
  const http = new AbortController();

  server.on('upgrade', (request, socket, head) => {
    wss.handleUpgrade(request, socket, head, (ws) => {
      sockets.add(ws);
      const gone = () => {
        sockets.delete(ws);
        for (const { socket, end } of waiting.values()) if (socket === ws) end();
      };
      ws.on('close', gone);
      ws.on('error', gone);
      ws.on('message', (data) => {
        const message = JSON.parse(String(data)) as { envelope_id: string; payload?: Json };
        waiting.get(message.envelope_id)?.end(message.payload ?? {});
      });
      ws.send(
        JSON.stringify({ type: 'hello', num_connections: sockets.size, connection_info: { app_id: 'A0PARLEY' } }),
      );
      connections.emit('open');
    });
  });

  const overSocket = async (envelope: Envelope, attempt: number): Promise<Json | undefined> => {
    const open = [...sockets].filter((socket) => socket.readyState === socket.OPEN);
    if (open.length === 0) {
      await once(connections, 'open', { signal: AbortSignal.timeout(ackWithinMs) }).catch(() => undefined);
      return;
    }
    turn += 1;
    const socket = open[turn % open.length]!;
    const envelopeId = world.next('env-');
    return new Promise((resolve) => {
      const end = (response?: Json) => {
        clearTimeout(timer);
        waiting.delete(envelopeId);
        resolve(response);
      };
      const timer = setTimeout(end, ackWithinMs);
      waiting.set(envelopeId, { socket, end });
      socket.send(
        JSON.stringify({
          envelope_id: envelopeId,
          type: envelope.type,
          payload: envelope.payload,
          accepts_response_payload: envelope.type !== 'events_api',
          ...(envelope.type === 'events_api' && { retry_attempt: attempt, retry_reason: attempt ? 'timeout' : '' }),
        }),
      );
    });
  };

  const overHttp = async (envelope: Envelope, attempt: number): Promise<Json | undefined> => {
    const [body, contentType] =
      envelope.type === 'events_api'
        ? [JSON.stringify(envelope.payload), 'application/json']
        : envelope.type === 'interactive'
          ? [
              new URLSearchParams({ payload: JSON.stringify(envelope.payload) }).toString(),
              'application/x-www-form-urlencoded',
            ]
          : [
              new URLSearchParams(envelope.payload as Record<string, string>).toString(),
              'application/x-www-form-urlencoded',
            ];
    try {
      const response = await fetch(requestUrl as string, {
        method: 'POST',
        headers: {
          'content-type': contentType,
          ...signature(body),
          ...(attempt && { 'x-slack-retry-num': String(attempt) }),
        },
        body,
        signal: AbortSignal.any([AbortSignal.timeout(ackWithinMs), http.signal]),
      });
      if (response.status !== 200) return undefined;
      const text = await response.text();
      return text ? (JSON.parse(text) as Json) : {};
    } catch {
      return undefined;
    }
  };

  return {
    sockets,
    /** Sends further events to this URL instead of a socket. */
    postTo(url: string | undefined) {
      requestUrl = url;
    },
    async deliver(envelope: Envelope, retries = envelope.type === 'events_api' ? RETRIES : 0): Promise<Delivery> {
      for (let attempt = 0; attempt <= retries; attempt += 1) {
        const response = requestUrl ? await overHttp(envelope, attempt) : await overSocket(envelope, attempt);
        if (response !== undefined) return { response, attempts: attempt + 1 };
      }
      return { attempts: retries + 1 };
    },
    /** Asks the app to reconnect with a `disconnect` message, as Slack does from time to time. */
    recycle(reason: 'warning' | 'refresh_requested' = 'refresh_requested') {
      for (const socket of sockets) socket.send(JSON.stringify({ type: 'disconnect', reason }));
    },
    /** Terminates all sockets without a closing handshake, like a network failure. */
    cut() {
      for (const socket of sockets) socket.terminate();
    },
    close() {
      clearInterval(pings);
      http.abort();
      for (const socket of sockets) socket.terminate();
      wss.close();
    },
  };
};

/** The signature headers of a request from Slack (docs.slack.dev/authentication/verifying-requests-from-slack). */
export const signature = (body: string, at = Math.floor(Date.now() / 1000), secret = FAKE_CLIENT.signingSecret) => ({
  'x-slack-request-timestamp': String(at),
  'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`,
});
