import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { erasePerson } from '../../ingest/forget.ts';
import { freePort } from '../chat/testing/free-port.ts';
import { pageOf } from '../chat/testing/pages.ts';
import { streamLeave } from '../chat/testing/scripts.ts';
import { until } from '../chat/testing/until.ts';
import type { Script } from '../conversation/testing/scripted-agent.ts';
import { untilAborted } from '../conversation/testing/scripted-agent.ts';
import { actionId } from './blocks.ts';
import type { SlackFake } from './fake/index.ts';
import { buttonOf, finals, type Harness, openParley, openSlackWorld, shownText } from './testing/harness.ts';

const BOT = '<@UBOTT1>';
describe('Parley in Slack', () => {
  let slack: SlackFake;
  let parley: Harness;
  const open = async (script: Script = streamLeave) => {
    parley = await openParley({ slack, script });
  };
  const ask = async (
    text: string,
    { channel = 'CGENERAL', user = 'UANN', threadTs }: { channel?: string; user?: string; threadTs?: string } = {},
  ) => {
    const { ts } = await slack.say({ channel, user, text, threadTs });
    await until(() => parley.agent.asked.length > 0 || parley.handle.running > 0, 'a start').catch(() => {});
    await parley.idle();
    return ts;
  };

  beforeEach(async () => {
    slack = await openSlackWorld();
  });
  afterEach(async () => {
    await parley.close();
    await slack.close();
  });

  it('answers a mention in its thread: status, streamed text, task card, dated source, thumbs', async () => {
    await open();
    const ts = await ask(`${BOT} how many days of leave do I have?`);
    const [reply, ...more] = slack.replies('CGENERAL', ts);
    expect(more).toEqual([]);
    expect(reply).toMatchObject({ threadTs: ts, stream: { state: 'stopped' } });
    expect(shownText(reply)).toContain('You have 28 days [1].');
    expect(shownText(reply)).toContain('1. <https://wiki.example/leave|Leave policy> · 12 Mar 2026');
    expect([...(reply?.stream?.tasks.values() ?? [])]).toMatchObject([
      { title: 'Find the leave policy', status: 'complete' },
      {
        title: 'Read 1 page',
        status: 'complete',
        sources: [{ type: 'url', url: 'https://wiki.example/leave', text: 'Leave policy' }],
      },
    ]);
    expect(buttonOf(reply, actionId('feedback'))).toBeDefined();
    expect(slack.world.statuses.map(({ status }) => status)).toContain('searching the pages…');
    expect(slack.world.statuses.at(-1)?.status).toBe('');
    expect(parley.agent.asked[0]?.text).toBe('how many days of leave do I have?');
  });

  it('answers follow-ups in its thread without a new mention, and ignores messages between others', async () => {
    await open();
    const ts = await ask(`${BOT} how many days of leave do I have?`);
    await ask('and in the first year?', { threadTs: ts });
    expect(parley.agent.asked).toHaveLength(2);
    expect(parley.agent.asked[1]?.history).toEqual([
      { question: 'how many days of leave do I have?', answer: 'You have 28 days [1].' },
    ]);
    await slack.say({ channel: 'CGENERAL', user: 'UANN', text: '<@UBOB> what do you think?', threadTs: ts });
    await slack.say({ channel: 'CGENERAL', user: 'UANN', text: 'just talking here' });
    await parley.idle();
    expect(parley.agent.asked).toHaveLength(2);
  });

  it('answers questions in a thread that address it or that its pages answer, and is otherwise silent', async () => {
    await open(async (question, say) =>
      /leave|interns/.test(question.text)
        ? streamLeave(question, say)
        : { verdict: 'unknown', text: 'I do not know.', citations: [] },
    );
    const ts = await ask(`${BOT} how many days of leave do I have?`);
    const replies = () => slack.replies('CGENERAL', ts).length;
    for (const text of ['thanks!', 'cool, see you at lunch then', 'UBOB, did you get my mail?'])
      await slack.say({ channel: 'CGENERAL', user: 'UANN', text, threadTs: ts });
    await slack.say({ channel: 'CGENERAL', user: 'UBOB', text: 'more than at my last place', threadTs: ts });
    await slack.say({ channel: 'CGENERAL', user: 'UANN', text: 'are you coming to lunch?', threadTs: ts });
    await parley.idle();
    expect(parley.agent.asked).toHaveLength(1);
    // A question addressed to nobody is answered if the pages answer it. Otherwise nothing shows that it was looked up.
    await ask('does that apply to interns as well?', { user: 'UBOB', threadTs: ts });
    expect(replies()).toBe(2);
    await slack.say({ channel: 'CGENERAL', user: 'UCEM', text: 'is the printer in room 5 broken?', threadTs: ts });
    await parley.idle();
    expect(parley.agent.asked.at(-1)?.text).toContain('printer');
    expect(replies()).toBe(2);
    expect(slack.ephemeral('UCEM')).toEqual([]);
    expect(await parley.stores.keyValues.list('open-question', { limit: 1 })).toEqual([]);
  });

  it('answers a direct message without a mention', async () => {
    await open();
    const ts = await ask('how many days?', { channel: 'DUANN' });
    expect(finals(slack.replies('DUANN', ts))).toHaveLength(1);
  });

  it('reads what foreign clients send: blocks alone, a forwarded message, /me, and no deleted file', async () => {
    await open();
    const written = (elements: object[]) => [
      { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] },
    ];
    const say = async (message: object) => {
      await slack.event('T1', {
        type: 'message',
        channel: 'DUANN',
        channel_type: 'im',
        user: 'UANN',
        ts: slack.world.ts(),
        ...message,
      });
      await parley.idle();
    };
    await say({
      text: '',
      blocks: written([
        { type: 'text', text: 'how many ' },
        { type: 'text', text: 'days?' },
      ]),
    });
    await say({ text: '', attachments: [{ is_share: true, text: 'How long is leave?' }] });
    await say({ subtype: 'me_message', text: 'asks how long leave is' });
    await say({ subtype: 'file_share', text: '', files: [{ id: 'F1', mode: 'tombstone' }] });
    await say({ text: 'link?', attachments: [{ text: 'a preview of the link' }] });
    expect(parley.agent.asked.map(({ text }) => text)).toEqual([
      'how many days?',
      'How long is leave?',
      'asks how long leave is',
      'link?',
    ]);
    expect(slack.ephemeral('UANN')).toEqual([]);
  });

  it('answers /ask for the asker alone, and shares it only where everybody may see its pages', async () => {
    await open();
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'])] });
    const { response } = await slack.command({
      command: '/ask',
      text: 'how many days?',
      channel: 'CGENERAL',
      user: 'UANN',
    });
    expect(response).toMatchObject({ response_type: 'ephemeral' });
    await until(() => slack.ephemeral('UANN').length === 1);
    const [answer] = slack.ephemeral('UANN');
    expect(shownText(answer)).toContain('You have 28 days [1].');
    const press = () =>
      slack.click({
        channel: 'CGENERAL',
        ts: answer?.ts ?? '',
        user: 'UANN',
        action: buttonOf(answer, actionId('share')),
      });
    await press();
    await until(() => [...slack.world.messages.values()].some((message) => message.text.includes('asked:')));
    await parley.stores.apply({ put: [pageOf('leave', ['private'])] });
    await press();
    await until(() => slack.ephemeral('UANN').some((message) => message.text.includes('Not everyone here may see')));
    expect([...slack.world.messages.values()].filter((message) => message.text.includes('asked:'))).toHaveLength(1);
  });

  it('asks about a message through the shortcut', async () => {
    await open();
    const { ts } = await slack.say({ channel: 'CGENERAL', user: 'UBOB', text: 'The new leave policy is out' });
    await slack.shortcut({ callbackId: 'parley_ask_about', channel: 'CGENERAL', ts, user: 'UANN' });
    await until(() => slack.world.openViews.length === 1);
    const view = slack.world.openViews[0]?.view;
    await slack.submit({
      view: view as never,
      user: 'UANN',
      values: { question: { value: { type: 'plain_text_input', value: 'What does it say?' } } },
    });
    await until(() => slack.ephemeral('UANN').length === 1);
    expect(parley.agent.asked[0]?.text).toContain('What does it say?');
    expect(parley.agent.asked[0]?.text).toContain('The new leave policy is out');
  });

  it('reads files that it can, and names those that it cannot', async () => {
    await open(async ({ attachments }) => ({
      text: attachments?.map(({ name, text }) => `${name}: ${text}`).join('; ') ?? '',
    }));
    slack.addFile({ id: 'F1', name: 'notes.md', mimetype: 'text/markdown', bytes: '# Notes\n\nThe code is 42.' });
    slack.addFile({ id: 'F2', name: 'photo.png', mimetype: 'image/png', bytes: Buffer.from([0x89, 0x50, 0, 1]) });
    const { ts } = await slack.say({
      channel: 'CGENERAL',
      user: 'UANN',
      text: `${BOT} what is the code?`,
      files: ['F1', 'F2'],
    });
    await parley.idle();
    const reply = shownText(slack.replies('CGENERAL', ts)[0]);
    expect(reply).toContain('The code is 42.');
    expect(reply).toContain('I could not read photo.png');
  });

  it('reads the earlier messages of a thread in which it is asked', async () => {
    await open(async ({ attachments }) => ({ text: attachments?.[0]?.text ?? 'nothing' }));
    const { ts } = await slack.say({ channel: 'CGENERAL', user: 'UBOB', text: 'We moved the launch to May.' });
    await ask(`${BOT} when is the launch?`, { threadTs: ts });
    expect(shownText(slack.replies('CGENERAL', ts)[0])).toContain('We moved the launch to May.');
  });

  it('does not read back what a person wrote in the thread before they were erased', async () => {
    await open(async ({ attachments }) => ({ text: attachments?.[0]?.text ?? 'nothing' }));
    const { ts } = await slack.say({ channel: 'CGENERAL', user: 'UBOB', text: 'We moved the launch to May.' });
    await slack.say({ channel: 'CGENERAL', user: 'UANN', text: 'Then I book the hall.', threadTs: ts });
    await erasePerson(parley.stores, 'slack:T1/UBOB');
    // Slack's ids tell the second in which a message was written.
    await sleep(1050 - (Date.now() % 1000));
    await slack.say({ channel: 'CGENERAL', user: 'UBOB', text: 'The hall is booked already.', threadTs: ts });
    await ask(`${BOT} when is the launch?`, { threadTs: ts });
    const reply = shownText(slack.replies('CGENERAL', ts)[0]);
    expect(reply).not.toContain('We moved the launch to May.');
    expect(reply).toContain('Then I book the hall.');
    expect(reply).toContain('The hall is booked already.');
  });

  it('answers an edited question again in the same message, and deletes the answer with its question', async () => {
    await open(async ({ text }) => ({ text: `Answer to: ${text}` }));
    const ts = await ask(`${BOT} first wording?`);
    const before = slack.replies('CGENERAL', ts)[0]?.ts;
    await slack.edit('CGENERAL', ts, `${BOT} second wording?`);
    await until(() => shownText(slack.replies('CGENERAL', ts)[0]).includes('second wording'));
    expect(slack.replies('CGENERAL', ts).map((message) => message.ts)).toEqual([before]);
    await slack.remove('CGENERAL', ts);
    await until(() => slack.replies('CGENERAL', ts).length === 0);
  });

  it('stops the model when the stop button is pressed, and keeps the partial answer with a notice', async () => {
    let aborted = false;
    await open(async ({ signal }, say) => {
      say({ type: 'token', text: 'The first half. ' });
      signal?.addEventListener('abort', () => (aborted = true));
      return untilAborted(signal);
    });
    const { ts } = await slack.say({ channel: 'CGENERAL', user: 'UANN', text: `${BOT} tell me everything` });
    await until(() => slack.replies('CGENERAL', ts)[0]?.stream?.state === 'running');
    await slack.stop('CGENERAL', ts, 'UANN');
    await parley.idle();
    expect(aborted).toBe(true);
    const reply = slack.replies('CGENERAL', ts);
    expect(reply).toHaveLength(1);
    expect(shownText(reply[0])).toContain('The first half.');
    expect(shownText(reply[0])).toContain('Stopped.');
  });

  it('continues a long answer in further messages without losing text', async () => {
    const long = Array.from({ length: 400 }, (_, i) => `Paragraph ${i} says something of its own at some length.`).join(
      '\n\n',
    );
    await open(async (_, say) => {
      for (let i = 0; i < long.length; i += 700) {
        say({ type: 'token', text: long.slice(i, i + 700) });
        await sleep(2);
      }
      return { text: long };
    });
    const ts = await ask(`${BOT} everything please`);
    const replies = slack.replies('CGENERAL', ts);
    expect(replies.length).toBeGreaterThan(1);
    expect(finals(replies)).toEqual([replies.at(-1)]);
    const all = replies.map((message) => shownText(message)).join('\n');
    for (let i = 0; i < 400; i += 1) expect(all.split(`Paragraph ${i} `)).toHaveLength(2);
  });

  it('shows an error only to the asker', async () => {
    await open(async () => {
      throw new Error('boom: secret path');
    });
    const ts = await ask(`${BOT} will it fail?`);
    expect(slack.replies('CGENERAL', ts)).toEqual([]);
    const [note] = slack.ephemeral('UANN');
    expect(note?.text).toContain('Something went wrong inside Parley');
    expect(note?.text).not.toContain('secret path');
  });

  it('replaces streamed text that the agent took back', async () => {
    await open(async (_, say) => {
      say({ type: 'token', text: 'It is certainly seven. ' });
      await sleep(60);
      say({ type: 'reset' });
      say({ type: 'token', text: 'It is eight. ' });
      return { text: 'It is eight.' };
    });
    const ts = await ask(`${BOT} how many?`);
    const [reply, ...more] = slack.replies('CGENERAL', ts);
    expect(more).toEqual([]);
    expect(shownText(reply)).toContain('It is eight.');
    expect(shownText(reply)).not.toContain('seven');
  });

  it('shows no links and mentions except links to its citations', async () => {
    const evil =
      'See [this](https://evil.example/?q=secret) or https://evil.example and <!channel> at [the page](https://wiki.example/leave) ';
    await open(async (question, say) => {
      say({ type: 'token', text: evil });
      await sleep(40);
      return { ...(await streamLeave(question, () => {})), text: evil };
    });
    const ts = await ask(`${BOT} anything?`);
    const raw = JSON.stringify(slack.calls.map(({ args }) => args));
    expect(raw).not.toContain('](https://evil.example');
    expect(raw).not.toContain('<!channel>');
    expect(shownText(slack.replies('CGENERAL', ts)[0])).toContain('[the page](https://wiki.example/leave)');
  });

  it('greets on the home tab and suggests questions in an opened DM, without any setup', async () => {
    await open();
    await slack.openHome('T1', 'UANN', 'home', 'DUANN');
    await slack.openHome('T1', 'UANN', 'messages', 'DUANN');
    await until(() => slack.world.homes.has('UANN') && slack.world.prompts.has('DUANN'));
    expect(JSON.stringify(slack.world.homes.get('UANN'))).toContain('parley ingest');
  });

  it('shows a first sign and answers over HTTP too, with checked signatures and without replays', async () => {
    const port = await freePort();
    parley = await openParley({
      slack,
      script: streamLeave,
      settings: { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'fake-signing-secret', SLACK_PORT: String(port) },
    });
    slack.deliveries.postTo(`http://127.0.0.1:${port}/slack/events`);
    const ts = await ask(`${BOT} how many days?`);
    expect(finals(slack.replies('CGENERAL', ts))).toHaveLength(1);
    const { signature } = await import('./fake/socket.ts');
    const body = JSON.stringify({ type: 'event_callback', team_id: 'T1', event_id: 'EvX', event: { type: 'message' } });
    const post = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/slack/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    expect((await post(signature(body, undefined, 'wrong secret'))).status).toBe(401);
    expect((await post(signature(body, Math.floor(Date.now() / 1000) - 600))).status).toBe(401);
    expect((await post(signature(body))).status).toBe(200);
  });
});
