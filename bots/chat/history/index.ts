export type { ChannelHistory, Listed, ThreadHead } from './channel-history.ts';
export { createHistorySwitch, type HistorySwitch } from './history-switch.ts';
export type { ChatMessage, DroppedFile } from './message.ts';
export { readHistory } from './read-history.ts';
