import { z } from 'zod';
import { escapedLines, number, type RecordShape, rowsAt, saidBy, text } from './shape.ts';

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

export const discourse: RecordShape = {
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
  owner: z.object({ display_name: text }).nullish(),
  is_accepted: z.boolean().nullish(),
  creation_date: z.number().nullish(),
});
export const stackExchange: RecordShape = {
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

const timeOf = (seconds: number | null | undefined): string | undefined =>
  seconds ? new Date(seconds * 1000).toISOString() : undefined;
