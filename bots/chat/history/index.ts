export type { ChannelHistory, Listed, ThreadHead } from './channel-history.ts';
export { createHistorySwitch, type HistorySwitch } from './history-switch.ts';
export { type ChatMessage, citableMessages, type DroppedFile, pageOf } from './message.ts';
export { readHistory } from './read-history.ts';
export { talksOf } from './talks.ts';
