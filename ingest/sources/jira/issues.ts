import type { ExtractedPage } from '../../extract/page.ts';
import { escapeMarkdown } from '../../extract/write-markdown.ts';
import { contentHash } from '../../inputs/item.ts';
import { readerFor } from '../../sandbox/index.ts';
import { adfToMarkdown } from '../adf.ts';
import type { Api } from '../api.ts';
import type { ApiPlace, Audience, MirroredPage } from '../api-connector.ts';
import { markdownPage } from '../markdown-page.ts';
import { eachPage, withQuery } from '../paging.ts';
import { commentListSchema, type Issue, type IssueComment } from './shapes.ts';

/** Attachments that are larger are passed over. */
const MAX_ATTACHMENT_BYTES = 50_000_000;
const COMMENTS_PER_PAGE = 100;

/** The id of an issue's page; of its attachments' with their own id behind. */
const idOf = ({ base }: ApiPlace, issue: string, attachment?: string): string =>
  `jira/${new URL(base).host}/${issue}${attachment === undefined ? '' : `/${attachment}`}`;

/** The issue that a page's id is of; undefined for a page of another place. */
export const issueIdOf = (place: ApiPlace, id: string): string | undefined =>
  id.startsWith(idOf(place, '')) ? id.slice(idOf(place, '').length).split('/')[0] : undefined;

/** An issue's page, and those of its attachments that Parley reads. */
export function* issueItems(issue: Issue, place: ApiPlace, api: Api, audience: Audience): Generator<MirroredPage> {
  const { key, fields } = issue;
  const { comment, updated, security: _, ...said } = fields;
  const url = `${place.base}/browse/${key}`;
  const id = idOf(place, issue.id);
  const comments = comment?.comments ?? [];
  const isCut = (comment?.total ?? 0) > comments.length;
  yield {
    kind: 'page',
    input: url,
    id,
    url,
    // `updated` changes with the security level too, which is no change of the text.
    hash: contentHash(id, key, JSON.stringify([said, comments]), isCut ? updated : ''),
    audience,
    extract: () => readText(issue, url, api),
  };
  for (const { id: attachment, filename, size } of fields.attachment ?? []) {
    const reader = readerFor({ name: filename });
    if (reader === undefined || (size ?? 0) > MAX_ATTACHMENT_BYTES) continue;
    const own = idOf(place, issue.id, attachment);
    yield {
      kind: 'page',
      input: `${url} (${filename})`,
      id: own,
      url,
      hash: contentHash(own, filename),
      audience,
      async extract() {
        const html = /\.x?html?$/i.test(filename);
        const { bytes, contentType } = await api.file(`/rest/api/3/attachment/content/${attachment}`, { html });
        const page = await reader(bytes, { url, contentType });
        return { ...page, title: page.title || filename };
      },
    };
  }
}

/** The fields that people search by, the description and what was answered. */
export const readText = async (issue: Issue, url: string, api: Api): Promise<ExtractedPage> => {
  const { summary, description, updated, issuetype, status, priority, labels, assignee, comment } = issue.fields;
  const facts = [
    issuetype?.name,
    status && `status ${status.name}`,
    priority && `priority ${priority.name}`,
    assignee?.displayName && `assigned to ${assignee.displayName}`,
    labels?.length && `labels ${labels.join(', ')}`,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  const comments = (comment?.total ?? 0) > (comment?.comments.length ?? 0) ? await readComments(issue.id, api) : [];
  const said = (comments.length > 0 ? comments : (comment?.comments ?? [])).flatMap(commentText);
  const parts = [`${escapeMarkdown(facts.join(', '))}.`, adfToMarkdown(description), ...said].filter(Boolean);
  return markdownPage(`${summary} (${issue.key})`, parts, url, updated);
};

/** A comment that a role or group alone may see is for nobody here. */
const commentText = ({ author, body, visibility }: IssueComment): string[] => {
  const text = visibility ? '' : adfToMarkdown(body);
  return text === '' ? [] : [`**${escapeMarkdown(author?.displayName ?? 'somebody')}**: ${text}`];
};

/** All comments of an issue: the search brings the first ones alone. */
const readComments = async (issue: string, api: Api): Promise<IssueComment[]> => {
  const address = `/rest/api/3/issue/${issue}/comment?maxResults=${COMMENTS_PER_PAGE}`;
  const comments: IssueComment[] = [];
  const pages = eachPage(api, commentListSchema, withQuery(address, { startAt: 0 }), ({ value }) => {
    const isLast = value.comments.length === 0 || comments.length >= value.total;
    return isLast ? undefined : withQuery(address, { startAt: comments.length });
  });
  for await (const page of pages) comments.push(...page.comments);
  return comments;
};
