import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../chat/testing/until.ts';
import type { SlackFake } from './fake/index.ts';
import type { FakeMessage } from './fake/world.ts';
import { type Harness, openParley, openSlackWorld, shownText } from './testing/harness.ts';

const BOT = '<@UBOTT1>';

/** Subtypes of messages that nobody wrote to Parley: those of `@slack/types` 3.2, and others that workspaces send. */
const SILENT = (
  'bot_message channel_archive channel_join channel_leave channel_name channel_posting_permissions channel_purpose ' +
  'channel_topic channel_unarchive ekm_access_denied message_replied group_join group_topic huddle_thread sh_room_created ' +
  'channel_convert_to_private channel_canvas_updated joiner_notification reminder_add bot_add bot_remove pinned_item ' +
  'tombstone assistant_app_thread document_mention reply_broadcast thread_locked'
).split(' ');

describe('the shapes of messages in Slack', () => {
  let slack: SlackFake;
  let parley: Harness;
  beforeEach(async () => {
    slack = await openSlackWorld();
    parley = await openParley({
      slack,
      script: async ({ text, attachments }) => ({ text: attachments?.[0]?.text ?? text }),
    });
  });
  afterEach(async () => {
    await parley.close();
    await slack.close();
  });

  /** Delivers a message in ann's direct messages, as Slack sends it, and waits until it is handled. */
  const say = async (message: object) => {
    const body = {
      type: 'message',
      channel: 'DUANN',
      channel_type: 'im',
      user: 'UANN',
      ts: slack.world.ts(),
      ...message,
    };
    const { attempts } = await slack.event('T1', body);
    await parley.idle();
    expect(attempts).toBe(1);
  };
  const asked = () => parley.agent.asked.map(({ text }) => text);
  const post = (message: Partial<FakeMessage>) =>
    slack.world.put({
      ts: slack.world.ts(),
      channel: 'CGENERAL',
      user: 'UBOB',
      text: '',
      reactions: new Map(),
      ...message,
    });

  it('is silent about notices', async () => {
    for (const subtype of SILENT) {
      const text = 'How many days of leave do I have?';
      await say({ subtype, text });
      await say({ subtype, text: `${BOT} ${text}`, channel: 'CGENERAL', channel_type: 'channel', user: 'USLACKBOT' });
      await say({ subtype, text, hidden: true });
    }
    expect(asked()).toEqual([]);
    expect([...slack.world.messages.values()]).toEqual([]);
  });

  it('is silent about bots, itself, and messages without an author', async () => {
    for (const message of [
      { bot_id: 'B1', text: 'Who owns this?' },
      { user: 'UBOTT1', text: 'Who owns this?' },
      { user: undefined, text: 'Who owns this?' },
      {
        type: 'app_mention',
        bot_id: 'B1',
        text: `${BOT} Who owns this?`,
        channel: 'CGENERAL',
        channel_type: undefined,
      },
    ])
      await say(message);
    expect(asked()).toEqual([]);
  });

  it('takes a mention in a direct message for one, whichever of its two events comes first', async () => {
    const ts = slack.world.ts();
    await say({ type: 'app_mention', text: `${BOT} how many days?`, channel_type: undefined, ts });
    await say({ text: `${BOT} how many days?`, ts });
    expect(asked()).toEqual(['how many days?']);
  });

  it('reads dates, groups, links and entities of mrkdwn, and code as it was typed', async () => {
    await say({
      text:
        'Since <!date^1392734382^Posted {date_num}|18 February>, <!date^1392734382^{date}>, may <!subteam^S1|@people> or ' +
        '<!subteam^S2> or <@U1|ann> in <#C1|general> or <!here> &lt;leave&gt;  early? <https://a.example/x|the page> ' +
        '<https://a.example> <mailto:a@b.example|a@b.example>\n```def f():\n    get("<https://c.example>")```',
    });
    expect(asked()[0]).toBe(
      'Since 18 February, 2014-02-18, may @people or @a group or @ann in #general or @here <leave> early? the page (https://a.example/x) ' +
        'https://a.example a@b.example\n```def f():\n    get("https://c.example")```',
    );
  });

  it('reads every part of rich text that comes without mrkdwn', async () => {
    const text = (words: string, style?: object) => ({ type: 'text', text: words, ...(style && { style }) });
    const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
    await say({
      text: '',
      blocks: [
        {
          type: 'rich_text',
          elements: [
            section(
              text('Is 5 < 6 && a<b> '),
              text('x = 1', { code: true }),
              text(' '),
              { type: 'emoji', name: 'wave', unicode: '1f44b' },
              { type: 'usergroup', usergroup_id: 'S1' },
              { type: 'broadcast', range: 'here' },
              { type: 'channel', channel_id: 'C1' },
              { type: 'link', url: 'https://a.example', text: 'the page' },
              { type: 'date', timestamp: 1392734382, format: '{date}', fallback: '18 February' },
            ),
            {
              type: 'rich_text_list',
              style: 'ordered',
              offset: 2,
              elements: [section(text('third')), section(text('fourth'))],
            },
            { type: 'rich_text_list', style: 'bullet', indent: 1, elements: [section(text('inner '), text('item'))] },
            { type: 'rich_text_quote', elements: [text('two '), text('words\nand a line')] },
            { type: 'rich_text_preformatted', elements: [text('if a < b:\n    go()')] },
          ],
        },
      ],
    });
    expect(asked()[0]).toBe(
      [
        'Is 5 < 6 && a<b> `x = 1` :wave:@a group@here#C1the page (https://a.example)18 February',
        '3. third',
        '4. fourth',
        ' • inner item',
        '> two words',
        '> and a line',
        '```',
        'if a < b:',
        '    go()',
        '```',
      ].join('\n'),
    );
  });

  it('asks about a message that is forwarded with a question', async () => {
    const shared = {
      is_share: true,
      author_name: 'Bob',
      from_url: 'https://acme.slack.com/archives/C1/p1',
      text: 'Leave is 28 days.',
    };
    await say({
      text: 'Is this still right?',
      attachments: [shared, { from_url: 'https://a.example', text: 'a preview' }],
    });
    expect(asked()[0]).toContain('Is this still right?');
    expect(asked()[0]).toContain('Leave is 28 days.');
    expect(asked()[0]).not.toContain('a preview');
  });

  it('reads the alert at which it is asked in its thread, in attachments or blocks', async () => {
    const alerts = [
      {
        attachments: [
          {
            fallback: 'CPU',
            title: 'High CPU',
            title_link: 'https://g.example',
            text: 'db-1 at 97 %',
            fields: [{ title: 'Severity', value: 'page' }],
          },
        ],
      },
      {
        text: 'Alert',
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'High CPU' } },
          {
            type: 'section',
            text: { type: 'mrkdwn', text: '*db-1* at 97 %' },
            fields: [{ type: 'mrkdwn', text: 'Severity: page' }],
          },
        ],
      },
    ];
    for (const alert of alerts) {
      const { ts } = post({ ...alert, user: 'UOTHER', botId: 'B9' });
      await slack.say({ channel: 'CGENERAL', user: 'UANN', text: `${BOT} what do we do about this?`, threadTs: ts });
      await parley.idle();
      const reply = shownText(slack.replies('CGENERAL', ts).find(({ botId }) => botId === 'BT1'));
      for (const words of ['High CPU', 'db-1', '97 %', 'Severity: page']) expect(reply).toContain(words);
    }
  });

  it('shows the words of an app’s message to whoever asks about it, however long and quoted they are', async () => {
    const text = '"status"\t\\\n'.repeat(300);
    const { ts } = post({ attachments: [{ text }], botId: 'B9' });
    await slack.shortcut({ callbackId: 'parley_ask_about', channel: 'CGENERAL', ts, user: 'UANN' });
    await until(() => slack.world.openViews.length === 1);
    expect(JSON.stringify(slack.world.openViews[0]?.view)).toContain('status');
  });

  it('leaves alone what other apps’ buttons, forms and shortcuts send', async () => {
    const common = {
      team: { id: 'T1', domain: 'example' },
      user: { id: 'UANN', team_id: 'T1' },
      api_app_id: 'A0PARLEY',
      token: 'x',
      trigger_id: 't',
    };
    const interactive = [
      {
        type: 'block_actions',
        actions: [{ action_id: 'approve', block_id: 'b', type: 'button', value: '1' }],
        container: { type: 'message' },
        channel: { id: 'CGENERAL' },
      },
      {
        type: 'block_actions',
        actions: [{ action_id: 'pick', block_id: 'b', type: 'static_select', selected_option: { value: '1' } }],
        container: { type: 'view' },
        view: { id: 'V1' },
      },
      {
        type: 'view_submission',
        view: { id: 'V1', callback_id: 'other', state: { values: {} }, private_metadata: '' },
      },
      { type: 'view_closed', view: { id: 'V1', callback_id: 'parley_ask_form' }, is_cleared: false },
      { type: 'shortcut', callback_id: 'other' },
      {
        type: 'message_action',
        callback_id: 'other',
        message: {},
        channel: { id: 'CGENERAL' },
        message_ts: '1.1',
        response_url: 'https://hooks.slack.example/x',
      },
      { type: 'block_suggestion', action_id: 'x', block_id: 'b', value: 'le', container: { type: 'view' } },
      {
        type: 'interactive_message',
        actions: [{ name: 'a', type: 'button', value: '1' }],
        callback_id: 'other',
        channel: { id: 'CGENERAL' },
      },
      { type: 'workflow_step_edit', callback_id: 'other', workflow_step: {} },
    ];
    for (const payload of interactive)
      await slack.deliveries.deliver({ type: 'interactive', payload: { ...common, ...payload } }, 0);
    for (const event of [
      {
        type: 'link_shared',
        channel: 'CGENERAL',
        user: 'UANN',
        message_ts: '1.1',
        links: [{ url: 'https://a.example', domain: 'a.example' }],
      },
      {
        type: 'assistant_thread_started',
        assistant_thread: { user_id: 'UANN', channel_id: 'DUANN', thread_ts: '1.1', context: {} },
      },
      { type: 'function_executed', function: { callback_id: 'x' }, inputs: {}, function_execution_id: 'Fx1' },
      { type: 'file_shared', file_id: 'F1', user_id: 'UANN', file: { id: 'F1' } },
      { type: 'team_access_granted', team_ids: ['T2'] },
      { type: 'message_metadata_posted', metadata: { event_type: 'x', event_payload: {} } },
    ])
      await slack.event('T1', event);
    await say({ text: 'How many days?' });
    expect(asked()).toEqual(['How many days?']);
  });
});
