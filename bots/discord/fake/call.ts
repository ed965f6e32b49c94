import type { DiscordWorld, Json } from './world.ts';

/** One REST call as a route sees it. */
export interface Call {
  world: DiscordWorld;
  body: Json;
  query: URLSearchParams;
  /** The path's parts that the pattern names. */
  at: Record<string, string>;
  dispatch(t: string, d: Json, guildId?: string): void;
}
export interface Route {
  method: string;
  pattern: string;
  /** The part of the path that has its own rate-limit bucket (docs: topics/rate-limits). */
  major?: string;
  /** Interaction answers need no bot token and are not rate-limited by channel. */
  open?: boolean;
  run(call: Call): Json | Json[] | undefined;
}
