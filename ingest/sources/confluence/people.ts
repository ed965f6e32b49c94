import { z } from 'zod';
import { isParleyError } from '../../../core/errors.ts';
import type { Api } from '../api.ts';
import type { ToldGroup } from '../api-connector.ts';
import { listOf, userSchema } from './shapes.ts';

/** Account ids that one bulk look-up takes (v1 `user/bulk`). */
const MAX_BULK = 100;
/** Members in one answer; the service may give fewer. */
const MEMBERS_PER_PAGE = 200;

/** E-mail addresses by account id; Atlassian has verified them. An address that its owner hides is empty. */
export const createPeople = (api: Api) => {
  const emails = new Map<string, string | undefined>();
  return {
    /** Keeps an address that some answer told. */
    know(accountId: string, email: string | null | undefined): void {
      if (email || !emails.has(accountId)) emails.set(accountId, email || emails.get(accountId));
    },
    email: (accountId: string) => emails.get(accountId),
    /** Asks for the addresses of these accounts that are not known yet. */
    async lookUp(accountIds: Iterable<string>): Promise<void> {
      const unknown = [...new Set(accountIds)].filter((id) => !emails.has(id));
      for (let at = 0; at < unknown.length; at += MAX_BULK) {
        const some = unknown.slice(at, at + MAX_BULK);
        const query = some.map((id) => `accountId=${encodeURIComponent(id)}`).join('&');
        const { value } = await api.get(z.object({ results: z.array(userSchema) }), `/rest/api/user/bulk?${query}`);
        for (const { accountId, email } of value.results) emails.set(accountId, email || undefined);
        for (const id of some) if (!emails.has(id)) emails.set(id, undefined);
      }
    },
  };
};

export type People = ReturnType<typeof createPeople>;

/**
 * A group with its members, page by page. A group that was deleted has none: a restriction that still names it admits nobody by
 * it. Confluence has no groups in groups.
 */
export const readGroup = async (api: Api, id: string): Promise<ToldGroup> => {
  const people: string[] = [];
  let hidden = 0;
  for (let start = 0; ; ) {
    const query = `limit=${MEMBERS_PER_PAGE}&start=${start}`;
    const page = await api
      .get(listOf(userSchema), `/rest/api/group/${encodeURIComponent(id)}/membersByGroupId?${query}`)
      .catch((error: unknown) => {
        if (isParleyError(error, 'FETCH_FAILED') && error.details.status === 404) return undefined;
        throw error;
      });
    if (!page) return { kind: 'group', id, people: [] };
    const { results, _links } = page.value;
    for (const { email } of results) {
      if (email) people.push(email);
      else hidden++;
    }
    start += results.length;
    if (results.length === 0 || !_links?.next) return { kind: 'group', id, people, ...(hidden > 0 && { hidden }) };
  }
};
