import { z } from 'zod';
import { asParleyError, isParleyError, ParleyError } from '../../../core/errors.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import { contentHash } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiPlace, Audience, MirroredItem, MirroredPage } from '../api-connector.ts';
import { markdownPage } from '../markdown-page.ts';
import { listByLink } from '../paging.ts';
import { discussionPage, readDiscussions } from './discussions.ts';
import { readPeople } from './people.ts';

// Fields as the published OpenAPI description has them (docs.github.com/rest, version 2022-11-28).

const repositorySchema = z.object({
  full_name: z.string(),
  private: z.boolean(),
  visibility: z.string().optional(),
  has_discussions: z.boolean().optional(),
  owner: z.object({ login: z.string(), type: z.string() }),
});
export type Repository = z.infer<typeof repositorySchema>;

const issueSchema = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  state: z.string(),
  updated_at: z.string(),
  comments: z.number(),
  user: z.object({ login: z.string() }).nullish(),
  pull_request: z.object({}).nullish(),
});
type Issue = z.infer<typeof issueSchema>;

const commentSchema = z.object({ body: z.string().nullish(), user: z.object({ login: z.string() }).nullish() });

/**
 * GitHub: issues and pull requests of a repository with their comments, and its discussions.
 *
 * GitHub's list of issues since a moment does not tell which were deleted or transferred, so that a sync lists all of them, 100
 * in a request with their texts, and asks for the comments of those alone that were updated. All of a repository is seen by
 * whoever may read it: anybody for a public one, else its collaborators, teams and organisation's members among them.
 */
export const connector: ApiConnector = {
  name: 'github',
  title: 'GitHub',
  example: 'github:https://github.com/acme/handbook',
  headers: { 'x-github-api-version': '2022-11-28' },
  locate(input) {
    const short = /^[\w.-]+\/[\w.-]+$/.test(input) ? `https://github.com/${input}` : input;
    const [, origin, owner, name] = /^(https?:\/\/[^/]+)\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/.*)?$/.exec(short) ?? [];
    if (origin === undefined || owner === undefined || name === undefined) return undefined;
    return {
      // Enterprise Server has its API below its own address.
      base: origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`,
      location: `github:${origin}/${owner}/${name}`,
      sourceId: `github-${name}`,
    };
  },
  async *read(place, context) {
    const { api } = context;
    const repository = await readRepository(place, api);
    const { audience, told } = await audienceOf(repository, place, api);
    for await (const issue of listByLink(
      api,
      issueSchema,
      `${pathOf(place)}/issues?state=all&sort=created&direction=asc`,
    )) {
      context.signal?.throwIfAborted();
      yield issuePage(issue, place, api, audience);
    }
    if (repository.has_discussions)
      for await (const discussion of readDiscussions(api, graphqlOf(place), repository.full_name))
        yield discussionPage(discussion, idOf(place, `discussions/${discussion.number}`), audience);
    yield* told;
  },
  setup: {
    steps: [
      'Choose an account with write access to the repository (GitHub tells collaborators to nobody else). In an organisation it is best a member of its own.',
      'Signed in as that account, open https://github.com/settings/personal-access-tokens and choose "Generate new token" for the repository.',
      'Give it, read-only: Metadata, Issues, Pull requests, Discussions; of the organisation: Members.',
    ],
    credentials: ({ base }) => `${new URL(base).host}: { bearer: "\${GITHUB_TOKEN}" }`,
    rights: [
      {
        right: 'Metadata and Issues: read',
        why: 'to list issues and pull requests',
        where: 'the token’s repository permissions',
        async check(place, api) {
          const { full_name, visibility } = await readRepository(place, api);
          await api.get(z.array(issueSchema), `${pathOf(place)}/issues?state=all&per_page=1`);
          return `${full_name}${visibility ? `, ${visibility}` : ''}`;
        },
      },
      {
        right: 'Collaborators, and their verified e-mail addresses',
        why: 'so that those who may read a private repository see it here',
        where: 'write access to the repository, and Members: read of the organisation',
        async check(place, api) {
          const repository = await readRepository(place, api);
          if (!repository.private) return 'not needed: the repository is public';
          const { people, hidden } = await readPeople(api, graphqlOf(place), pathOf(place), repository.owner);
          if (people.length === 0) throw noAddresses(hidden);
          return `${people.length} addresses, ${hidden} people without`;
        },
      },
    ],
  },
};

const noAddresses = (hidden: number) =>
  new ParleyError('PLATFORM_REFUSED', {
    message: `GitHub tells no verified address of the ${hidden} people who may read it.`,
    remedy: 'Verify the domain of your organisation (its settings, Verified and approved domains).',
  });

const pathOf = ({ location }: ApiPlace) => `/repos${new URL(location.slice('github:'.length)).pathname}`;

const graphqlOf = ({ base }: ApiPlace) => base.replace(/\/api\/v3$/, '/api').replace(/\/?$/, '/graphql');

const idOf = ({ location }: ApiPlace, rest: string) => {
  const { host, pathname } = new URL(location.slice('github:'.length));
  return `github/${host}${pathname}/${rest}`;
};

const readRepository = async (place: ApiPlace, api: Api): Promise<Repository> =>
  (await api.get(repositorySchema, pathOf(place))).value;

/** Who may see the repository, and the group that says so. People who cannot be listed close it. */
const audienceOf = async (
  repository: Repository,
  place: ApiPlace,
  api: Api,
): Promise<{ audience: Audience; told: MirroredItem[] }> => {
  const { full_name, owner } = repository;
  if (!repository.private)
    return { audience: [{ says: `the public repository ${full_name}`, everyone: true }], told: [] };
  const id = 'collaborators';
  try {
    const { people, hidden } = await readPeople(api, graphqlOf(place), pathOf(place), owner);
    return {
      audience: [{ says: `the repository ${full_name}`, groups: [id] }],
      told: [{ kind: 'group', id, people, ...(hidden > 0 && { hidden }) }],
    };
  } catch (error) {
    if (!isParleyError(error, 'PLATFORM_REFUSED') || error.details.status === 401) throw error;
    const { code, message, remedy } = asParleyError(error);
    const failure = { input: place.location, code, message, remedy };
    return { audience: 'unknown', told: [{ kind: 'failure', id: idOf(place, id), failure }] };
  }
};

const issuePage = (issue: Issue, place: ApiPlace, api: Api, audience: Audience): MirroredPage => {
  const id = idOf(place, `issues/${issue.number}`);
  return {
    kind: 'page',
    input: issue.html_url,
    id,
    url: issue.html_url,
    hash: contentHash(id, issue.updated_at, issue.title, String(issue.comments)),
    audience,
    extract: () => readIssue(issue, place, api),
  };
};

/** What was written, and what was answered; of a pull request the comments on its lines too. */
const readIssue = async (issue: Issue, place: ApiPlace, api: Api): Promise<ExtractedPage> => {
  const parts = [issue.body ?? ''];
  const lists = [
    ...(issue.comments > 0 ? [`${pathOf(place)}/issues/${issue.number}/comments`] : []),
    ...(issue.pull_request ? [`${pathOf(place)}/pulls/${issue.number}/comments`] : []),
  ];
  for (const list of lists)
    for await (const { body, user } of listByLink(api, commentSchema, list))
      if (body) parts.push(`**${user?.login ?? 'somebody'}**: ${body}`);
  const kind = issue.pull_request ? 'Pull request' : 'Issue';
  return markdownPage(
    `${issue.title} (#${issue.number})`,
    [`${kind}, ${issue.state}.`, ...parts],
    issue.html_url,
    issue.updated_at,
  );
};
