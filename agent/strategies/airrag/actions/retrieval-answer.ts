import { sampleTask } from '../../../model/run-task.ts';
import { node } from '../../../node.ts';
import { citedOf, searchFor, seedsFor, union } from '../../../nodes/search.ts';
import { answerStep } from '../../../tasks/answer-step.ts';
import { SAMPLING, type SearchOptions } from '../options.ts';
import type { TreeSearch } from '../state.ts';
import { addNodes, pathTo, pendingQueries, stepsAt } from '../tree.ts';

/** A3, RA: searches for the first pending query, or for the question itself, and answers it from the found passages. */
export const retrievalAnswer = (options: SearchOptions) =>
  node('ra', async ({ tree, standalone, today }: TreeSearch, context) => {
    const { at } = tree;
    const steps = stepsAt(tree, at);
    const query = withAnswers(pendingQueries(tree, at)[0] ?? standalone, steps);
    const before = pathTo(tree, at).flatMap(({ references }) => references ?? []);
    const found = await searchFor(context, query, options.documents, seedsFor(query, before));
    const sources = union(before, found);
    const input = { mainQuestion: standalone, question: query, steps, references: sources, today };
    const draws = await sampleTask(context, answerStep, input, options.samples.ra ?? 1, { sampling: SAMPLING });
    const outputs = draws.map(({ output }) => {
      const solved = output.verdict === 'answered';
      return {
        query,
        answer: output.answer,
        shortAnswer: output.shortAnswer,
        solved,
        // An unanswered query's passages may still help the summary.
        references: solved ? citedOf(context, output.answer, output.citations) : found.slice(0, 3),
      };
    });
    const added = addNodes(tree, at, 'ra', outputs, options);
    return {
      tree,
      references: union(...added.map(({ references }) => references ?? [])),
      claimed: draws.flatMap(({ output }) => output.citations),
      steps: added.filter(({ solved }) => solved).map(({ answer }) => ({ question: query, answer: answer ?? '' })),
    };
  });

/** Replaces references to earlier answers ("the answer to 1", "#1") by those answers. */
export const withAnswers = (query: string, steps: readonly { shortAnswer: string }[]): string =>
  query.replace(/(?:the )?answer (?:to|of) (?:question |step )?#?(\d+)|#(\d+)/gi, (said, a?: string, b?: string) => {
    const answer = steps[Number(a ?? b) - 1]?.shortAnswer;
    return answer || said;
  });
