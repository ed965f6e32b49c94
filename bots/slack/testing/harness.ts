import { openPlatform, type PlatformTestOptions } from '../../chat/testing/open-platform.ts';
import { readBotSettings } from '../../settings.ts';
import { createSlackFake, type SlackFake, type SlackFakeOptions } from '../fake/index.ts';
import { FAKE_CLIENT } from '../fake/install.ts';
import type { FakeMessage } from '../fake/world.ts';
import { botScopes } from '../manifest.ts';
import { startSlack } from '../start.ts';

/** Opens a fake workspace with people and channels, without Parley. */
export const openSlackWorld = async (options: SlackFakeOptions = {}): Promise<SlackFake> => {
  const slack = await createSlackFake({ ackWithinMs: 3000, ...options });
  slack.install('T1', 'xoxb-1', Object.keys(botScopes));
  slack.addUser({ id: 'UADMIN', team: 'T1', name: 'ada', isAdmin: true });
  slack.addUser({ id: 'UANN', team: 'T1', name: 'ann' });
  slack.addUser({ id: 'UBOB', team: 'T1', name: 'bob' });
  slack.addUser({ id: 'UGUY', team: 'T1', name: 'guy', guest: 'multi' });
  slack.addUser({ id: 'UEVE', team: 'T9', name: 'eve' });
  slack.addChannel({ id: 'CGENERAL', team: 'T1', people: ['UADMIN', 'UANN', 'UBOB'] });
  slack.addChannel({ id: 'CHIDDEN', team: 'T1', kind: 'private', people: ['UANN'] });
  slack.addChannel({ id: 'CMIXED', team: 'T1', people: ['UBOB', 'UGUY'] });
  slack.addChannel({ id: 'CSHARED', team: 'T1', people: ['UBOB', 'UEVE'], shared: true });
  for (const user of ['UADMIN', 'UANN', 'UBOB', 'UGUY'])
    slack.addChannel({ id: `D${user}`, team: 'T1', kind: 'im', people: [user] });
  return slack;
};

export interface HarnessOptions extends PlatformTestOptions {
  slack: Pick<SlackFake, 'apiUrl'>;
  settings?: Record<string, string>;
  fetch?: typeof fetch;
}

/** Starts Parley in the fake workspace, with the real conversation, stores and SDK. Only the agent is scripted. */
export const openParley = ({
  slack,
  settings = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: FAKE_CLIENT.appToken },
  fetch: fetcher,
  ...options
}: HarnessOptions) =>
  openPlatform(options, (parts) =>
    startSlack({ ...parts, fetch: fetcher, settings: readBotSettings({ SLACK_API_URL: slack.apiUrl, ...settings }) }),
  );
export type Harness = Awaited<ReturnType<typeof openParley>>;

/**
 * The final replies among the messages. Only the end of a reply has something below its text: thumbs below an answer, what to
 * do below an error, "Stopped." below what was stopped. Its stream is over.
 */
export const finals = (messages: readonly FakeMessage[]): FakeMessage[] =>
  messages.filter(
    ({ blocks = [], stream }) => stream?.state !== 'running' && blocks.some(({ type }) => type !== 'markdown'),
  );

/** All text that a person sees in a message, both from blocks and streamed. */
export const shownText = (message: FakeMessage | undefined): string => {
  const texts = (message?.blocks ?? []).flatMap((block) =>
    block.type === 'markdown'
      ? [String(block.text)]
      : block.type === 'context'
        ? (block.elements as { text: string }[]).map(({ text }) => text)
        : [],
  );
  const markdown = (message?.blocks ?? []).some((block) => block.type === 'markdown');
  return [...(markdown ? [] : [message?.text ?? '']), ...texts].join('\n');
};

/** The element with this action id, in the form in which Slack sends it when it is pressed. */
export const buttonOf = (message: FakeMessage | undefined, actionId: string): Record<string, unknown> => {
  for (const block of message?.blocks ?? [])
    for (const element of (block.elements as Record<string, unknown>[] | undefined) ?? [])
      if (element.action_id === actionId) return element;
  throw new Error(`no ${actionId} in ${JSON.stringify(message?.blocks)}`);
};
