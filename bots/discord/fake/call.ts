import type { DiscordWorld, Json } from './world.ts';

/** A REST call, as the handler of a route gets it. */
export interface Call {
  world: DiscordWorld;
  body: Json;
  query: URLSearchParams;
  /** The path parameters. */
  at: Record<string, string>;
  dispatch(t: string, d: Json, guildId?: string): void;
}
export interface Route {
  method: string;
  pattern: string;
  /** The path parameter whose values have separate rate-limit buckets (docs: topics/rate-limits). */
  major?: string;
  /** True for interaction responses, which need no bot token and have no rate limit for each channel. */
  open?: boolean;
  run(call: Call): Json | Json[] | undefined;
}
