import { SlackRefusal } from './rules.ts';
import type { FakeInstallation, Json, SlackWorld } from './world.ts';

/** One Web API call as a method sees it. */
export interface Call {
  world: SlackWorld;
  installation: FakeInstallation;
  token: string;
  args: Json;
}

/** A Web API method: the scope that it asks for, and what it does. */
export interface Method {
  scope?: string;
  run(call: Call): Json;
}

/** A string argument that has to be there. */
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

/** Pages through a list by Slack's cursors. */
export const page = <T>(items: readonly T[], args: Json, most: number): { items: T[]; response_metadata: Json } => {
  const start = Number(optional(args, 'cursor') ?? 0);
  const limit = Math.min(Number(optional(args, 'limit') ?? 100), most);
  const end = start + limit;
  return { items: items.slice(start, end), response_metadata: { next_cursor: end < items.length ? String(end) : '' } };
};
