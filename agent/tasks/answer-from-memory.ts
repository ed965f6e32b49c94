import { z } from 'zod';
import { task } from '../model/task.ts';
import { layOutToday, line, system, user } from './prompt.ts';

/**
 * Answers from the model's own knowledge: the direct baseline, AirRAG's DA (A2), Hybrid RAG's knowledge extractor (step
 * 5).
 */
export const answerFromMemory = task({
  name: 'answer-from-memory',
  doing: 'Thinking about what could be the answer',
  stream: 'text',
  output: z.object({
    reasoning: z.string().describe('step by step, short'),
    verdict: z.enum(['answered', 'unknown']),
    text: z.string().describe('the answer in one or two sentences; if unknown, that you do not know'),
    shortAnswer: z.string().describe('the bare answer; empty if unknown'),
  }),
  prompt: ({ question, today }: { question: string; today: string }) => [
    system(
      'Answer the question from your own knowledge; there are no sources. Think step by step. If you are not sure, the verdict is unknown.',
    ),
    user(layOutToday(today), line('Question', question)),
  ],
});
