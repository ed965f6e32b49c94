import { webApi } from '@slack/bolt';
import { answerListeners } from './answers.ts';
import { arrivalListeners } from './arrivals.ts';
import { digestListeners } from './digest.ts';
import { feedbackListeners } from './feedback.ts';
import { createMeans, type ListenerParts } from './means.ts';
import { parleyCommand } from './parley-command.ts';
import { questionListeners } from './questions.ts';
import { settingsListeners } from './settings.ts';

/** Joins people's actions to what Parley does. Every listener acknowledges within its first steps. */
export const listen = (parts: ListenerParts): void => {
  const means = createMeans(parts);
  questionListeners(parts);
  feedbackListeners(parts, means);
  answerListeners(parts, means);
  parleyCommand(parts, means);
  settingsListeners(parts, means);
  digestListeners(parts, means);
  arrivalListeners(parts);
  parts.app.error(async (error) => {
    const code = error.original instanceof webApi.WebAPIPlatformError ? error.original.data.error : undefined;
    parts.log.error({ err: error, code }, 'an event could not be handled');
  });
};
