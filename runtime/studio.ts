import { createQuestionContext, loadStrategy, openModels, withQuestionContext } from '../agent/index.ts';
import { EVERYONE } from '../core/document.ts';
import { loadEnvFile } from '../core/env-file.ts';
import { ParleyError } from '../core/errors.ts';
import { readSettings } from '../core/settings.ts';
import { openParley } from './open.ts';
import type { Parley } from './parley.ts';

let opened: Promise<Parley> | undefined;

/**
 * A strategy's compiled graph for LangGraph Studio and the LangGraph server (langgraph.json), with the data and model of the
 * settings and the scope `everyone`. The input is `{ question }`; the answer is in `written`.
 */
const inStudio = (name: string) => async () => {
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
  return withQuestionContext(await loadStrategy(name), () =>
    createQuestionContext({
      models,
      allowsLikely: settings.PARLEY_LIKELY !== 'no',
      stores,
      retriever,
      encoder,
      log,
      scopes: [EVERYONE],
    }),
  ).withConfig({ recursionLimit: 400 });
};

// LangGraph servers find graphs by export names. `npm run draw` writes langgraph.json, and a test compares both.
export const direct = inStudio('direct');
export const vanilla = inStudio('vanilla');
export const iterdrag = inStudio('iterdrag');
export const ircot = inStudio('ircot');
export const ppr = inStudio('ppr');
export const airrag = inStudio('airrag');
export const airragLite = inStudio('airrag-lite');
export const airragBlender = inStudio('airrag-blender');
export const auto = inStudio('auto');
export const agent = inStudio('agent');
export const par = inStudio('par');
export const crp = inStudio('crp');
export const rok = inStudio('rok');
export const hybrid = inStudio('hybrid');
