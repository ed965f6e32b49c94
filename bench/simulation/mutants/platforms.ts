import type { Mutant } from './mutant.ts';

/** Faults in what only Slack or only Discord does. */
export const inPlatforms: readonly Mutant[] = [
  {
    name: 'acknowledged-before-kept',
    about: 'a Slack event is acknowledged before its question is written down',
    file: 'bots/slack/receive.ts',
    from: 'const { botUser } = await workspaces.of(team);',
    to: 'await event.ack();\n    const { botUser } = await workspaces.of(team);',
  },
  {
    name: 'post-not-noted',
    about: 'Slack: that a message is about to be posted is not kept, so that nobody looks for it after a crash',
    file: 'bots/slack/message-creation.ts',
    from: 'delivery.posting = true;\n      await save();',
    to: '',
  },
  {
    name: 'nonce-not-enforced',
    about: 'Discord: the same message posted twice is two messages',
    file: 'bots/discord/surface.ts',
    from: 'enforce_nonce: true',
    to: 'enforce_nonce: false',
    also: [{ file: 'bots/chat/delivery/recheck-reply.ts', from: 'await reply.removeStrays();', to: '' }],
  },
  {
    name: 'direct-message-taken-for-an-orphan',
    about:
      'Discord: what somebody was told by direct message is taken for the lost reply to their next question, and removed',
    file: 'bots/discord/platform.ts',
    from: 'marked: answers === question }',
    to: 'marked: answers === question || answers === undefined }',
    also: [
      {
        file: 'bots/discord/platform.ts',
        from: 'await outbox.noteMessage(messageId(dm.id, made.id)).catch(',
        to: 'await Promise.resolve().catch(',
      },
      { file: 'bots/chat/delivery/recheck-reply.ts', from: 'await reply.removeStrays();', to: '' },
    ],
  },
  {
    name: 'orphan-beside-a-whisper',
    about: 'the message of a process that died stays in the thread when the answer is for the asker alone',
    file: 'bots/slack/reply.ts',
    from: 'await adoptOrphan().catch(refuse);\n    await removeFrom',
    to: 'await removeFrom',
    also: [
      {
        file: 'bots/slack/reply.ts',
        from: 'await adoptOrphan().catch(refuse);\n      replaces',
        to: 'replaces',
      },
      { file: 'bots/chat/delivery/recheck-reply.ts', from: 'await reply.removeStrays();', to: '' },
    ],
  },
  {
    name: 'deletion-refused-at-discord',
    about: 'Discord: a message whose deletion failed is forgotten, and another one is posted beside it',
    file: 'bots/discord/reply.ts',
    from: 'await remove(last);\n      delivery.messages.pop();',
    to: 'delivery.messages.pop();\n      await remove(last);',
  },
  {
    name: 'orphan-of-a-deleted-question',
    about: 'the message of a process that died stays when the question is deleted',
    file: 'bots/discord/reply.ts',
    from: 'if (orphan !== undefined) delivery.messages.push(messageId(channelId, orphan));',
    to: 'void channelId, void orphan;',
    also: [{ file: 'bots/chat/delivery/recheck-reply.ts', from: 'await reply.removeStrays();', to: '' }],
  },
  {
    name: 'mark-of-a-clock-that-is-ahead',
    about: 'Discord: a start marks what is said until the time of its own clock, which is ahead, as read',
    file: 'bots/discord/catch-up.ts',
    from: 'const last = await seen.last(id);',
    to: 'const last = await seen.last(id);\n    seen.from(id, snowflakeAt(clock.now()));',
  },
  {
    name: 'missed-and-unreadable-at-first',
    about: 'Discord: what was missed and cannot be read at the start is left to the next start',
    file: 'bots/discord/catch-up.ts',
    from: 'else failed.push(each);',
    to: '',
  },
  {
    name: 'store-away-for-a-message',
    about: 'Discord: a message that comes while the store is away for longer than seconds is left to the next start',
    file: 'bots/discord/listeners/messages.ts',
    from: 'PAUSES_MS[failures] ?? (mayHeal(error, failures) ? WAIT_MS : undefined)',
    to: 'PAUSES_MS[failures]',
  },
  {
    name: 'both-away-for-a-message',
    about: 'Discord: a message that comes while the store and then Discord are away is left to the next start',
    file: 'bots/discord/listeners/messages.ts',
    from: 'isStoreFailure(error) || (!(error instanceof DiscordAPIError) && failures < MAX_ATTEMPTS)',
    to: 'isStoreFailure(error)',
  },
  {
    name: 'posted-without-a-note',
    about:
      'Discord: a message is posted although the note that it is about to be failed, and is not found by the next process',
    file: 'bots/discord/reply.ts',
    from: 'if (orphan === undefined) {',
    to: 'if (orphan === undefined && !delivery.posting) {',
  },
  {
    name: 'stranger-while-slack-is-away',
    about: 'who cannot be looked up, because Slack cannot be reached, is refused as a stranger',
    file: 'bots/slack/persons.ts',
    from: 'if (!isRefusal(error)) throw error;',
    to: '',
  },
  {
    name: 'removal-that-failed',
    about:
      'Slack: a message that could not be removed is forgotten, and stands, still being written, beside the whisper',
    file: 'bots/slack/reply.ts',
    from: 'if (message && (await writer.remove(message))) messages.splice(at, 1);',
    to: 'messages.splice(at, 1);\n      if (message) await writer.remove(message);',
  },
];
