export { type ConversationParts, createConversations } from './conversations.ts';
export type { Ask, Conversations, TurnEvent } from './events.ts';
export { limitsOf } from './limits.ts';
export { LONGEST_QUESTION } from './question.ts';
export { defaultLimits, type Limits } from './waiting-line.ts';
