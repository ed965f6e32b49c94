import { z } from 'zod';
import {
  createQuestionContext,
  loadStrategy,
  openModels,
  type StrategyName,
  withQuestionContext,
} from '../agent/index.ts';
import { EVERYONE } from '../core/document.ts';
import { loadEnvFile } from '../core/env-file.ts';
import { ParleyError } from '../core/errors.ts';
import { readSettings } from '../core/settings.ts';
import { openParley } from './open.ts';
import type { Parley } from './parley.ts';

let opened: Promise<Parley> | undefined;

/** What a run takes, for Studio's form and for clients that ask for the schemas of a graph. */
const input = z.looseObject({
  // Optional, because a command that goes on with a run brings none; withQuestionContext refuses a run without one.
  question: z.string().optional().describe('The question'),
  history: z
    .array(z.object({ question: z.string(), answer: z.string() }))
    .optional()
    .describe('Earlier turns of the conversation. In a thread, those of the thread by default'),
});

/** What a run's last state holds for its caller. */
const output = z.looseObject({
  written: z
    .looseObject({ verdict: z.string(), text: z.string(), shortAnswer: z.string() })
    .optional()
    .describe('The answer'),
});

/**
 * Describes a graph's input and output. The server reads descriptions from the graph's builder. Without one, it works
 * through the source with a TypeScript compiler, and gives up after 30 s. Only the descriptions are added: the graph's
 * state stays what it is.
 */
const described = <Graph extends object>(graph: Graph): Graph => {
  const { builder } = graph as Graph & { builder: object };
  const descriptions = { _inputRuntimeDefinition: { value: input }, _outputRuntimeDefinition: { value: output } };
  return Object.assign(graph, { builder: Object.create(builder, descriptions) });
};

/**
 * A strategy's compiled graph for LangGraph Studio and the LangGraph server (langgraph.json), with the data and model of the
 * settings and the scope `everyone`. The input is `{ question }`; the answer is in `written`.
 */
export const studioGraph = (name: StrategyName) => async () => {
  loadEnvFile();
  const settings = readSettings();
  const models = openModels(settings);
  if (!models) {
    throw new ParleyError('BAD_SETTING', {
      message: 'No model is set, and a strategy needs one.',
      remedy: 'Set PARLEY_MODEL in .env.',
    });
  }
  opened ??= openParley({ settings });
  const { stores, retriever, encoder, log } = await opened;
  // The server passes its own context, so each run gets Parley's context here.
  const graph = withQuestionContext(await loadStrategy(name), () =>
    createQuestionContext({
      models,
      allowsLikely: settings.PARLEY_LIKELY !== 'no',
      stores,
      retriever,
      encoder,
      log,
      scopes: [EVERYONE],
    }),
  );
  return described(graph).withConfig({ recursionLimit: 400 });
};
