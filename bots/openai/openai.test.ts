import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import { marked } from 'marked';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../runtime/access/tokens.ts';
import { openSampleWeb } from '../web/testing/sample-web.ts';
import { chatAnswer, responseCitations } from './answers.ts';
import { questionIn } from './requests.ts';

const QUESTION = 'How many weeks of parental leave do I get?';
let web: Awaited<ReturnType<typeof openSampleWeb>>;
let apiKey: string;
let client: OpenAI;
beforeAll(async () => {
  web = await openSampleWeb();
  apiKey = (await web.parley.tokens.create({ name: 'openai', maker: OPERATOR })).text;
  client = new OpenAI({ baseURL: `${web.url}/v1`, apiKey });
});
afterAll(() => web.close());

const marksIn = (text: string) => Array.from(text.matchAll(/\[\d+\]/g)).length;

describe('definitions of the marks after a text', () => {
  const cited = (title: string, url: string) => {
    const citation = { n: 1, documentId: 'd', title, url, quote: '', kind: 'passage' as const };
    const text = 'So it is [1]. And so [1].';
    return { text, all: text + chatAnswer({ text, citations: [citation] }, 'http://p').definitions };
  };

  it.each([
    [
      'a title with quotes, brackets and lines',
      'A "b" \\\n\n[x](http://evil.test) [2]: <http://evil.test>',
      'http://a.test/x',
    ],
    ['an address with brackets, spaces and a backslash', 'T', 'http://a.test/<x> (y/ "z\\'],
    ['a title that ends in a backslash', 'T\\', 'http://a.test/'],
  ])('%s stays one link', async (_, title, url) => {
    const html = await marked.parse(cited(title, url).all);
    expect(Array.from(html.matchAll(/<a href="http:\/\/a\.test[^"]*"/g))).toHaveLength(2);
    expect(html).not.toMatch(/href="http:\/\/evil/);
    expect(html.replace(/<[^>]*>/g, '').trim()).toBe('So it is 1. And so 1.');
  });

  it('are taken off again where a client sends the answer back as history', () => {
    const { text, all } = cited('T "1"', 'http://a.test/');
    const { history } = questionIn([
      { role: 'user', content: 'Is it so?', unread: 0 },
      { role: 'assistant', content: all, unread: 0 },
      { role: 'user', content: 'Why?', unread: 0 },
    ]);
    expect(history).toEqual([{ question: 'Is it so?', answer: text }]);
  });

  it('are empty when nothing is cited', () => {
    expect(chatAnswer({ text: 'I do not know.', citations: [] }, 'http://p').definitions).toBe('');
  });
});

describe('pages that are named as the nearest', () => {
  const page = (title: string, url: string, more: object = {}) => ({
    documentId: 'd',
    passageId: 'p',
    title,
    url,
    ...more,
  });
  const show = async (text: string, ...nearest: ReturnType<typeof page>[]) => {
    const answer = chatAnswer({ text, citations: [], nearest }, 'http://p');
    return { answer, html: await marked.parse(answer.text + answer.definitions) };
  };

  it('are links in their list', async () => {
    const { html } = await show(
      "I don't know. These pages come closest:\n- Prices [old] › A \\ B\n- Offices",
      page('Prices [old]', 'http://a.test/<1>', { section: 'A \\ B' }),
      page('Offices', 'http://a.test/2'),
    );
    expect(Array.from(html.matchAll(/href="([^"]*)"/g), ([, url]) => url)).toEqual([
      'http://a.test/%3C1%3E',
      'http://a.test/2',
    ]);
    expect(html).not.toContain(']:');
    expect(html).toContain('>Offices</a>');
  });

  it('are a link where one is quoted, at its title and not at a table of that name', async () => {
    const offices = page('Offices', 'http://a.test/2', { quote: 'Porto' });
    const { answer, html } = await show(
      'Not sure:\n\nOffices in Porto\n\n_From the table “Offices” in “Offices”_',
      offices,
    );
    expect(answer.text).toMatch(/_From the table “Offices” in “\[Offices\]”_$/);
    expect(html).toContain('<a href="http://a.test/2">Offices</a>”');
  });

  it('are annotations of a response, at their names', () => {
    const text = "I don't know. These pages come closest:\n- Prices › Discounts\n- Offices";
    const nearest = [page('Prices', 'http://a.test/1', { section: 'Discounts' }), page('Offices', 'http://a.test/2')];
    const citations = responseCitations({ text, citations: [], nearest }, 'http://p');
    expect(citations.map(({ url }) => url)).toEqual(['http://a.test/1', 'http://a.test/2']);
    expect(citations.map(({ start_index: from, end_index: to }) => text.slice(from, to))).toEqual([
      'Prices › Discounts',
      'Offices',
    ]);
  });

  it('stay words in an answer with citations or that does not name them', async () => {
    const { answer } = await show('The sources do not say that.', page('Offices', 'http://a.test/2'));
    expect(answer).toEqual({ text: 'The sources do not say that.', annotations: [], definitions: '' });
  });
});

describe('the official OpenAI SDK', () => {
  it('gets links to the nearest pages where nothing is known, whole and streamed', async () => {
    const body = {
      model: 'parley',
      messages: [{ role: 'user' as const, content: 'What does the price list 2026 say about discounts?' }],
    };
    const { choices } = await client.chat.completions.create(body);
    const text = choices[0]!.message.content ?? '';
    const html = await marked.parse(text);
    expect(html.match(/<li><a href="[^"]*\/d\?id=/g)?.length).toBeGreaterThan(1);
    const stream = client.chat.completions.stream(body);
    expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe(text);
    expect(
      questionIn([
        { role: 'user', content: 'a', unread: 0 },
        { role: 'assistant', content: text, unread: 0 },
        { role: 'user', content: 'b', unread: 0 },
      ]).history[0]?.answer,
    ).not.toContain(']:');
  });

  it('gets the nearest pages as annotations of a response, whole and streamed', async () => {
    const body = { model: 'parley', input: 'What does the price list 2026 say about discounts?' };
    const annotations = ({ output }: OpenAI.Responses.Response) =>
      output.flatMap((item) =>
        item.type === 'message'
          ? item.content.flatMap((part) => (part.type === 'output_text' ? part.annotations : []))
          : [],
      );
    const whole = annotations(await client.responses.create(body));
    expect(whole.length).toBeGreaterThan(1);
    expect(whole).toContainEqual(expect.objectContaining({ url: expect.stringContaining('/d?id=') }));
    expect(annotations(await client.responses.stream(body).finalResponse())).toEqual(whole);
  });

  it('answers the next request after one that was too large', async () => {
    const once = new OpenAI({ baseURL: client.baseURL, apiKey: client.apiKey, maxRetries: 0 });
    const send = (content: string) =>
      once.chat.completions
        .create({ model: 'none', messages: [{ role: 'user', content }] })
        .catch(({ status }) => status);
    for (let round = 0; round < 3; round += 1) {
      expect(await send('x'.repeat(3_000_000))).toBe(413);
      expect(await send('a')).toBe(404);
      expect(await send('b')).toBe(404);
    }
  });

  it('lists models', async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    expect(models).toEqual(['parley']);
    expect(await client.models.retrieve('parley')).toMatchObject({ object: 'model', owned_by: 'parley' });
  });

  it('completes a chat, with citations as annotations and usage', async () => {
    const { choices, usage } = await client.chat.completions.create({
      model: 'parley',
      messages: [
        { role: 'system', content: 'Answer like a pirate.' },
        { role: 'user', content: QUESTION },
      ],
    });
    const message = choices[0]!.message;
    expect(message.content).toContain('26 weeks');
    const [text = '', definitions = ''] = (message.content ?? '').split(/\n\n(?=\[\d+\]: <)/);
    expect(message.annotations).toHaveLength(marksIn(text));
    expect(message.annotations?.length).toBeGreaterThan(0);
    // Most clients drop annotations: Markdown makes links of the marks.
    const html = await marked.parse(message.content ?? '');
    for (const { url_citation: cited } of message.annotations ?? []) {
      expect(definitions).toContain(
        `${text.slice(cited.start_index, cited.end_index)}: <${cited.url}> "Parental leave"`,
      );
      expect(html).toContain(`href="${cited.url.replaceAll('&', '&amp;')}" title="Parental leave"`);
    }
    expect(html).not.toContain(']:');
    for (const { url_citation: cited } of message.annotations ?? []) {
      expect(message.content?.slice(cited.start_index, cited.end_index)).toMatch(/^\[\d+\]$/);
      expect(cited.url).toContain('parental-leave.md');
    }
    expect(usage).toMatchObject({ total_tokens: 0 });
  });

  it('says that a picture is not read, and asks for words if there are none', async () => {
    const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: QUESTION }, picture] }];
    const { choices } = await client.chat.completions.create({ model: 'parley', messages });
    const { content, annotations } = choices[0]!.message;
    expect(content).toMatch(/^_Pictures, sounds and files in a message are not read here/);
    expect(content).toContain('26 weeks');
    for (const { url_citation: cited } of annotations ?? [])
      expect(content?.slice(cited.start_index, cited.end_index)).toMatch(/^\[\d+\]$/);
    const stream = client.chat.completions.stream({ model: 'parley', messages });
    expect((await stream.finalChatCompletion()).choices[0]?.message.content).toBe(content);
    const alone = [...messages, { role: 'user' as const, content: [picture] }];
    await expect(client.chat.completions.create({ model: 'parley', messages: alone })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Ask in words'),
    });
  });

  it('streams a chat', async () => {
    const stream = client.chat.completions.stream({
      model: 'parley',
      messages: [{ role: 'user', content: QUESTION }],
      stream_options: { include_usage: true },
    });
    let text = '';
    stream.on('content', (delta) => {
      text += delta;
    });
    const completion = await stream.finalChatCompletion();
    expect(text).toContain('26 weeks');
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: text } });
    expect(completion.usage).toMatchObject({ total_tokens: 0 });
  });

  it('understands a follow-up from the earlier messages', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'parley',
      messages: [
        { role: 'user', content: 'Who is the site lead in Porto?' },
        { role: 'assistant', content: 'Joana Teixeira [1].' },
        { role: 'user', content: [{ type: 'text', text: 'And in Halifax?' }] },
      ],
    });
    expect(choices[0]!.message.content).toContain('Colin MacAskill');
  });

  it('creates a response, whole and streamed, and continues it', async () => {
    const first = await client.responses.create({ model: 'parley', input: 'Who is the site lead in Porto?' });
    expect(first.output_text).toContain('Joana Teixeira');
    const [item] = first.output;
    expect(item).toMatchObject({
      type: 'message',
      content: [{ annotations: [{ type: 'url_citation', title: expect.any(String) }] }],
    });
    const stream = client.responses.stream({
      model: 'parley',
      input: 'And in Halifax?',
      previous_response_id: first.id,
    });
    let text = '';
    const types = new Set<string>();
    for await (const event of stream) {
      types.add(event.type);
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    const second = await stream.finalResponse();
    expect(text).toContain('Colin MacAskill');
    expect(second).toMatchObject({ status: 'completed', previous_response_id: first.id });
    expect(second.output_text).toBe(text);
    expect([...types]).toContain('response.output_text.annotation.added');
  });

  it.each([
    ['no token of ours', { apiKey: 'sk-nobody' }, { model: 'parley' }, 401, 'TOKEN_UNKNOWN'],
    ['an unknown model', {}, { model: 'gpt-9' }, 404, 'model_not_found'],
    ['JSON', {}, { response_format: { type: 'json_object' as const } }, 400, 'BAD_USAGE'],
    ['a call of a tool', {}, { tool_choice: 'required' as const }, 400, 'BAD_USAGE'],
    ['a call of a function', {}, { function_call: { name: 'weather' } }, 400, 'BAD_USAGE'],
    ['sound', {}, { modalities: ['text' as const, 'audio' as const] }, 400, 'BAD_USAGE'],
    ['two answers', {}, { n: 2 }, 400, 'BAD_USAGE'],
    ['no question', {}, { messages: [{ role: 'system' as const, content: 'Hi' }] }, 400, 'BAD_USAGE'],
    ['wrong types', {}, { messages: 'Hi' as never }, 400, 'BAD_USAGE'],
    ['too much', {}, { messages: [{ role: 'user' as const, content: 'x'.repeat(3_000_000) }] }, 413, 'INPUT_TOO_LARGE'],
  ])('gets an error of its own kind for %s', async (_, options, body, status, code) => {
    const asked = client.withOptions(options).chat.completions.create({
      model: 'parley',
      messages: [{ role: 'user', content: QUESTION }],
      ...body,
      stream: false,
    });
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ status, code });
  });

  it('refuses JSON as a response’s format, and says where JSON is', async () => {
    await expect(
      client.responses.create({ model: 'parley', input: QUESTION, text: { format: { type: 'json_object' } } }),
    ).rejects.toMatchObject({ status: 400, code: 'BAD_USAGE', message: expect.stringContaining('answers in JSON') });
  });

  it('lists the available models and routes in the error', async () => {
    const refused = async (request: Promise<unknown>) => {
      const error = await request.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      return error instanceof OpenAI.APIError
        ? { status: error.status, code: error.code, message: error.message }
        : error;
    };
    const messages = [{ role: 'user' as const, content: QUESTION }];
    expect(await refused(client.chat.completions.create({ model: 'gpt-9', messages }))).toMatchObject({
      message: expect.stringContaining('List the models to see which there are.'),
    });
    expect(await refused(client.embeddings.create({ model: 'parley', input: 'x' }))).toMatchObject({
      status: 404,
      code: 'UNKNOWN_ID',
      message: expect.stringContaining('chat completions, responses and models'),
    });
    expect(await refused(client.chat.completions.create({ model: 'parley', messages: 'Hi' as never }))).toMatchObject({
      message: expect.stringContaining('OpenAI-compatible door says what is read'),
    });
  });

  it.each([
    ['a stored conversation', { conversation: 'conv_1' }, 'conversation', 'previous_response_id'],
    ['a stored prompt', { prompt: { id: 'pmpt_1' }, input: undefined }, 'prompt', 'send its text as input'],
    ['items without a type', { input: [{ content: 'Hi' }] }, 'input', 'must be a text, or a list of messages'],
    ['no message of the user', { input: [{ role: 'system', content: 'Hi' }] }, 'input', 'There is no message'],
  ])('refuses %s in a response', async (_, body, param, words) => {
    const asked = client.responses.create({ model: 'parley', input: QUESTION, stream: false, ...(body as object) });
    await expect(asked).rejects.toMatchObject({ status: 400, param, message: expect.stringContaining(words) });
  });

  it('understands what the SDKs send of earlier turns: references to answers, calls of tools and reasoning', async () => {
    const question = 'Who is the site lead in Porto?';
    const first = await client.responses.create({ model: 'parley', input: question });
    const followUp = (reference: string, sdk = client) =>
      sdk.responses.create({
        model: 'parley',
        input: [
          { role: 'user', content: question },
          { type: 'reasoning', id: 'rs_1', summary: [] },
          { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_1', output: 'Rain.' },
          { type: 'item_reference', id: reference },
          { role: 'user', content: 'And in Halifax?' },
        ],
      });
    const reference = first.output[0]?.id ?? '';
    expect((await followUp(reference)).output_text).toContain('Colin MacAskill');
    const stranger = (await web.parley.tokens.create({ name: 'other', maker: OPERATOR })).text;
    for (const asked of [followUp('msg_gone'), followUp(reference, client.withOptions({ apiKey: stranger }))])
      await expect(asked).rejects.toMatchObject({ status: 404, code: 'UNKNOWN_ID' });
  });

  it('gets the refusals of the server itself in the form of OpenAI’s API too', async () => {
    await expect(client.get('/chat/completions')).rejects.toMatchObject({
      status: 405,
      code: 'BAD_USAGE',
      message: expect.stringContaining('Use POST'),
    });
  });

  it('reads a previous response only if the same token created it', async () => {
    const first = await client.responses.create({ model: 'parley', input: QUESTION });
    const stranger = (await web.parley.tokens.create({ name: 'other', maker: OPERATOR })).text;
    const asked = client
      .withOptions({ apiKey: stranger })
      .responses.create({ model: 'parley', input: 'And?', previous_response_id: first.id });
    await expect(asked).rejects.toMatchObject({ status: 404, code: 'UNKNOWN_ID' });
  });
});

describe('the AI SDK', () => {
  const provider = () =>
    createOpenAICompatible({ name: 'parley', baseURL: `${web.url}/v1`, apiKey, includeUsage: true });

  it('generates and streams text', async () => {
    const { text, finishReason } = await generateText({ model: provider()('parley'), prompt: QUESTION });
    expect(text).toContain('26 weeks');
    expect(finishReason).toBe('stop');
    const stream = streamText({ model: provider()('parley'), prompt: QUESTION });
    let streamed = '';
    for await (const piece of stream.textStream) streamed += piece;
    expect(streamed).toBe(text);
  });
});

it('answers what Open WebUI sends', async () => {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'x-openwebui-user-email': 'ceo@example.com',
  };
  const models = (await (await fetch(`${web.url}/v1/models`, { headers })).json()) as { data: { id: string }[] };
  expect(models.data.map(({ id }) => id)).toContain('parley');
  const response = await fetch(`${web.url}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      stream: true,
      model: 'parley',
      messages: [{ role: 'user', content: QUESTION }],
      stream_options: { include_usage: true },
      temperature: 0.7,
      metadata: { chat_id: '1' },
    }),
  });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  expect(lines.at(-1)).toBe('data: [DONE]');
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)));
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toContain('26 weeks');
});
