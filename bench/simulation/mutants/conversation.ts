import type { Mutant } from './mutant.ts';

/** Faults in a turn, whatever the platform (`bots/conversation/`), and in the web chat. */
export const inConversation: readonly Mutant[] = [
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
      { file: 'bots/chat/delivery/recheck-reply.ts', from: 'if (end) await reply.finish(end, true);', to: '' },
    ],
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
    name: 'page-in-the-log',
    about: 'the line of the log for an answered question holds its text',
    file: 'bots/conversation/turn-record.ts',
    from: 'verdict: answer.verdict,',
    to: 'verdict: answer.verdict,\n      text: (answer as { text?: string }).text,',
  },
  {
    name: 'claim-lost-before-its-turn',
    about: 'a process that lost its claim before it stored its turn takes the asker for erased, and deletes the answer',
    file: 'bots/conversation/end-of-turn.ts',
    from: 'if (known) return left({ turnId: known.id });',
    to: 'return left({ turnId: turn.id });',
  },
  {
    name: 'stop-of-a-process-that-lost-the-question',
    about:
      'a process that lost a question and its message counts as stopped, and takes the job of the next process away',
    file: 'bots/conversation/end-of-turn.ts',
    from: 'if (await withRetries(lease.renew, clock)) await agent.discard?.(turn.id);',
    to: 'if (lease) await agent.discard?.(turn.id);',
  },
  {
    name: 'stop-while-the-store-is-not-asked',
    about:
      'a process that lost a question and its message, and cannot ask the store whose it is, takes the job of the next one away',
    file: 'bots/conversation/end-of-turn.ts',
    from: 'if (await withRetries(lease.renew, clock)) await agent.discard?.(turn.id);',
    to: 'if (await lease.held()) await agent.discard?.(turn.id);',
  },
  {
    name: 'erased-question-followed',
    about: 'a page follows an erased question for ever',
    file: 'bots/web/turn-events.ts',
    from: 'const now = await stores.conversations.turn(turn.id);',
    to: 'const now = (await stores.conversations.turn(turn.id)) ?? turn;',
  },
  {
    name: 'end-not-stored-beside-its-reply',
    about: 'a reply is posted while the disk is full, and its turn stays running when there is space again',
    file: 'bots/conversation/turn.ts',
    from: 'if (settled || (storeAgain && (await withPatience(storeAgain, lease, context))))',
    to: 'if (settled)',
  },
  {
    name: 'end-given-up-beside-its-answer',
    about: 'an answer is shown at the page while the disk is full, and is not stored when there is space again',
    file: 'bots/conversation/end-of-turn.ts',
    from: 'const PATIENCE_MS = [2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000];',
    to: 'const PATIENCE_MS = [2_000];',
  },
  {
    name: 'resumed-while-the-disk-is-full',
    about: 'a page that follows a question of a dead process is told at once that the store fails, which ends it there',
    file: 'bots/web/turn-events.ts',
    from: 'const PATIENCE_MS = 60_000;',
    to: 'const PATIENCE_MS = 0;',
  },
  {
    name: 'claim-carried-out-after-an-erasure',
    about: 'a claim that the store carries out after its caller has given up stays, and names who was erased meanwhile',
    file: 'bots/conversation/turn.ts',
    from: 'await claimEvent(store, { eventId, holder, staleAfterMs, log })',
    to: 'await (claimEvent, store).claim(eventId, holder, staleAfterMs)',
  },
  {
    name: 'forgotten-page-shown-from-the-records',
    about: 'a page that asks for its answer again is shown the words of a page that was forgotten meanwhile',
    file: 'bots/web/turn-events.ts',
    from: 'await seenAnswers(stores.documents, scopes).event(finalEventOf(now))',
    to: 'await (seenAnswers, finalEventOf(now))',
  },
  {
    name: 'finished-a-moment-ago',
    about: 'a page that comes back is shown what its question said of pages that were withdrawn since',
    file: 'bots/web/turn-events.ts',
    from: 'const left = await seenAnswers(documents, follower.scopes).past(all);',
    to: 'const left = all;\n  void documents;',
  },
  {
    name: 'cited-after-it-was-forgotten',
    about: 'a question that was under way when a page was withdrawn shows the quote of it that it cites at its end',
    file: 'bots/conversation/seen-answers.ts',
    from: "if (event.type === 'citation') {",
    to: "if (event.type === 'citation' && documents === undefined) {",
    also: [{ file: 'bots/web/turn-events.ts', from: 'if (isCut && !isFinal(event)) continue;', to: 'void isCut;' }],
  },
];
