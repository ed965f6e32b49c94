import { isName, readName } from '../language/names.ts';
import type { Query, Term } from '../language/query.ts';
import { readQuestion } from '../language/read-question.ts';
import { isNamed } from '../language/statement.ts';
import { withAnswers } from './decompose.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import type { Dice, Knobs } from './knobs.ts';
import type { Memory } from './memory.ts';
import { isUnknownStep, type Prompt } from './prompt.ts';
import { plain, readPassage } from './read-passage.ts';

/** One model call as the tasks see it: the prompt's content and the model's errors. */
export interface Call {
  prompt: Prompt;
  knobs: Knobs;
  dice: Dice;
  memory: Memory;
  /** Which draw of the same prompt this is. */
  sample: number;
  /** The facts that the prompt states, without those that are overlooked. */
  evidence: Evidence;
  /** The meaning of a question, earlier answers put in for #1; undefined when it is about nothing in the world. */
  understand(question: string | undefined): Query | undefined;
}

/** A task's answer, before it is written out. */
export interface Reply {
  /** An object for a task with a schema, else plain text. */
  output: Record<string, unknown> | string;
  /** Whether the evidence supports it: decides how sure its tokens look. */
  sure: boolean;
}
export type Handler = (call: Call) => Reply;

/** Opens a call: reads the prompt once. */
export const openCall = (
  prompt: Prompt,
  { knobs, dice, memory, sample }: Pick<Call, 'knobs' | 'dice' | 'memory' | 'sample'>,
): Call => {
  const long = Math.min(1, prompt.text.length / 4 / 8000);
  const evidence = gatherEvidence(prompt, ({ place }, quote) => {
    const middle = 0.4 + 2.4 * place * (1 - place);
    return dice.roll('attention', quote) < knobs.attention * long * middle;
  });
  const answers = stepAnswers(prompt.steps);
  return {
    prompt,
    knobs,
    dice,
    memory,
    sample,
    evidence,
    understand: (question) => {
      const query = question === undefined ? undefined : readQuestion(question);
      return query && withAnswers(query, (n) => answers[n - 1]);
    },
  };
};

/** The bare answer of each step as a term, where it is a name. */
export const stepAnswers = (steps: Prompt['steps']): (Term | undefined)[] => {
  const found: (Term | undefined)[] = [];
  for (const { question, answer } of steps) {
    if (isUnknownStep(answer)) {
      found.push(undefined);
      continue;
    }
    const raw = readQuestion(question);
    const query = raw && withAnswers(raw, (n) => found[n - 1]);
    const words = plain(answer)
      .replace(/^(?:The answer is|So it is) /, '')
      .replace(/\.$/, '');
    const said = readPassage('', answer).stated.map(({ statement }) => statement);
    const asked = query?.kind === 'value' ? query.term.relation : undefined;
    const object = (said.find(({ relation }) => relation === asked) ?? said.at(-1))?.object;
    const name = object && isNamed(object) ? object : isName(words) ? readName(words) : undefined;
    found.push(name && { kind: 'name', name });
  }
  return found;
};

/** The earlier searches that the prompt lists. */
export const searchedAlready = (call: Call): Set<string> =>
  new Set(
    [...(call.prompt.line('Searched already') ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((quoted) => quoted[1]!),
  );
