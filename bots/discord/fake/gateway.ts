import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { GatewayIntentBits, GatewayOpcodes } from 'discord.js';
import { type WebSocket, WebSocketServer } from 'ws';
import { closes } from './rules.ts';
import type { DiscordWorld, Json } from './world.ts';

interface Session {
  id: string;
  intents: number;
  sequence: number;
  /** All dispatched events, which RESUME replays. */
  sent: { s: number; t: string; d: unknown }[];
  socket?: WebSocket;
  shard: [number, number];
}

/** The intents that events in guilds and direct messages require (docs: topics/gateway#list-of-intents). */
const INTENTS: Record<string, { guild: number; direct: number }> = {
  MESSAGE_CREATE: { guild: GatewayIntentBits.GuildMessages, direct: GatewayIntentBits.DirectMessages },
  MESSAGE_UPDATE: { guild: GatewayIntentBits.GuildMessages, direct: GatewayIntentBits.DirectMessages },
  MESSAGE_DELETE: { guild: GatewayIntentBits.GuildMessages, direct: GatewayIntentBits.DirectMessages },
  MESSAGE_DELETE_BULK: { guild: GatewayIntentBits.GuildMessages, direct: 0 },
  MESSAGE_REACTION_ADD: {
    guild: GatewayIntentBits.GuildMessageReactions,
    direct: GatewayIntentBits.DirectMessageReactions,
  },
  MESSAGE_REACTION_REMOVE: {
    guild: GatewayIntentBits.GuildMessageReactions,
    direct: GatewayIntentBits.DirectMessageReactions,
  },
  THREAD_CREATE: { guild: GatewayIntentBits.Guilds, direct: 0 },
  THREAD_UPDATE: { guild: GatewayIntentBits.Guilds, direct: 0 },
  CHANNEL_UPDATE: { guild: GatewayIntentBits.Guilds, direct: 0 },
  CHANNEL_DELETE: { guild: GatewayIntentBits.Guilds, direct: 0 },
  GUILD_CREATE: { guild: GatewayIntentBits.Guilds, direct: 0 },
};

/** A fake gateway with HELLO, IDENTIFY, READY, heartbeats, RESUME with replay, op 7 and close codes (docs: topics/gateway). */
export const createGateway = (
  server: Server,
  world: DiscordWorld,
  { token, allowedIntents, origin }: { token: string; allowedIntents: () => number; origin: () => string },
) => {
  const sessions = new Map<string, Session>();
  const sockets = new Set<WebSocket>();
  const counts = { identify: 0, resume: 0, heartbeat: 0 };
  const wss = new WebSocketServer({ noServer: true });

  const send = (socket: WebSocket, payload: Json) =>
    socket.readyState === socket.OPEN && socket.send(JSON.stringify(payload));

  const dispatchTo = (session: Session, t: string, d: unknown) => {
    session.sequence += 1;
    session.sent.push({ s: session.sequence, t, d });
    if (session.socket) send(session.socket, { op: GatewayOpcodes.Dispatch, s: session.sequence, t, d: d as Json });
  };

  const identify = (socket: WebSocket, d: Json) => {
    counts.identify += 1;
    if (d.token !== token) return socket.close(closes.authenticationFailed, 'Authentication failed.');
    const intents = Number(d.intents);
    if ((intents & ~allowedIntents()) !== 0) return socket.close(closes.disallowedIntents, 'Disallowed intent(s).');
    const session: Session = {
      id: randomUUID(),
      intents,
      sequence: 0,
      sent: [],
      socket,
      shard: (d.shard as [number, number]) ?? [0, 1],
    };
    sessions.set(session.id, session);
    const mine = [...world.guilds.values()].filter(
      (guild) => Number((BigInt(guild.id) >> 22n) % BigInt(session.shard[1])) === session.shard[0],
    );
    dispatchTo(session, 'READY', {
      v: 10,
      user: world.userJson(world.botId),
      guilds: mine.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: origin().replace('http', 'ws'),
      shard: session.shard,
      application: { id: world.applicationId, flags: 0 },
    });
    for (const guild of mine) dispatchTo(session, 'GUILD_CREATE', world.guildJson(guild));
    return session;
  };

  const resume = (socket: WebSocket, d: Json) => {
    counts.resume += 1;
    const session = sessions.get(String(d.session_id));
    if (!session || d.token !== token) {
      send(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return undefined;
    }
    session.socket = socket;
    for (const { s, t, d: data } of session.sent.filter((item) => item.s > Number(d.seq)))
      send(socket, { op: GatewayOpcodes.Dispatch, s, t, d: data as Json });
    dispatchTo(session, 'RESUMED', {});
    return session;
  };

  server.on('upgrade', (request, raw, head) => {
    wss.handleUpgrade(request, raw, head, (socket) => {
      sockets.add(socket);
      let session: Session | undefined;
      send(socket, { op: GatewayOpcodes.Hello, d: { heartbeat_interval: 41_250 } });
      socket.on('message', (raw) => {
        const { op, d } = JSON.parse(String(raw)) as { op: number; d: Json };
        if (op === GatewayOpcodes.Heartbeat) {
          counts.heartbeat += 1;
          send(socket, { op: GatewayOpcodes.HeartbeatAck });
        } else if (op === GatewayOpcodes.Identify) {
          if (session) return socket.close(closes.alreadyAuthenticated);
          session = identify(socket, d) || undefined;
        } else if (op === GatewayOpcodes.Resume) session = resume(socket, d);
        else if (op === GatewayOpcodes.RequestGuildMembers && session) {
          const guild = world.guilds.get(String(d.guild_id));
          if (guild)
            dispatchTo(session, 'GUILD_MEMBERS_CHUNK', {
              guild_id: guild.id,
              members: [...guild.members, world.botId].map((id) => world.memberJson(guild, id)),
              chunk_index: 0,
              chunk_count: 1,
              not_found: [],
              nonce: d.nonce,
            });
        } else if (!session && op !== GatewayOpcodes.PresenceUpdate) socket.close(closes.notAuthenticated);
      });
      const gone = () => {
        sockets.delete(socket);
        if (session?.socket === socket) session.socket = undefined;
      };
      socket.on('close', gone);
      socket.on('error', gone);
    });
  });

  return {
    counts,
    sessions,
    /** Sends an event to every session that may receive it, and records it for replay. */
    dispatch(t: string, d: Json, guildId?: string) {
      for (const session of sessions.values()) {
        const need = INTENTS[t];
        const bit = guildId ? need?.guild : need?.direct;
        if (bit !== undefined && (session.intents & bit) === 0) continue;
        if (guildId && Number((BigInt(guildId) >> 22n) % BigInt(session.shard[1])) !== session.shard[0]) continue;
        if (!guildId && session.shard[0] !== 0) continue;
        const hidden =
          t.startsWith('MESSAGE_') &&
          guildId &&
          (session.intents & GatewayIntentBits.MessageContent) === 0 &&
          (d.author as Json | undefined)?.id !== world.botId &&
          !((d.mentions as Json[]) ?? []).some((user) => user.id === world.botId);
        dispatchTo(session, t, hidden ? { ...d, content: '', attachments: [], embeds: [], components: [] } : d);
      }
    },
    /** Sends op 7, which asks clients to reconnect and RESUME. */
    reconnect() {
      for (const socket of sockets) send(socket, { op: GatewayOpcodes.Reconnect, d: null });
    },
    /** Deletes all sessions: later events are not replayed, and a RESUME is refused (op 9). */
    forget() {
      sessions.clear();
    },
    close(code: number) {
      for (const socket of sockets) socket.close(code);
    },
    cut() {
      for (const socket of sockets) socket.terminate();
    },
    stop() {
      for (const socket of sockets) socket.terminate();
      wss.close();
    },
  };
};
