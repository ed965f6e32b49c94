import { SlackRefusal } from './rules.ts';
import type { FakeInstallation, Json, SlackWorld } from './world.ts';

/** A Web API call, as the handler of a method gets it. */
export interface Call {
  world: SlackWorld;
  installation: FakeInstallation;
  token: string;
  args: Json;
}

/** A Web API method: the OAuth scope that it requires, and its handler. */
export interface Method {
  scope?: string;
  run(call: Call): Json;
}

/** A required string argument. @throws SlackRefusal `invalid_arguments` */
export const required = (args: Json, name: string): string => {
  const value = args[name];
  if (typeof value !== 'string' || value === '')
    throw new SlackRefusal('invalid_arguments', {
      response_metadata: { messages: [`[ERROR] missing required field: ${name}`] },
    });
  return value;
};
export const optional = (args: Json, name: string): string | undefined =>
  args[name] === undefined || args[name] === null || args[name] === '' ? undefined : String(args[name]);

/** Returns a page of a list, with Slack's cursor for the next one. */
export const page = <T>(items: readonly T[], args: Json, most: number): { items: T[]; response_metadata: Json } => {
  const start = Number(optional(args, 'cursor') ?? 0);
  const limit = Math.min(Number(optional(args, 'limit') ?? 100), most);
  const end = start + limit;
  return { items: items.slice(start, end), response_metadata: { next_cursor: end < items.length ? String(end) : '' } };
};
