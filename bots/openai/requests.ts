import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { withoutLinkDefinitions } from './answers.ts';

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

/**
 * Another item of a response's input, such as a call of a tool with its result, or a model's reasoning: its text is not part
 * of the conversation. Of an `item_reference`, the message that it names is.
 */
const otherItem = z
  .looseObject({ type: z.string(), id: z.string().nullish() })
  .transform(({ type, id }) => ({ role: '', content: '', unread: 0, ...(type === 'item_reference' && { names: id }) }));
type Item = Message & { names?: string | null };

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
/** A program that asks for sound plays what is not there. */
const textOnly = z.array(z.literal('text', 'answers are text; leave it out')).nullish();
/** A program that names a stored prompt or conversation would be answered without what stands there. */
const notStored = (instead: string) => z.null(`is not stored here; ${instead}`).optional();

/** The fields of a chat completion request that Parley uses or refuses. Others, such as temperature and tools, are ignored. */
export const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(2000),
  n: z.literal(1, 'only one answer is made').nullish(),
  response_format: textFormat,
  tool_choice: freeChoice,
  function_call: freeChoice,
  modalities: textOnly,
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});

/** The fields of a Responses API request that Parley uses or refuses. */
export const responsesRequest = z.looseObject({
  model: z.string(),
  conversation: notStored('name the answer before this one in previous_response_id, or send the earlier messages'),
  prompt: notStored('send its text as input'),
  input: z.union(
    [
      z.string().transform((text): Item[] => [{ role: 'user', content: text, unread: 0 }]),
      z
        .array(z.union([message, otherItem]) as z.ZodType<Item>)
        .min(1)
        .max(2000),
    ],
    'must be a text, or a list of messages and other items with a type',
  ),
  previous_response_id: z.string().nullish(),
  text: z.looseObject({ format: textFormat }).nullish(),
  tool_choice: freeChoice,
  stream: z.boolean().nullish(),
});

/**
 * Puts the answers in the place of the items that refer to them by their ids, `msg_` and the turn's id, as in the output of
 * the response that gave them. Reasoning items and those of other models stay empty.
 * @param answerOf the text of a turn's answer. @throws what it throws
 */
export const withReferences = async (
  items: readonly Item[],
  answerOf: (turnId: string) => Promise<string>,
): Promise<Message[]> => {
  const newest = new Set(items.filter(isAnswer).slice(-MAX_REFERENCES));
  return Promise.all(
    items.map(async (item) =>
      newest.has(item) && item.names
        ? { ...item, role: 'assistant', content: await answerOf(item.names.slice(MESSAGE_PREFIX.length)) }
        : item,
    ),
  );
};
export const MESSAGE_PREFIX = 'msg_';
/** Each is read from the store; a conversation is understood from its last few turns. */
const MAX_REFERENCES = 20;
const isAnswer = ({ names }: Item): boolean => names?.startsWith(MESSAGE_PREFIX) ?? false;

/**
 * The question in a list of messages, which is the user's last one, and the turns before it. Ignores system and developer
 * messages, since Parley answers from pages by its own rules.
 * @param param the field that holds them, for a refusal
 * @returns `note`: what the answer begins with if parts of the question were not read
 * @throws BAD_USAGE without a message of the user, or if the last one has a picture or a file and no text
 */
export const questionIn = (
  messages: readonly Message[],
  param = 'messages',
): { text: string; note?: string; history: { question: string; answer: string }[] } => {
  const lastOfUser = messages.findLast(({ role }) => role === 'user');
  if (lastOfUser && lastOfUser.unread > 0 && lastOfUser.content.trim() === '')
    throw new ParleyError('BAD_USAGE', {
      message: 'The last message holds only a picture, a sound or a file, and Parley reads none of these here.',
      remedy: 'Ask in words, or paste the text of the file.',
      details: { param },
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
      details: { param },
    });
  const history: { question: string; answer: string }[] = [];
  for (const { role, content } of said.slice(0, last)) {
    if (role === 'user') history.push({ question: content, answer: '' });
    else {
      const open = history.at(-1);
      const answer = withoutLinkDefinitions(content);
      if (open) open.answer = open.answer === '' ? answer : `${open.answer}\n${answer}`;
    }
  }
  return { text, history, ...(question && question.unread > 0 && { note: NOT_READ }) };
};
