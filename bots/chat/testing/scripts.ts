import { setTimeout as sleep } from 'node:timers/promises';
import type { Script } from '../../conversation/testing/scripted-agent.ts';

/** An answer that cites a dated page at once. */
export const citeLeave: Script = async () => ({
  text: 'You have 28 days [1].',
  citations: [
    {
      n: 1,
      documentId: 'leave',
      title: 'Leave policy',
      url: 'https://wiki.example/leave',
      quote: '28 days',
      kind: 'passage',
      updatedAt: '2026-03-12',
    },
  ],
});

/** The same answer with all that is shown on the way to it: a status, a step, words that stream. */
export const streamLeave: Script = async (question, say) => {
  say({ type: 'status', text: 'Searching the pages' });
  say({ type: 'step', id: 's1', title: 'Find the leave policy', status: 'running' });
  for (const word of ['You ', 'have ', '28 ', 'days ', '[1].']) {
    say({ type: 'token', text: word });
    await sleep(8);
  }
  say({ type: 'step', id: 's1', title: 'Find the leave policy', status: 'done' });
  return citeLeave(question, say);
};

export const WORDS = 'Six words make up this answer.';

/** Streams `WORDS`, slowly enough for a crash between two of them. */
export const streamWords: Script = async (_, say) => {
  for (const word of WORDS.split(/(?<= )/)) {
    say({ type: 'token', text: word });
    await sleep(6);
  }
  return { text: WORDS };
};
