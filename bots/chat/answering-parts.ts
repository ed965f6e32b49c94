import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import type { Conversations } from '../conversation/events.ts';
import type { Outbox } from './delivery/outbox.ts';
import type { SourceWatch } from './follow-up/source-watch.ts';
import type { ChatPlatform } from './platform.ts';

/** Dependencies for answering the questions of one platform. */
export interface AnsweringParts<Target> {
  platform: ChatPlatform<Target>;
  outbox: Outbox<Target>;
  watch: Pick<SourceWatch, 'records'>;
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical' | 'relay'>;
  log: Log;
  clock: Clock;
  /** Names this process as the writer of replies. */
  writer: string;
}
