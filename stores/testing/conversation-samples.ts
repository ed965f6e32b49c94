import type { Answer } from '../../core/answer.ts';
import type { Conversation, Turn } from '../../core/conversation.ts';

/** A moment on 1 May 2026, at ten o'clock. @param minute of the hour */
export const at = (minute: number) => `2026-05-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** An empty thread in the web chat. */
export const conversation = (id: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  platform: 'web',
  title: `Thread ${id}`,
  createdAt: at(0),
  updatedAt: at(0),
  ...more,
});

/** A question of Ann's in the thread `c` that is being answered. */
export const turn = (id: string, more: Partial<Turn> = {}): Turn => ({
  id,
  conversationId: 'c',
  eventId: `event of ${id}`,
  askerId: 'ann',
  question: `Question ${id}?`,
  scopes: ['everyone', 'channel:1'],
  status: 'running',
  askedAt: at(0),
  ...more,
});

/** The quoted reply to a question that no page answers. */
export const unknownAnswer = (question: string): Answer => ({
  question,
  text: 'I could not find that in your pages.',
  shortAnswer: '',
  verdict: 'unknown',
  confidence: 0,
  citations: [],
  strategy: 'quote',
  usage: { calls: 0, inputTokens: 0, outputTokens: 0, seconds: 0 },
  mode: 'quote',
  trace: [],
});
