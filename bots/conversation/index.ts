export { type ConversationOptions, createConversations } from './conversations.ts';
export {
  type Ask,
  type Conversations,
  type FinalEvent,
  finalEventOf,
  type StepCard,
  type TurnEvent,
} from './events.ts';
export { claimEvent } from './lease.ts';
export { frontLimitsOf, limitsOf } from './limits.ts';
export { type ThreadReply, threadReply } from './thread-reply.ts';
export { defaultLimits, type Limits } from './waiting-line.ts';
