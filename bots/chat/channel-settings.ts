import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { collectAll, type KeyValueStore } from '../../stores/index.ts';
import type { Ask } from '../conversation/events.ts';

/** Maximum sources that a channel can be limited to: the platforms' forms do not accept more. */
export const MAX_SOURCES = 20;

/** How Parley behaves in one channel. */
export const channelSettingsSchema = z.object({
  /** `mention`: answers when addressed; `questions`: every message that asks; `all`: every message; `off`: never. */
  mode: z.enum(['mention', 'questions', 'all', 'off']).default('mention'),
  strategy: z.string().optional(),
  /** Time limit of one answer, in seconds of wall time. */
  seconds: z.number().int().min(5).max(600).optional(),
  /** Search only these sources; all sources when absent. */
  sources: z.array(z.string()).min(1).max(MAX_SOURCES).optional(),
  /**
   * True when the channel is ingested as a source. Used in the form and its audit record; the source itself is
   * authoritative.
   */
  history: z.boolean().optional(),
});
export type ChannelSettings = z.infer<typeof channelSettingsSchema>;

const defaultSettings: ChannelSettings = { mode: 'mention' };

export const modeNames: Record<ChannelSettings['mode'], string> = {
  mention: 'Only when mentioned',
  questions: 'Every message with a question',
  all: 'Every message',
  off: 'Never',
};

/** An audit record of a change of settings. */
export interface SettingsChange {
  channel: string;
  by: string;
  at: string;
  before: ChannelSettings;
  after: ChannelSettings;
}

const KIND = 'channel-settings';
const AUDIT = 'channel-settings-audit';

/** Reads the settings of a channel. @param channel its id (`slack:T1/C1`), so that a renamed channel keeps its settings */
export const readChannelSettings = async (keyValues: KeyValueStore, channel: string): Promise<ChannelSettings> => {
  const stored = channelSettingsSchema.safeParse((await keyValues.get(KIND, channel)) ?? {});
  return stored.success ? stored.data : defaultSettings;
};

const sourcesInWords = (sources: readonly string[] | undefined): string =>
  sources ? [...sources].sort().join(', ') : 'all';

/** The options of `Ask` that follow from a channel's settings. */
export const givenBySettings = ({
  strategy,
  seconds,
  sources,
}: ChannelSettings): Pick<Ask, 'strategy' | 'budget' | 'sources'> => ({
  ...(strategy && { strategy }),
  ...(seconds && { budget: { seconds } }),
  ...(sources && { sources }),
});

/** Describes a change for its reviewer, one line for each setting that changes; empty when nothing changes. */
export const describeChange = (before: ChannelSettings, after: ChannelSettings): string[] => {
  const line = (name: string, from: string, to: string) => (from === to ? [] : [`${name}: ${from} → ${to}`]);
  return [
    ...line('Answers', modeNames[before.mode], modeNames[after.mode]),
    ...line('Strategy', before.strategy ?? 'automatic', after.strategy ?? 'automatic'),
    ...line(
      'Time an answer',
      before.seconds ? `${before.seconds} s` : 'as set for Parley',
      after.seconds ? `${after.seconds} s` : 'as set for Parley',
    ),
    ...line('Sources', sourcesInWords(before.sources), sourcesInWords(after.sources)),
    ...line('Reads this channel as a source', before.history ? 'yes' : 'no', after.history ? 'yes' : 'no'),
  ];
};

/**
 * Applies a reviewed change and writes it to the audit trail.
 * @throws BAD_USAGE when somebody else changed the settings after the reviewer saw them
 */
export const changeChannelSettings = async (keyValues: KeyValueStore, change: SettingsChange): Promise<void> => {
  const current = await readChannelSettings(keyValues, change.channel);
  if (describeChange({ ...current, history: change.before.history }, change.before).length > 0)
    throw new ParleyError('BAD_USAGE', {
      message: 'Somebody else changed these settings in the meantime.',
      remedy: 'Open the form again and look at what stands there now.',
    });
  await keyValues.put(AUDIT, `${change.channel}@${change.at}`, change);
  await keyValues.put(KIND, change.channel, change.after);
};

/** The last changes of a channel, newest first. */
export const settingsHistory = async (
  keyValues: KeyValueStore,
  channel: string,
  limit = 5,
): Promise<SettingsChange[]> => {
  const rows = await collectAll<SettingsChange>(keyValues, AUDIT, { prefix: `${channel}@` });
  return rows
    .map(({ value }) => value)
    .reverse()
    .slice(0, limit);
};

/**
 * True when a message contains a question mark at a word's end or begins with a question word; used by the mode
 * `questions`.
 */
export const asksSomething = (text: string): boolean =>
  /\?\s*$|\?\s/.test(text) ||
  /^\s*(who|what|when|where|why|how|which|whose|is|are|was|were|can|could|do|does|did|will|would|should|has|have|may)\b/i.test(
    text,
  );
