import { expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { announceFixed } from '../chat/follow-up/notices.ts';
import { openHandbook } from '../chat/testing/handbook.ts';
import { until } from '../chat/testing/until.ts';
import { FAKE_TOKEN } from './fake/server.ts';
import type { FakeMessage } from './fake/world.ts';
import { startDiscord } from './start.ts';
import { buttonOf, CHANNELS, finals, GUILD, openDiscordWorld, PEOPLE, shownText } from './testing/harness.ts';

it('carries a whole conversation in Discord: question, follow-up, file, thumbs down, fix, notice', async () => {
  const discord = await openDiscordWorld();
  const handbook = await openHandbook({ DISCORD_TOKEN: FAKE_TOKEN, DISCORD_API_URL: discord.apiUrl });
  const { parley, conversations, settings } = handbook;
  const discordHandle = await startDiscord({
    parley,
    conversations,
    settings,
    log: silentLog,
    pace: { updateMs: 15, followUpMs: 3_600_000 },
  });
  const user = PEOPLE.ann;
  const question = discord.say({
    channel: CHANNELS.general,
    user,
    content: '<@1000> How many days of paid leave does every employee have?',
  });
  const replies = () => discord.replies(question.id);
  const answers = async (count: number) => {
    await until(() => finals(replies()).length === count);
    await until(() => discordHandle.running === 0);
    return shownText(finals(replies())[count - 1]);
  };
  expect(await answers(1)).toMatch(/28 days[\s\S]*Leave policy/);

  discord.say({ channel: question.id, user, content: 'And what is the paid leave in the first year of employment?' });
  expect(await answers(2)).toContain('20 days');

  const file = discord.addFile('parking.md', 'text/markdown', '# Parking\n\nParking is free in garage B.\n');
  discord.say({
    channel: question.id,
    user,
    content: 'Where is parking free?',
    attachments: [file],
  });
  expect(await answers(3)).toContain('garage B');

  const first = finals(replies())[0] as FakeMessage;
  const opened = discord.click({ message: first, user, customId: buttonOf(first, '👎') });
  await until(() => opened.modal !== undefined);
  const sent = discord.submit({ opened, user, values: { reason: 'outdated', answer: 'It is 30 days.' } });
  await until(() => sent.acknowledged !== undefined);
  const cases = [];
  for await (const one of parley.stores.cases.all()) cases.push(one);
  expect(cases).toMatchObject([{ kind: 'feedback-outdated', status: 'new', answers: ['It is 30 days.'] }]);

  await handbook.write('leave.md', '# Leave policy\n\nEvery employee has 30 days of paid leave a year.\n');
  await discordHandle.followUp();
  expect(replies().map(shownText).join()).toContain('changed since this answer was given');

  const turn = await parley.stores.conversations.turnByEvent(`discord:${GUILD}/${CHANNELS.general}/${question.id}`);
  expect(await announceFixed(parley.stores.keyValues, turn as never)).toBe(true);
  await discordHandle.followUp();
  await discordHandle.followUp();
  expect(
    replies().filter((message) => shownText(message).includes(`<@${user}> Thank you for your feedback`)),
  ).toHaveLength(1);

  discord.say({ channel: question.id, user, content: 'How many days of paid leave does every employee have?' });
  expect(await answers(4)).toContain('30 days');
  await handbook.close(discordHandle);
  await discord.close();
});
