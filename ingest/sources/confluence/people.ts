import { z } from 'zod';
import type { Api } from '../api.ts';
import { eachPage } from '../paging.ts';
import { onStatus } from '../refusals.ts';
import { type ToldMembers, toldMembers } from '../told-members.ts';
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
 * A group's members, page by page; undefined for a group that was deleted. A restriction that still names it admits nobody by
 * it. Confluence has no groups in groups.
 */
export const readGroup = (api: Api, id: string): Promise<ToldMembers | undefined> =>
  toldMembers(listMembers(api, id), ({ email }) => email).catch(onStatus([404], undefined));

async function* listMembers(api: Api, id: string) {
  let start = 0;
  const address = (from: number) =>
    `/rest/api/group/${encodeURIComponent(id)}/membersByGroupId?limit=${MEMBERS_PER_PAGE}&start=${from}`;
  const pages = eachPage(api, listOf(userSchema), address(0), ({ value }) => {
    start += value.results.length;
    return value.results.length > 0 && value._links?.next ? address(start) : undefined;
  });
  for await (const { results } of pages) yield* results;
}
