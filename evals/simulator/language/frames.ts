import { hashText, pick } from '../world/random.ts';

/**
 * What people write around a question in a chat. No strategy and no rule of the agent was made with them in view: they were
 * written after all of those, and `--world …,natural=1` asks with them.
 */
const FRAMES = [
  'Hi all, quick question: {q}',
  '{q} Asking for a colleague.',
  'Sorry if this came up before. {q}',
  'I looked through the pages and found nothing. {q} Thanks!',
  'Does anyone know this by heart? {q}',
  'Morning! Before I write to the client: {q} Thanks a lot',
  'Not urgent at all, but I keep forgetting. {q}',
  'One for the experts here: {q} I would guess, but better to ask.',
] as const;

/** A question as somebody puts it in a chat; the same question of the same seed always in the same frame. */
export const inFrame = (question: string, seed: number): string =>
  pick(FRAMES, hashText(seed, question)).replace('{q}', () => question);

const around = FRAMES.map((frame) => frame.split('{q}') as [string, string]);

/** The question itself, without the frame around it; anything else as it stands. */
export const outOfFrame = (text: string): string => {
  const found = around.find(([before, after]) => text.startsWith(before) && text.endsWith(after));
  return found ? text.slice(found[0].length, text.length - found[1].length) : text;
};
