import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';

/** Content as a string, or as parts. Only text parts are used; images and files are ignored. */
const content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() })), z.null()])
  .optional()
  .transform((given) =>
    typeof given === 'string' ? given : (given ?? []).flatMap(({ text }) => text ?? []).join('\n'),
  );

const message = z.looseObject({ role: z.string(), content });
type Message = z.output<typeof message>;

/** The fields of a chat completion request that Parley uses. Others, such as temperature and tools, are ignored. */
export const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(2000),
  n: z.literal(1, 'only one answer is made').nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});

/** The fields of a Responses API request that Parley uses. */
export const responsesRequest = z.looseObject({
  model: z.string(),
  input: z.union([
    z.string().transform((text) => [{ role: 'user', content: text }]),
    z.array(message).min(1).max(2000),
  ]),
  previous_response_id: z.string().nullish(),
  stream: z.boolean().nullish(),
});

/**
 * The question in a list of messages, which is the user's last one, and the turns before it. Ignores system and developer
 * messages, since Parley answers from pages by its own rules.
 * @throws BAD_USAGE without a message of the user
 */
export const questionIn = (
  messages: readonly Pick<Message, 'role' | 'content'>[],
): { text: string; history: { question: string; answer: string }[] } => {
  const said = messages.filter(
    ({ role, content }) => (role === 'user' || role === 'assistant') && content.trim() !== '',
  );
  const last = said.findLastIndex(({ role }) => role === 'user');
  const text = said[last]?.content;
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
  return { text, history };
};
