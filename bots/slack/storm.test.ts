import fc from 'fast-check';
import { expect, it } from 'vitest';
import { happenings, ride, type Stormy, slowly } from '../chat/testing/storm.ts';
import { until } from '../chat/testing/until.ts';
import { openParley, openSlackWorld, shownText } from './testing/harness.ts';

const METHODS = [
  'assistant.threads.setStatus',
  'chat.startStream',
  'chat.appendStream',
  'chat.stopStream',
  'chat.postMessage',
  'chat.update',
  'conversations.info',
  'conversations.replies',
  'users.info',
  'chat.delete',
];

const withStorm = async (ride_: (stormy: Stormy) => Promise<string[]>): Promise<string[]> => {
  const slack = await openSlackWorld({ ackWithinMs: 250 });
  const parley = await openParley({ slack, script: slowly, staleAfterMs: 200, sweepMs: 40 });
  const where = new Map<string, { channel: string; ts: string; text: string }>();
  const at = (word: string) => where.get(word) as { channel: string; ts: string; text: string };
  const sent: Promise<unknown>[] = [];
  const refused = new Set<string>();
  try {
    return await ride_({
      async ask(word, place) {
        if (place === 'alone') {
          const command = { command: '/ask', text: `what is ${word}?`, channel: 'CGENERAL', user: 'UANN' };
          // Slack does not retry commands. It tells the person that the app did not respond.
          sent.push(slack.command(command).then(({ response }) => response ?? refused.add(word)));
          return;
        }
        const channel = place === 'direct' ? 'DUANN' : 'CGENERAL';
        const before = new Set(slack.world.messages.keys());
        sent.push(slack.say({ channel, user: 'UANN', text: `<@UBOTT1> what is ${word}?`, times: 2 }));
        const key = [...slack.world.messages.keys()].find((one) => !before.has(one)) ?? '';
        where.set(word, { channel, ts: key.split('/')[1] ?? '', text: word });
      },
      async repeat(word) {
        const { channel, ts } = at(word);
        const message = slack.world.messages.get(slack.world.key(channel, ts));
        if (message)
          sent.push(
            slack.event('T1', {
              ...slack.world.messageJson(message),
              channel,
              channel_type: channel.startsWith('D') ? 'im' : 'channel',
            }),
          );
      },
      async edit(word, text) {
        sent.push(slack.edit(at(word).channel, at(word).ts, `<@UBOTT1> ${text}`));
      },
      async remove(word) {
        sent.push(slack.remove(at(word).channel, at(word).ts));
      },
      async stop(word) {
        if (where.has(word)) sent.push(slack.stop(at(word).channel, at(word).ts, 'UANN'));
      },
      fault({ kind, call, times }) {
        const method = METHODS[call] ?? '*';
        if (kind === 'rate-limit') slack.faults.next(method, { kind, retryAfter: 0 }, times);
        else if (kind === 'unavailable') slack.faults.next(method, { kind: 'status', status: 503 }, times);
        else slack.faults.next(method, { kind }, times);
      },
      refused: (word) => refused.has(word),
      disconnect: () => slack.deliveries.cut(),
      async calm() {
        await Promise.all(sent);
        await until(
          async () =>
            parley.handle.running === 0 &&
            (await parley.stores.keyValues.list('slack-open', { limit: 1 })).length === 0,
          'calm',
        );
      },
      saying: (word) =>
        [...slack.world.messages.values()]
          .filter((message) => message.botId && shownText(message).includes(word))
          .map(shownText),
    });
  } finally {
    await parley.close();
    await slack.close();
  }
};

it('leaves every question in Slack with exactly one reply, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (list) => {
      expect(await withStorm((stormy) => ride(list, stormy))).toEqual([]);
    }),
    { numRuns: Number(process.env.PARLEY_STORMS ?? 6), endOnFailure: true },
  );
}, 600_000);
