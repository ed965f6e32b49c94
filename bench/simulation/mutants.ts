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
    about: 'a claim that somebody holds is given to whoever asks',
    file: 'stores/embedded/claims.ts',
    from: "if (held && at - held.renewed_at <= staleAfterMs) return 'held-by-another';",
    to: '',
  },
  {
    name: 'sent-before-sending',
    about: 'a question is kept as answered before its reply is posted',
    file: 'bots/chat/attempt.ts',
    from: 'await reply.finish(end);\n        return await complete(also);',
    to: 'await complete(also);\n        return await reply.finish(end);',
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
];
