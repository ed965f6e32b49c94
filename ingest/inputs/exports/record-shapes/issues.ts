import { z } from 'zod';
import { escapedLines, number, type RecordShape, rowsAt, saidBy, text } from './shape.ts';

const person = z.object({ login: text, username: text }).nullish();
const labels = z.array(z.union([z.string(), z.object({ name: text })])).nullish();
const comment = z.object({ body: text, author: person, user: person, createdAt: text, created_at: text });
export const gitHub: RecordShape = {
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
export const redmine: RecordShape = {
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
