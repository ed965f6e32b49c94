import { cut } from './cut.ts';

/** Labels of buttons, the same on every platform. */
export const labels = {
  reasoning: 'Show reasoning',
  share: 'Share with everyone here',
  verify: 'Mark as verified',
  /** Shortened to fit into a button: 75 characters in Slack, 80 in Discord. */
  same: (question: string) => `Same question? ${cut(question.replace(/\s+/g, ' ').trim(), 58)}`,
  answer: 'Answer',
  settle: 'Mark as settled',
  unsubscribe: 'Stop these messages',
  owners: 'Ask the owners',
} as const;

/** Short replies to one person. */
export const texts = {
  verifiedGone: 'That answer is no longer verified: a page that it cites changed, or you may not see it.',
  answerGone: 'That answer is no longer here.',
  answerHidden: 'That answer is no longer here, or it cites pages that you may not see.',
  verified: 'Verified. The same question shows this answer first, until a page that it cites changes.',
  notForAll:
    'Not everyone here may see the pages that this answer cites. Mention me here to get an answer from pages that everyone may see.',
  shared: 'Shared.',
  thanks: 'Thank you for your feedback.',
  noted: 'Thank you. When it is fixed, I tell you in the thread.',
  switchedOff: 'I am switched off in this channel. Write to me directly, or use `/ask`.',
  strangerAsks: 'I can only answer people of the workspace that I belong to.',
  strangerRemedy: 'Ask whoever runs me to add yours.',
  externalChannel:
    'People of another organisation read this channel, so I stay silent here. Write to me directly, or have whoever runs me open this channel.',
  strangersReadAlong:
    'Somebody whom I do not know reads this channel, so I stay silent here. Write to me directly instead.',
  lookingUp: 'Looking it up. Only you will see the answer.',
  settled: 'Settled.',
  notYourQuestion: 'That question is settled, or not yours to answer.',
  ownersAsked: 'Sent to the people who look after these pages. Their answer is posted in the thread.',
  noOwners:
    'Nobody looks after these pages here yet. Your question is in the list of open questions, which admins see with `/parley`.',
  answerSent: 'Sent. Your answer is also kept for the evals.',
  unsubscribed: 'You get no more of these messages.',
  noSources: 'There are no sources yet: `parley ingest` adds some.',
  sourceGone: 'There is no such source any more.',
  nothingChanged: 'Nothing would change.',
  applied: 'Applied.',
  unknownButton: 'I do not know this button any more. Ask again, and use the buttons under the new answer.',
  cancelled: 'Nothing was changed.',
  doneBefore: 'This was applied or cancelled already.',
  mayNotWrite: 'I could not answer where you asked me: I may not write there.',
} as const;
