import { z } from 'zod';
import { isoDate } from '../../extract/metadata.ts';

/** A page that a service's API answers or its export holds as JSON. */
export interface ExportedRecord {
  id: string;
  title: string;
  /** Texts in the order of reading; each may have a line about it. */
  parts: { about?: string; html?: string; markdown?: string }[];
  /** Lines above the texts: `State: open`. */
  fields?: string[];
  url?: string;
  updated?: string;
  author?: string;
  /** The reason for not reading it, as a person reads it: a draft. */
  whyNot?: string;
}

/** How a service writes its pages as JSON. */
export interface RecordShape {
  /** The service and its pages, as people call them: "articles of Zendesk". */
  what: string;
  /** How the first 16,000 characters of a file look. */
  head: RegExp;
  /** The records of a file; undefined for one of another form. A record that is not of the form is undefined. */
  records(json: unknown): (ExportedRecord | undefined)[] | undefined;
}

const text = z.string().nullish();
const number = z.union([z.string(), z.number()]).transform(String);
const person = z.object({ login: text, username: text, name: text, display_name: text }).nullish();
const labels = z.array(z.union([z.string(), z.object({ name: text })])).nullish();

/** Reads the rows at a place of the answer, or the one row that the answer is. */
const rowsAt =
  <Row extends z.ZodType>(row: Row, names: readonly string[], write: (row: z.infer<Row>) => ExportedRecord) =>
  (json: unknown): (ExportedRecord | undefined)[] | undefined => {
    const held = names.map((name) => (json as Record<string, unknown> | null)?.[name]).find((one) => one !== undefined);
    const rows = Array.isArray(json) ? json : held === undefined ? [json] : Array.isArray(held) ? held : [held];
    return rows.map((one) => {
      const { data } = row.safeParse(one);
      return data === undefined ? undefined : write(data);
    });
  };

const DRAFT = 'a draft';

const zendesk: RecordShape = {
  what: 'articles of Zendesk',
  head: /^\s*(?:\{[^[{]{0,1000}"articles?"\s*:\s*)?\[?\s*\{[\s\S]{0,3000}?"(?:html_)?url"\s*:\s*"https?:\/\/[^"\s/]{1,200}\/(?:hc|api\/v2\/help_center)\//,
  records: rowsAt(
    z.object({
      id: number,
      title: text,
      name: text,
      body: text,
      html_url: text,
      draft: z.boolean().nullish(),
      user_segment_id: z.unknown().optional(),
      user_segment_ids: z.array(z.unknown()).nullish(),
      edited_at: text,
      updated_at: text,
    }),
    ['articles', 'article'],
    (row) => ({
      id: row.id,
      title: row.title || row.name || '',
      parts: [{ html: row.body ?? '' }],
      url: row.html_url ?? undefined,
      updated: row.edited_at ?? row.updated_at ?? undefined,
      whyNot: row.draft
        ? DRAFT
        : row.user_segment_id || (row.user_segment_ids ?? []).length > 0
          ? 'an article that a part of the readers alone may see; `parley connect zendesk` keeps to who may'
          : undefined,
    }),
  ),
};

const intercom: RecordShape = {
  what: 'articles of Intercom',
  head: /^\s*\{(?=[\s\S]{0,8000}"type"\s*:\s*"article")(?=[\s\S]{0,16000}"(?:workspace_id|parent_type|default_locale)"\s*:)/,
  records: rowsAt(
    z.object({
      type: z.literal('article'),
      id: number,
      title: text,
      body: text,
      url: text,
      state: text,
      updated_at: z.number().nullish(),
    }),
    ['data'],
    (row) => ({
      id: row.id,
      title: row.title ?? '',
      parts: [{ html: row.body ?? '' }],
      url: row.url ?? undefined,
      updated: row.updated_at ? new Date(row.updated_at * 1000).toISOString() : undefined,
      whyNot: row.state === 'draft' ? DRAFT : undefined,
    }),
  ),
};

const freshdesk: RecordShape = {
  what: 'articles of Freshdesk',
  head: /^\s*(?:\[\s*)?\{(?=[\s\S]{0,16000}"description_text"\s*:)(?=[\s\S]{0,16000}"(?:folder_id|hits|thumbs_up)"\s*:)/,
  records: rowsAt(
    z.object({ id: number, title: z.string(), description: text, status: z.number().nullish(), updated_at: text }),
    ['articles', 'article'],
    (row) => ({
      id: row.id,
      title: row.title,
      parts: [{ html: row.description ?? '' }],
      updated: row.updated_at ?? undefined,
      whyNot: row.status === 1 ? DRAFT : undefined,
    }),
  ),
};

const serviceNow: RecordShape = {
  what: 'articles of ServiceNow',
  head: /^\s*\{\s*"(?:records|result)"\s*:\s*\[?\s*\{(?=[\s\S]{0,16000}"short_description"\s*:)(?=[\s\S]{0,16000}"kb_\w+"\s*:)/,
  records: rowsAt(
    z.object({
      sys_id: z.string(),
      number: text,
      short_description: z.string(),
      text,
      wiki: text,
      workflow_state: text,
      sys_updated_on: text,
      can_read_user_criteria: text,
    }),
    ['records', 'result'],
    (row) => ({
      id: row.sys_id,
      title: [row.number, row.short_description].filter(Boolean).join(': '),
      parts: [{ html: row.text || row.wiki || '' }],
      updated: row.sys_updated_on?.replace(' ', 'T'),
      whyNot:
        row.workflow_state && row.workflow_state !== 'published'
          ? DRAFT
          : row.can_read_user_criteria
            ? 'an article that not everybody may see'
            : undefined,
    }),
  ),
};

const wordPress: RecordShape = {
  what: 'pages of WordPress',
  head: /^\s*(?:\[\s*)?\{(?=[\s\S]{0,16000}"content"\s*:\s*\{\s*"rendered"\s*:)/,
  records: rowsAt(
    z.object({
      id: number,
      title: z.object({ rendered: z.string() }),
      content: z.object({ rendered: z.string(), protected: z.boolean().nullish() }),
      link: text,
      status: text,
      modified_gmt: text,
    }),
    [],
    (row) => ({
      id: row.id,
      title: row.title.rendered,
      parts: [{ html: row.content.rendered }],
      url: row.link ?? undefined,
      updated: row.modified_gmt ? `${row.modified_gmt}Z` : undefined,
      whyNot: row.content.protected
        ? 'a page behind a password'
        : row.status && row.status !== 'publish'
          ? DRAFT
          : undefined,
    }),
  ),
};

const post = z.object({
  username: text,
  name: text,
  cooked: text,
  created_at: text,
  deleted_at: text,
  hidden: z.boolean().nullish(),
});
const topicSchema = z.object({
  id: number.nullish(),
  title: text,
  fancy_title: text,
  archetype: text,
  last_posted_at: text,
  post_stream: z.object({ posts: z.array(z.unknown()) }),
});

const discourse: RecordShape = {
  what: 'a topic of Discourse',
  head: /^\s*\{\s*"post_stream"\s*:\s*\{\s*"posts"\s*:/,
  records: rowsAt(topicSchema, [], (topic) => {
    const posts = topic.post_stream.posts.flatMap((one) => post.safeParse(one).data ?? []);
    const shown = posts.filter(({ deleted_at, hidden, cooked }) => !deleted_at && !hidden && cooked);
    return {
      id: topic.id ?? 'topic',
      title: topic.title ?? topic.fancy_title ?? '',
      parts: shown.map(({ name, username, created_at, cooked }) => ({
        about: saidBy(name || username, created_at),
        html: cooked ?? '',
      })),
      updated: topic.last_posted_at ?? shown.at(-1)?.created_at ?? undefined,
      author: shown[0]?.name || shown[0]?.username || undefined,
      whyNot: topic.archetype === 'private_message' ? 'a private message' : undefined,
    };
  }),
};

const answer = z.object({
  body: text,
  body_markdown: text,
  owner: person,
  is_accepted: z.boolean().nullish(),
  creation_date: z.number().nullish(),
});
const stackExchange: RecordShape = {
  what: 'questions of Stack Exchange',
  head: /^\s*(?:\{(?=[\s\S]{0,3000}"items"\s*:\s*\[)|\[)(?=[\s\S]{0,16000}"question_id"\s*:)(?=[\s\S]{0,16000}"(?:answer_count|is_answered)"\s*:)/,
  records: rowsAt(
    answer.extend({
      question_id: number,
      title: z.string(),
      link: text,
      answers: z.array(answer).nullish(),
      last_activity_date: z.number().nullish(),
    }),
    ['items'],
    (row) => ({
      id: row.question_id,
      title: row.title,
      parts: [
        { html: row.body || escapedLines(row.body_markdown) },
        ...(row.answers ?? []).map((one) => ({
          about: saidBy(
            `${one.is_accepted ? 'Accepted answer' : 'Answer'} by ${one.owner?.display_name ?? 'somebody'}`,
            timeOf(one.creation_date),
          ),
          html: one.body || escapedLines(one.body_markdown),
        })),
      ],
      url: row.link ?? undefined,
      updated: timeOf(row.last_activity_date),
      author: row.owner?.display_name ?? undefined,
    }),
  ),
};

const comment = z.object({ body: text, author: person, user: person, createdAt: text, created_at: text });
const gitHub: RecordShape = {
  what: 'issues of GitHub or GitLab',
  head: /^\s*(?:\[\s*)?\{(?=[\s\S]{0,12000}"(?:number|iid)"\s*:\s*\d)(?=[\s\S]{0,12000}"state"\s*:)[\s\S]{0,12000}?"(?:html_url|web_url|url)"\s*:\s*"https?:\/\/[^"\s]{1,300}\/(?:issues|pull|merge_requests)\/\d+"/,
  records: rowsAt(
    z
      .object({
        number: number.nullish(),
        iid: number.nullish(),
        title: z.string(),
        body: text,
        description: text,
        html_url: text,
        web_url: text,
        url: text,
        state: text,
        labels,
        user: person,
        author: person,
        updated_at: text,
        updatedAt: text,
        comments: z.union([z.array(comment), z.number()]).nullish(),
        confidential: z.boolean().nullish(),
      })
      .refine(({ number, iid }) => (number ?? iid) != null),
    [],
    (row) => {
      const by = row.user ?? row.author;
      const named = (row.labels ?? []).map((one) => (typeof one === 'string' ? one : (one.name ?? ''))).filter(Boolean);
      const said = Array.isArray(row.comments) ? row.comments : [];
      const id = row.number ?? row.iid ?? '';
      return {
        id,
        title: `#${id}: ${row.title}`,
        fields: [
          ...(row.state ? [`State: ${row.state.toLowerCase()}`] : []),
          ...(named.length > 0 ? [`Labels: ${named.join(', ')}`] : []),
        ],
        parts: [
          { markdown: row.body ?? row.description ?? '' },
          ...said.map((one) => ({
            about: saidBy((one.author ?? one.user)?.login ?? 'somebody', one.createdAt ?? one.created_at),
            markdown: one.body ?? '',
          })),
        ],
        url: row.html_url ?? row.web_url ?? row.url ?? undefined,
        updated: row.updated_at ?? row.updatedAt ?? undefined,
        author: by?.login ?? by?.username ?? undefined,
        whyNot: row.confidential ? 'a confidential issue' : undefined,
      };
    },
  ),
};

const named = z.object({ name: text }).nullish();
const redmine: RecordShape = {
  what: 'issues of Redmine',
  head: /^\s*\{\s*"issues?"\s*:\s*\[?\s*\{(?=[\s\S]{0,16000}"subject"\s*:)(?=[\s\S]{0,16000}"tracker"\s*:)/,
  records: rowsAt(
    z.object({
      id: number,
      subject: z.string(),
      description: text,
      tracker: named,
      status: named,
      priority: named,
      author: named,
      assigned_to: named,
      updated_on: text,
      is_private: z.boolean().nullish(),
      journals: z
        .array(z.object({ notes: text, user: named, created_on: text, private_notes: z.boolean().nullish() }))
        .nullish(),
    }),
    ['issues', 'issue'],
    (row) => ({
      id: row.id,
      title: `#${row.id}: ${row.subject}`,
      fields: (
        [
          ['Tracker', row.tracker],
          ['Status', row.status],
          ['Priority', row.priority],
          ['Assigned to', row.assigned_to],
        ] as const
      ).flatMap(([label, value]) => (value?.name ? [`${label}: ${value.name}`] : [])),
      parts: [
        { html: escapedLines(row.description) },
        ...(row.journals ?? [])
          .filter((one) => one.notes?.trim() && !one.private_notes)
          .map((one) => ({ about: saidBy(one.user?.name, one.created_on), html: escapedLines(one.notes) })),
      ],
      updated: row.updated_on ?? undefined,
      author: row.author?.name ?? undefined,
      whyNot: row.is_private ? 'a private issue' : undefined,
    }),
  ),
};

export const RECORD_SHAPES: readonly RecordShape[] = [
  zendesk,
  intercom,
  freshdesk,
  serviceNow,
  wordPress,
  discourse,
  stackExchange,
  gitHub,
  redmine,
];

/** Who said something, and on which day. */
export const saidBy = (who: string | null | undefined, when: string | null | undefined): string =>
  [who || 'somebody', isoDate(when ?? '')?.slice(0, 10)].filter(Boolean).join(', ');

const timeOf = (seconds: number | null | undefined): string | undefined =>
  seconds ? new Date(seconds * 1000).toISOString() : undefined;

/** Text of a service that writes HTML's signs as entities, in paragraphs. */
const escapedLines = (markdown: string | null | undefined): string =>
  (markdown ?? '')
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`)
    .join('');
