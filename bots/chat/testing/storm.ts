import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Script } from '../../conversation/testing/scripted-agent.ts';

/** One random event of a storm: an action of a person, or a fault of the platform. */
export type Happening =
  | { do: 'ask'; place: 'channel' | 'direct' | 'alone' }
  | { do: 'repeat' | 'edit' | 'remove' | 'stop'; which: number }
  | { do: 'fault'; kind: 'rate-limit' | 'lost' | 'dropped' | 'unavailable'; call: number; times: number }
  | { do: 'disconnect' }
  | { do: 'wait'; ms: number };

const which = fc.nat({ max: 5 });
export const happenings: fc.Arbitrary<Happening[]> = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant('ask' as const),
          place: fc.constantFrom('channel' as const, 'direct' as const, 'alone' as const),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constantFrom('repeat' as const, 'edit' as const, 'remove' as const, 'stop' as const),
          which,
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('fault' as const),
          kind: fc.constantFrom('rate-limit' as const, 'lost' as const, 'dropped' as const, 'unavailable' as const),
          call: fc.nat({ max: 9 }),
          times: fc.integer({ min: 1, max: 2 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect' as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 40 }) }) },
    ),
    { minLength: 3, maxLength: 14 },
  )
  .map((list) => [{ do: 'ask' as const, place: 'channel' as const }, ...list]);

/** A platform's fake that a storm drives. A unique word, such as `q3q`, identifies each question. */
export interface Stormy {
  ask(word: string, place: 'channel' | 'direct' | 'alone'): Promise<void>;
  repeat(word: string): Promise<void>;
  edit(word: string, text: string): Promise<void>;
  remove(word: string): Promise<void>;
  stop(word: string): Promise<void>;
  fault(happening: Extract<Happening, { do: 'fault' }>): void;
  disconnect(): void;
  /** Resolves when no question is being answered and no call is pending. */
  calm(): Promise<void>;
  /** The texts of all of Parley's existing messages that contain the word. */
  saying(word: string): string[];
  /** True when the platform itself reported to the person that their command failed, since no process was connected. */
  refused?(word: string): boolean;
}

/** A script that streams the question's word slowly, so that other events happen in the meantime. */
export const slowly: Script = async ({ text, signal }, say) => {
  const word = /q\d+q/.exec(text)?.[0] ?? 'none';
  for (const piece of ['Answer ', 'to ', `${word} `, 'is ', 'this.']) {
    say({ type: 'token', text: piece });
    await sleep(6);
    signal?.throwIfAborted();
  }
  return { text: `Answer to ${word} is this.` };
};

/** Plays the events and returns one line for each question that does not end with exactly one correct reply. */
export const ride = async (list: readonly Happening[], stormy: Stormy): Promise<string[]> => {
  const asked: { word: string; place: string; removed: boolean; stopped: boolean }[] = [];
  for (const happening of list) {
    if (happening.do === 'ask') {
      const word = `q${asked.length}q`;
      asked.push({ word, place: happening.place, removed: false, stopped: false });
      await stormy.ask(word, happening.place);
    } else if (happening.do === 'fault') stormy.fault(happening);
    else if (happening.do === 'disconnect') stormy.disconnect();
    else if (happening.do === 'wait') await sleep(happening.ms);
    else {
      const question = asked[happening.which % asked.length];
      if (!question || question.removed || (question.place === 'alone' && happening.do !== 'stop')) continue;
      if (happening.do === 'repeat') await stormy.repeat(question.word);
      else if (happening.do === 'edit') await stormy.edit(question.word, `${question.word} reworded?`);
      else if (happening.do === 'stop') {
        question.stopped = true;
        await stormy.stop(question.word);
      } else {
        question.removed = true;
        await stormy.remove(question.word);
      }
    }
  }
  await stormy.calm();
  const wrong = () =>
    asked.flatMap(({ word, removed, stopped }) => {
      const said = stormy.saying(word);
      if (said.length === 0 && stormy.refused?.(word)) return [];
      if (removed) return said.length === 0 ? [] : [`${word} was deleted, but there stands: ${said.join(' | ')}`];
      // The reply to a question that was stopped early does not contain its word.
      if (stopped)
        return said.length <= 1 ? [] : [`${word} was stopped, and has ${said.length} replies: ${said.join(' | ')}`];
      return said.length === 1 && said[0]?.includes(`Answer to ${word} is this.`)
        ? []
        : [`${word} has ${said.length} replies: ${said.join(' | ')}`];
    });
  // Replies to questions that are deleted late are removed asynchronously, so only the final state counts.
  for (let i = 0; i < 40 && wrong().length > 0; i += 1) await sleep(50);
  return wrong();
};
