import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inChat } from './mutants/chat.ts';
import { inConversation } from './mutants/conversation.ts';
import type { Mutant } from './mutants/mutant.ts';
import { inPlatforms } from './mutants/platforms.ts';
import { inStores } from './mutants/stores.ts';

/** Every planted fault. A new one goes to the file of the part whose code it changes. */
export const mutants: readonly Mutant[] = [...inChat, ...inPlatforms, ...inConversation, ...inStores];

/**
 * The story that leads to the one moment in which a fault shows, if it has one: `stories/NAME.json`. Without one, the stories of
 * seeds have to meet that moment.
 */
export const storyOf = ({ name }: Mutant): string | undefined => {
  const file = join(import.meta.dirname, 'stories', `${name}.json`);
  return existsSync(file) ? file : undefined;
};
