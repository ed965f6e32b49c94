import { z } from 'zod';
import { contentHash } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type { Audience, MirroredPage } from '../api-connector.ts';
import { markdownPage } from '../markdown-page.ts';

const written = z.object({ body: z.string() });
const discussionSchema = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  updatedAt: z.string(),
  comments: z.object({ nodes: z.array(written.extend({ replies: z.object({ nodes: z.array(written) }) })) }),
});
export type Discussion = z.infer<typeof discussionSchema>;

const answerSchema = z.object({
  data: z.object({
    repository: z.object({
      discussions: z.object({
        nodes: z.array(discussionSchema),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
      }),
    }),
  }),
});

/** Comments and replies that are read of each discussion; 20 x 50 x 10 nodes stay below GitHub's bound for one query. */
const QUERY = `query ($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussions(first: 20, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
      nodes {
        number title body url updatedAt
        comments(first: 50) { nodes { body replies(first: 10) { nodes { body } } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** Discussions have no REST resource: they come by GraphQL (docs.github.com/graphql/guides/using-the-graphql-api-for-discussions). */
export async function* readDiscussions(api: Api, graphql: string, fullName: string): AsyncGenerator<Discussion> {
  const [owner, name] = fullName.split('/');
  for (let after: string | null | undefined = null; ; ) {
    const variables: { owner?: string; name?: string; after: string | null } = { owner, name, after };
    const answer: z.infer<typeof answerSchema> = await api.post(answerSchema, graphql, { query: QUERY, variables });
    const { nodes, pageInfo } = answer.data.repository.discussions;
    yield* nodes;
    if (!pageInfo.hasNextPage || !pageInfo.endCursor) return;
    after = pageInfo.endCursor;
  }
}

/** A discussion as a page: its text, then comments and their replies in order. @param audience who may see it */
export const discussionPage = (discussion: Discussion, id: string, audience: Audience): MirroredPage => {
  const { title, body, url, updatedAt, comments } = discussion;
  const parts = [body, ...comments.nodes.flatMap((one) => [one.body, ...one.replies.nodes.map((reply) => reply.body)])];
  return {
    kind: 'page',
    input: url,
    id,
    url,
    hash: contentHash(id, updatedAt, title, ...parts),
    audience,
    extract: () => markdownPage(title, ['Discussion.', ...parts], url, updatedAt),
  };
};
