import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';

/** Content as a string, or as parts. Only text parts are used; pictures, sounds and files are counted. */
const content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() })), z.null()])
  .optional();

const message = z.looseObject({ role: z.string(), content }).transform(({ role, content: given }) => {
  const parts = typeof given === 'string' ? [{ text: given }] : (given ?? []);
  return {
    role,
    content: parts.flatMap(({ text }) => text ?? []).join('\n'),
    unread: parts.filter(({ text }) => text === undefined).length,
  };
});
type Message = z.output<typeof message>;

/** Begins the answer to a message with parts that are not text. */
const NOT_READ = '_Pictures, sounds and files in a message are not read here; this answers the words alone._\n\n';

/** A program that asks for JSON reads the answer as JSON, and would fail at its text without saying why. */
const textFormat = z
  .looseObject({
    type: z.literal(
      'text',
      'answers are text with their sources; leave it out, or ask Parley’s own API, which answers in JSON',
    ),
  })
  .nullish();
/** A program that demands a call of its tool waits for one in vain. Tools that may be called are ignored. */
const freeChoice = z
  .enum(
    ['auto', 'none'],
    'tools of the caller are not called; leave it out, or ask Parley’s own API, which answers in JSON',
  )
  .nullish();

/** The fields of a chat completion request that Parley uses or refuses. Others, such as temperature and tools, are ignored. */
export const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(2000),
  n: z.literal(1, 'only one answer is made').nullish(),
  response_format: textFormat,
  tool_choice: freeChoice,
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});

/** The fields of a Responses API request that Parley uses or refuses. */
export const responsesRequest = z.looseObject({
  model: z.string(),
  input: z.union([
    z.string().transform((text) => [{ role: 'user', content: text, unread: 0 }]),
    z.array(message).min(1).max(2000),
  ]),
  previous_response_id: z.string().nullish(),
  text: z.looseObject({ format: textFormat }).nullish(),
  tool_choice: freeChoice,
  stream: z.boolean().nullish(),
});

/**
 * The question in a list of messages, which is the user's last one, and the turns before it. Ignores system and developer
 * messages, since Parley answers from pages by its own rules.
 * @returns `note`: what the answer begins with if parts of the question were not read
 * @throws BAD_USAGE without a message of the user, or if the last one has a picture or a file and no text
 */
export const questionIn = (
  messages: readonly Message[],
): { text: string; note?: string; history: { question: string; answer: string }[] } => {
  const lastOfUser = messages.findLast(({ role }) => role === 'user');
  if (lastOfUser && lastOfUser.unread > 0 && lastOfUser.content.trim() === '')
    throw new ParleyError('BAD_USAGE', {
      message: 'The last message holds only a picture, a sound or a file, and Parley reads none of these here.',
      remedy: 'Ask in words, or paste the text of the file.',
      details: { param: 'messages' },
    });
  const said = messages.filter(
    ({ role, content }) => (role === 'user' || role === 'assistant') && content.trim() !== '',
  );
  const last = said.findLastIndex(({ role }) => role === 'user');
  const question = said[last];
  const text = question?.content;
  if (text === undefined)
    throw new ParleyError('BAD_USAGE', {
      message: 'There is no message of the user with text.',
      remedy: 'Send one with role "user".',
      details: { param: 'messages' },
    });
  const history: { question: string; answer: string }[] = [];
  for (const { role, content } of said.slice(0, last)) {
    if (role === 'user') history.push({ question: content, answer: '' });
    else {
      const open = history.at(-1);
      if (open) open.answer = open.answer === '' ? content : `${open.answer}\n${content}`;
    }
  }
  return { text, history, ...(question && question.unread > 0 && { note: NOT_READ }) };
};
