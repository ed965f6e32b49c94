import { asParleyError, ParleyError } from '../../core/errors.ts';
import { DOMAIN_GROUP } from '../access/rules.ts';
import type { ApiConnector, ApiContext, ApiPlace, MirroredItem } from './api-connector.ts';

/**
 * Reads a place, and then the groups that its rules name and that the connector did not yield itself. Each group is read once,
 * together with the groups that are its members, so that cycles end. A group whose members cannot be read has no members and a
 * failure: it gives nobody access until a later sync can read it.
 *
 * @param more returns further groups to read, after all pages were read
 */
export async function* readWithGroups(
  connector: Pick<ApiConnector, 'read' | 'group'>,
  place: ApiPlace,
  context: ApiContext,
  more: () => Iterable<string> = () => [],
): AsyncGenerator<MirroredItem> {
  const named = new Set<string>();
  const told = new Set<string>();
  for await (const item of connector.read(place, context)) {
    if (item.kind === 'page' && typeof item.audience !== 'string') {
      // A connector may be plain JavaScript, which the types do not check.
      if (!Array.isArray(item.audience)) throw withoutAudience(item.id);
      for (const rule of item.audience) for (const group of rule.groups ?? []) named.add(group);
    }
    if (item.kind === 'group') {
      told.add(item.id);
      for (const inner of item.groups ?? []) named.add(inner);
    }
    yield item;
  }
  if (!connector.group) return;
  for (const id of more()) named.add(id);
  // `named` grows during the loop, by the groups that are members of groups.
  for (const id of named) {
    if (told.has(id) || id.startsWith(DOMAIN_GROUP)) continue;
    context.signal?.throwIfAborted();
    try {
      const members = (await connector.group(id, place, context)) ?? { people: [] };
      for (const inner of members.groups ?? []) named.add(inner);
      yield { kind: 'group', id, ...members };
    } catch (error) {
      const { code, message, remedy } = asParleyError(error);
      if (code === 'CANCELLED') throw error;
      yield { kind: 'failure', id: `group ${id}`, failure: { input: `the group ${id}`, code, message, remedy } };
    }
  }
}

const withoutAudience = (id: string) =>
  new ParleyError('BAD_SETTING', {
    message: `The connector yields the page ${id} without its audience.`,
    remedy: "Correct the connector: rules, 'unknown' or 'not-told' (docs/connectors/WRITING.md).",
  });
