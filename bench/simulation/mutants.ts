/** A piece of a file that is replaced as the file is loaded. */
export interface Edit {
  /** From the repository's root. */
  file: string;
  from: string;
  to: string;
}

/**
 * A fault that is planted in the product to see that the simulator sees it: pieces of its files are replaced as they are
 * loaded, and nothing of it stands in the product. A piece that is not there exactly once is an error, so that a mutant
 * which a change of the product made void is noticed.
 */
export interface Mutant extends Edit {
  name: string;
  /** What it does wrong, for a reader. */
  about: string;
  /** Further edits, where the product holds a promise twice: with one of its guards left, nothing goes wrong. */
  also?: readonly Edit[];
  /** The story in `stories/` that leads to the one moment in which it shows, which seeds seldom meet. */
  story?: string;
}

export const mutants: readonly Mutant[] = [
  {
    name: 'claim-fence-removed',
    about: 'a claim that somebody holds is given to whoever asks, and its holder goes on all the same',
    file: 'stores/embedded/claims.ts',
    from: "if (held && at - held.renewed_at <= staleAfterMs) return 'held-by-another';",
    to: '',
    also: [
      {
        file: 'bots/conversation/lease.ts',
        from: 'if (!held) {',
        to: 'if (!held) return true;\n    if (!held) {',
      },
    ],
  },
  {
    name: 'sent-before-sending',
    about: 'a question is kept as answered before its reply is posted',
    file: 'bots/chat/attempt.ts',
    from: 'await reply.finish(end);\n      await complete(also);',
    to: 'await complete(also);\n      await reply.finish(end);',
  },
  {
    name: 'acknowledged-before-kept',
    about: 'a Slack event is acknowledged before its question is written down',
    file: 'bots/slack/receive.ts',
    from: 'const { botUser } = await workspaces.of(team);',
    to: 'await event.ack();\n    const { botUser } = await workspaces.of(team);',
  },
  {
    name: 'taken-over-and-going-on',
    about: 'a process that lost its claim while it stood still answers all the same',
    file: 'bots/conversation/lease.ts',
    from: 'if (!held) {',
    to: 'if (!held) return true;\n    if (!held) {',
    also: [
      {
        file: 'stores/embedded/claims.ts',
        from: 'fence === undefined ||',
        to: 'fence !== undefined || fence === undefined ||',
      },
    ],
    story: 'taken-over-and-going-on',
  },
  {
    name: 'post-not-noted',
    about: 'Slack: that a message is about to be posted is not kept, so that nobody looks for it after a crash',
    file: 'bots/slack/message-creation.ts',
    from: 'delivery.posting = true;\n      await save();',
    to: '',
    story: 'dies-with-its-post',
  },
  {
    name: 'nonce-not-enforced',
    about: 'Discord: the same message posted twice is two messages',
    file: 'bots/discord/surface.ts',
    from: 'enforce_nonce: true',
    to: 'enforce_nonce: false',
    story: 'post-without-a-response',
  },
  {
    name: 'refused-deletion-for-ever',
    about: 'a deletion that the platform refuses for ever is tried again for ever',
    file: 'bots/chat/answer-delivery.ts',
    from: 'error instanceof NotWaiting) throw error;',
    to: 'error instanceof ReplyImpossible) throw error;',
    story: 'deletion-in-a-lost-thread',
  },
  {
    name: 'dead-letter-unheard',
    about: 'nobody hears that all attempts at a question failed',
    file: 'runtime/jobs/distant-agent.ts',
    from: "if (place && place.state !== 'dead') return;",
    to: 'if (place) return;',
    also: [
      {
        file: 'runtime/jobs/distant-agent.ts',
        from: "if ((await jobs.find(QUESTION.name, turn.id))?.state === 'dead') throw givenUp(turn.id);",
        to: '',
      },
    ],
    story: 'kills-all-its-workers',
  },
  {
    name: 'nobody-sweeps',
    about: 'questions that a dead process left behind are not looked for',
    file: 'bots/chat/deliveries.ts',
    from: 'if (isAbandoned(delivery)) void run(delivery.key);',
    to: 'void delivery;',
  },
  {
    name: 'deleted-and-answered',
    about: 'the deletion of a question leaves its answer where it stands',
    file: 'bots/chat/deliveries.ts',
    from: 'if (!delivery || delivery.messages.length === 0) return;',
    to: 'return;',
  },
  {
    name: 'scopes-dropped',
    about: 'the data file shows every asker what any asker may see',
    file: 'stores/embedded/scope-sets.ts',
    from: 'const asked = JSON.stringify(scopes);',
    to: "const asked = JSON.stringify(db.query('SELECT DISTINCT scope FROM scope_members').all().map((row) => (row as { scope: string }).scope));",
  },
  {
    name: 'erasure-skips-a-table',
    about: 'erasing a person leaves the cases that were made of their feedback',
    file: 'ingest/forget.ts',
    from: 'const cases = await stores.cases.forgetPerson(person);',
    to: 'const cases = 0;\n  if (cases === 0) return { ...erased, cases, records };',
  },
  {
    name: 'allowance-counted-again',
    about: 'a question that a second process takes up counts twice',
    file: 'bots/conversation/turn.ts',
    from: 'const quotaNotice = await context.allowance.question(ask, turn);',
    to: 'const quotaNotice = await context.allowance.question(ask, { ...turn, eventId: context.holder });',
  },
  {
    name: 'allowance-forgotten',
    about: 'nobody counts questions',
    file: 'bots/conversation/allowance.ts',
    from: 'sum.questions > limit.questions)',
    to: 'sum.questions > limit.questions + 1)',
  },
  {
    name: 'change-noted-as-done-too-early',
    about: 'a change of several stores is crossed off before the servers have it',
    file: 'stores/apply.ts',
    from: 'const removed = await propagate(separate, message, replaced, followers);\n    if (entryId !== undefined) await documents.removeEntry(entryId);',
    to: 'if (entryId !== undefined) await documents.removeEntry(entryId);\n    const removed = await propagate(separate, message, replaced, followers);',
    story: 'change-noted-as-done-too-early',
  },
  {
    name: 'citations-unchecked',
    about: 'what a model says that it cites is believed',
    file: 'agent/references/check-answer.ts',
    from: "const found = findQuote(citable.get(n)?.text ?? '', quote);",
    to: 'const found = quote;',
  },
  {
    name: 'channel-sees-as-its-asker',
    about: 'a public channel is answered from what the asker alone may see',
    file: 'runtime/access/access.ts',
    from: "if (channel.kind === 'direct') return scopesOfPerson(asker);",
    to: 'if (channel.kind) return scopesOfPerson(asker);',
  },
  {
    name: 'page-in-the-log',
    about: 'the line of the log for an answered question holds its text',
    file: 'bots/conversation/turn-record.ts',
    from: 'verdict: answer.verdict,',
    to: 'verdict: answer.verdict,\n      text: (answer as { text?: string }).text,',
  },
  {
    name: 'deletion-lost-to-a-sweep',
    about: 'a deletion that meets an attempt of this process is forgotten when that attempt ends without a reply',
    file: 'bots/chat/deliveries.ts',
    from: 'await interruptHere(key, action);\n    // The question',
    to: 'if (running.has(key)) return void (await interruptHere(key, action));\n    // The question',
    story: 'deletion-lost-to-a-sweep',
  },
  {
    name: 'erased-while-prepared',
    about: 'a question whose asker is erased before it is claimed is answered and kept',
    file: 'bots/chat/answer-delivery.ts',
    from: 'if (!(await outbox.find(delivery.key))) throw new NotWaiting();',
    to: '',
    also: [{ file: 'bots/chat/answer-delivery.ts', from: 'if (!taken) throw new NotWaiting();', to: '' }],
    story: 'erased-while-prepared',
  },
  {
    name: 'answered-again-after-erasure',
    about: 'an erased question is answered when its platform delivers it again',
    file: 'ingest/forget.ts',
    from: 'stores.conversations.closeEvents(records.filter(isQuestion).map(({ key }) => key));',
    to: 'stores.conversations.closeEvents(records.slice(0, 0).map(({ key }) => key));',
    also: [
      {
        file: 'bots/chat/answer-delivery.ts',
        from: 'await stores.conversations.closeEvents([revisionId(delivery)]);',
        to: '',
      },
    ],
    story: 'answered-again-after-erasure',
  },
  {
    name: 'erased-in-a-thread-asked-in-later',
    about: 'what an erased person wrote in a thread is read back from the platform when somebody else asks there',
    file: 'bots/chat/earlier-messages.ts',
    from: 'if (erasedAt !== undefined &&',
    to: 'if (erasedAt === 0 &&',
    story: 'erased-in-a-thread-asked-in-later',
  },
  {
    name: 'asks-again-after-erasure',
    about: 'a person is erased, asks in their old thread again, and what they wrote before is read back',
    file: 'ingest/forget.ts',
    from: 'await createErasedPeople(stores.keyValues).add(person);',
    to: '',
    story: 'asks-again-after-erasure',
  },
  {
    name: 'claim-lost-before-its-turn',
    about: 'a process that lost its claim before it stored its turn takes the asker for erased, and deletes the answer',
    file: 'bots/conversation/turn.ts',
    from: 'if (known) return left({ turnId: known.id });',
    to: 'return left({ turnId: turn.id });',
    story: 'claim-lost-before-its-turn',
  },
  {
    name: 'told-of-a-change-of-the-erased',
    about: 'that an asker was told something, such as of a changed page, is noted after they were erased',
    file: 'bots/chat/outbox.ts',
    from: 'found: [isThere(state, delivery.key), { ...mark, there: false }],',
    to: 'found: [{ ...mark, there: false }],',
    story: 'told-of-a-change-of-the-erased',
  },
  {
    name: 'interrupted-change-left-to-the-next',
    about: 'a change that a failing server cut short waits for another change or a new start',
    file: 'stores/apply.ts',
    from: 'if (closed || retry) return;',
    to: 'if (pauseMs > 0) return;',
    story: 'interrupted-change-left-to-the-next',
  },
  {
    name: 'stop-of-a-process-that-lost-the-question',
    about:
      'a process that lost a question and its message counts as stopped, and takes the job of the next process away',
    file: 'bots/conversation/turn.ts',
    from: 'ask.signal?.aborted === true && (await lease.held())',
    to: 'ask.signal?.aborted === true',
    story: 'stop-of-a-process-that-lost-the-question',
  },
  {
    name: 'direct-message-taken-for-an-orphan',
    about:
      'Discord: what somebody was told by direct message is taken for the lost reply to their next question, and removed',
    file: 'bots/discord/platform.ts',
    from: 'if (answers === question) return message.id;',
    to: 'if (answers === question || answers === undefined) return message.id;',
    also: [
      {
        file: 'bots/discord/platform.ts',
        from: 'await outbox.noteMessage(messageId(dm.id, made.id)).catch(',
        to: 'await Promise.resolve().catch(',
      },
    ],
    story: 'direct-message-taken-for-an-orphan',
  },
  {
    name: 'title-left-by-a-set-back-clock',
    about: 'a thread keeps the erased question as its title when a clock that was set back made another one its first',
    file: 'stores/embedded/conversation-erasure.ts',
    from: 'renameThread(id, named_it === 1);',
    to: 'renameThread(id, false);',
    story: 'title-left-by-a-set-back-clock',
  },
  {
    name: 'orphan-beside-a-whisper',
    about: 'the message of a process that died stays in the thread when the answer is for the asker alone',
    file: 'bots/slack/reply.ts',
    from: 'await adoptOrphan().catch(refuse);\n    for',
    to: 'for',
    also: [
      {
        file: 'bots/slack/reply.ts',
        from: 'await adoptOrphan().catch(refuse);\n      replaces',
        to: 'replaces',
      },
    ],
    story: 'orphan-beside-a-whisper',
  },
  {
    name: 'late-update-stands',
    about: 'an update that arrives late stands over the answer of another process',
    file: 'bots/chat/answer-delivery.ts',
    from: 'await reply.startOver();',
    to: '',
    also: [
      {
        file: 'bots/chat/attempt.ts',
        from: "return event.type === 'answer' ? showAgain(turn.id, event.answer) : undefined;",
        to: 'return;',
      },
    ],
    story: 'late-update-stands',
  },
  {
    name: 'erased-question-followed',
    about: 'a page follows an erased question for ever',
    file: 'bots/web/turn-events.ts',
    from: 'const now = await parley.stores.conversations.turn(turn.id);',
    to: 'const now = (await parley.stores.conversations.turn(turn.id)) ?? turn;',
    story: 'erased-question-followed',
  },
  {
    name: 'lost-claim-as-an-error',
    about: 'a lost response of the store ends a question that the next attempt would answer',
    file: 'bots/chat/attempt.ts',
    from: "event.code === 'STORE_UNAVAILABLE' &&",
    to: 'false &&',
    story: 'lost-claim-as-an-error',
  },
  {
    name: 'edit-answered-twice',
    about: 'an attempt at the words before an edit posts its answer beside that of the edit',
    file: 'bots/chat/outbox.ts',
    from: 'fields: { revision, writer },\n  });',
    to: 'fields: { writer, ...(revision < 0 && { revision }) },\n  });',
    story: 'edit-answered-twice',
  },
  {
    name: 'stray-message-stays',
    about: 'what an attempt posted stays after another process answered the question',
    file: 'bots/chat/answer-delivery.ts',
    from: 'await removeReply(left, delivery.key, log);',
    to: 'void left;',
    story: 'stray-message-stays',
  },
  {
    name: 'posted-after-standing-still',
    about: 'a process that stood still while it noted a message posts it, although another one took the question',
    file: 'bots/chat/answer-delivery.ts',
    from: 'return !isLate && steadyMs(clock) - began > LATE_MS ? save(true) : undefined;',
    to: 'return;',
    story: 'posted-after-standing-still',
  },
  {
    name: 'stray-message-of-an-update',
    about: 'what the last update of a process posted stays after another one took the question',
    file: 'bots/chat/answer-delivery.ts',
    from: 'if (!waits) await leaveToOthers(delivery, reply);',
    to: '',
    also: [
      {
        file: 'bots/chat/answer-delivery.ts',
        from: 'return !isLate && steadyMs(clock) - began > LATE_MS ? save(true) : undefined;',
        to: 'return;',
      },
    ],
    story: 'stray-message-of-an-update',
  },
  {
    name: 'told-again-after-erasure',
    about: 'a question of somebody who was erased is stored again when the platform tells of it again',
    file: 'bots/chat/deliveries.ts',
    from: 'const isErased = (key: string) => stores.conversations.isClosed([key]);',
    to: 'const isErased = async (_: string) => false;',
    story: 'told-again-after-erasure',
  },
  {
    name: 'stop-over-deletion',
    about: 'a stop replaces the deletion that came before it',
    file: 'bots/chat/outbox.ts',
    from: "if (action !== 'withdraw') {",
    to: 'if (action === undefined) {',
    story: 'stop-over-deletion',
  },
  {
    name: 'deletion-of-a-revision',
    about: 'a deletion is kept for the words before an edit alone',
    file: 'bots/chat/outbox.ts',
    from: "return found && (found.action === 'withdraw' || found.revision >= revision)",
    to: 'return found && found.revision >= revision',
    story: 'deletion-of-a-revision',
  },
  {
    name: 'case-of-an-erased-turn',
    about: 'a thumb that meets an erasure leaves a case',
    file: 'runtime/cases/note-thumb.ts',
    from: 'await store.forgetTurn(turn.id);',
    to: '',
    story: 'case-of-an-erased-turn',
  },
  {
    name: 'erased-in-the-thread-of-a-case',
    about: 'the case of somebody else keeps what an erased person asked before in the thread',
    file: 'core/eval-case.ts',
    from: 'const thread = found.thread.filter(({ askerId }) => askerId !== personId);',
    to: 'const { thread } = found;',
    story: 'erased-in-the-thread-of-a-case',
  },
  {
    name: 'notice-names-the-erased',
    about: 'a notice that is posted while its asker is erased names them',
    file: 'bots/chat/outbox.ts',
    from: 'await keyValues.put(notices, messageId, {});',
    to: 'await keyValues.put(notices, messageId, {}, about && person(about));',
    story: 'notice-names-the-erased',
  },
  {
    name: 'orphan-of-a-deleted-question',
    about: 'the message of a process that died stays when the question is deleted',
    file: 'bots/discord/reply.ts',
    from: 'if (orphan !== undefined) delivery.messages.push(messageId(channelId, orphan));',
    to: 'void channelId, void orphan;',
    story: 'orphan-of-a-deleted-question',
  },
  {
    name: 'forgotten-page-over-a-posting',
    about: 'forgetting a page writes back an answer as it was before it was posted or erased',
    file: 'ingest/erase-mentions.ts',
    from: 'if (await keyValues.change({ found, put: [{ ...row, value: { ...rest, cited: kept } }] })) return;',
    to: 'if (found) return keyValues.put(row.kind, row.key, { ...rest, cited: kept }, row);',
    story: 'forgotten-page-over-a-posting',
  },
  {
    name: 'written-side-by-side',
    about: 'a process whose question another one took goes on writing its reply',
    file: 'bots/chat/outbox.ts',
    from: 'fields: { revision, writer },\n  });',
    to: 'fields: { revision },\n  });',
    story: 'clock-jumps-past-a-claim',
  },
  {
    name: 'written-into-the-messages-of-another',
    about: 'a process continues the messages of the one before it, whose last update may still arrive',
    file: 'bots/chat/answer-delivery.ts',
    from: 'await reply.startOver();',
    to: '',
    story: 'late-update-of-a-dead-process',
  },
  {
    name: 'erased-question-stored-again',
    about: 'a process that stood still through an erasure stores the question again, and it stays',
    file: 'bots/chat/answer-delivery.ts',
    from: 'if (await stores.conversations.isClosed([key, revisionId(delivery)])) return await drop(delivery, reply);',
    to: '',
    story: 'erased-question-stored-again',
  },
  {
    name: 'withdrawn-answer-posted-again',
    about: 'an attempt that was late posts an answer again that was withdrawn',
    file: 'bots/chat/attempt.ts',
    from: 'if (!shown.delivery.messages.some((id) => delivery.messages.includes(id))) return;',
    to: '',
    story: 'withdrawn-answer-posted-again',
  },
  {
    name: 'sign-in-a-foreign-message',
    about:
      'the first sign of an edited question is written into the message of another process, which is removed meanwhile',
    file: 'bots/chat/answer-delivery.ts',
    from: 'const signs = first && (delivery.writer === undefined || delivery.writer === writer);',
    to: 'const signs = first;',
    story: 'edit-at-another-process',
  },
];
