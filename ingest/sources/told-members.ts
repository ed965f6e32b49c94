import type { ToldGroup } from './api-connector.ts';

/** The members of a group as a connector's `group` gives them. */
export type ToldMembers = Pick<ToldGroup, 'people' | 'hidden'>;

/**
 * Counts members by their addresses: those that are told, and how many are hidden.
 * @param emailOf the address of a member; empty where it is hidden
 */
export const toldMembers = async <Member>(
  members: AsyncIterable<Member> | Iterable<Member>,
  emailOf: (member: Member) => string | null | undefined,
): Promise<ToldMembers> => {
  const people: string[] = [];
  let hidden = 0;
  for await (const member of members) {
    const email = emailOf(member);
    if (email) people.push(email);
    else hidden++;
  }
  return { people, ...(hidden > 0 && { hidden }) };
};
