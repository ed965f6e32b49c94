import { z } from 'zod';
import type { Api } from '../api.ts';
import { listByLink } from '../paging.ts';

const collaboratorSchema = z.object({
  login: z.string(),
  permissions: z.object({ pull: z.boolean() }).nullish(),
});

/** Logins that one query looks up: it asks for few fields of each, far below GitHub's bound on nodes. */
const LOGINS_PER_QUERY = 100;

const answerSchema = z.object({
  data: z
    .record(
      z.string(),
      z
        .object({ email: z.string().nullish(), organizationVerifiedDomainEmails: z.array(z.string()).nullish() })
        .nullish(),
    )
    .nullish(),
});

/**
 * Who may read a private repository, by verified e-mail addresses: those of the organisation's verified domains
 * (GraphQL `User.organizationVerifiedDomainEmails`), and the public one of a profile, which GitHub lets people choose among
 * their verified addresses alone. Collaborators include members of teams and of the organisation (docs.github.com, "List
 * repository collaborators").
 *
 * @throws PLATFORM_REFUSED when the account may not list them
 */
export const readPeople = async (
  api: Api,
  graphql: string,
  repository: string,
  owner: { login: string; type: string },
): Promise<{ people: string[]; hidden: number }> => {
  const logins: string[] = [];
  for await (const { login, permissions } of listByLink(
    api,
    collaboratorSchema,
    `${repository}/collaborators?affiliation=all`,
  ))
    if (permissions?.pull !== false) logins.push(login);
  const people: string[] = [];
  let hidden = 0;
  for (let at = 0; at < logins.length; at += LOGINS_PER_QUERY) {
    const some = logins.slice(at, at + LOGINS_PER_QUERY);
    const emails =
      owner.type === 'Organization' ? `organizationVerifiedDomainEmails(login: ${JSON.stringify(owner.login)})` : '';
    const fields = some.map((login, index) => `u${index}: user(login: ${JSON.stringify(login)}) { email ${emails} }`);
    const { data } = await api.post(answerSchema, graphql, { query: `query { ${fields.join(' ')} }` });
    for (const [index] of some.entries()) {
      const user = data?.[`u${index}`];
      const known = [user?.email, ...(user?.organizationVerifiedDomainEmails ?? [])].filter((email) => !!email);
      if (known.length === 0) hidden++;
      for (const email of known) if (email) people.push(email);
    }
  }
  return { people, hidden };
};
