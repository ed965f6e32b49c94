import { expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { announceFixed } from '../chat/follow-up/notices.ts';
import { openHandbook } from '../chat/testing/handbook.ts';
import { until } from '../chat/testing/until.ts';
import { actionId } from './blocks.ts';
import { FAKE_CLIENT } from './fake/install.ts';
import { startSlack } from './start.ts';
import { buttonOf, finals, openSlackWorld, shownText } from './testing/harness.ts';

it('carries a whole conversation in Slack: question, follow-up, file, thumbs down, fix, notice', async () => {
  const slack = await openSlackWorld();
  const handbook = await openHandbook({
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: FAKE_CLIENT.appToken,
    SLACK_API_URL: slack.apiUrl,
  });
  const { parley, conversations, settings } = handbook;
  const slackHandle = await startSlack({
    parley,
    conversations,
    settings,
    log: silentLog,
    pace: { updateMs: 15, followUpMs: 3_600_000 },
  });
  const { ts } = await slack.say({
    channel: 'CGENERAL',
    user: 'UANN',
    text: '<@UBOTT1> How many days of paid leave does every employee have?',
  });
  const replies = () => slack.replies('CGENERAL', ts);
  const answers = async (count: number) => {
    await until(() => finals(replies()).length >= count, `answer ${count}`);
    await until(() => slackHandle.running === 0);
  };
  await answers(1);
  expect(shownText(replies()[0])).toContain('28 days');
  expect(shownText(replies()[0])).toContain('Leave policy');

  await slack.say({
    channel: 'CGENERAL',
    user: 'UANN',
    text: 'And what is the paid leave in the first year of employment?',
    threadTs: ts,
  });
  await answers(2);
  expect(shownText(replies()[1])).toContain('20 days');

  slack.addFile({
    id: 'F1',
    name: 'parking.md',
    mimetype: 'text/markdown',
    bytes: '# Parking\n\nParking is free in garage B.\n',
  });
  await slack.say({
    channel: 'CGENERAL',
    user: 'UANN',
    text: 'Where is parking free?',
    threadTs: ts,
    files: ['F1'],
  });
  await answers(3);
  expect(shownText(replies()[2])).toContain('garage B');

  const first = replies()[0];
  await slack.click({
    channel: 'CGENERAL',
    ts: first?.ts ?? '',
    user: 'UANN',
    action: {
      ...buttonOf(first, actionId('feedback')),
      value: JSON.stringify(first?.blocks).match(/down:[\w-]+/)?.[0],
    },
  });
  await until(() => slack.world.openViews.length === 1);
  const said = await slack.submit({
    view: slack.world.openViews[0]?.view as never,
    user: 'UANN',
    values: {
      reason: { value: { type: 'radio_buttons', selected_option: { value: 'outdated' } } },
      answer: { value: { type: 'plain_text_input', value: 'It is 30 days.' } },
    },
  });
  expect(JSON.stringify(said.response)).toContain('Thank you');
  const cases = [];
  for await (const one of parley.stores.cases.all()) cases.push(one);
  expect(cases).toMatchObject([{ kind: 'feedback-outdated', status: 'new', answers: ['It is 30 days.'] }]);

  await handbook.write('leave.md', '# Leave policy\n\nEvery employee has 30 days of paid leave a year.\n');
  await slackHandle.followUp();
  await until(() => replies().some(({ text }) => text.includes('changed since this answer was given')));

  const turn = await parley.stores.conversations.turnByEvent(`slack:T1/CGENERAL/${ts}`);
  expect(await announceFixed(parley.stores.keyValues, turn as never)).toBe(true);
  await slackHandle.followUp();
  await slackHandle.followUp();
  expect(replies().filter(({ text }) => text.includes('<@UANN> Thank you for your feedback'))).toHaveLength(1);
  expect(finals(replies())).toHaveLength(3);

  await slack.say({
    channel: 'CGENERAL',
    user: 'UANN',
    text: 'How many days of paid leave does every employee have?',
    threadTs: ts,
  });
  await answers(4);
  expect(shownText(finals(replies())[3])).toContain('30 days');
  await handbook.close(slackHandle);
  await slack.close();
});
