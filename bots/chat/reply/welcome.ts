import type { Settings } from '../../../core/settings.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Suggestions } from '../../suggestions.ts';
import { cut } from './cut.ts';
import { texts } from './texts.ts';

/** The welcome for a new person, whether or not Parley is set up. */
export interface Welcome {
  greeting: string;
  /** The next step of the setup; undefined when all is set up. */
  next?: string;
  prompts: { title: string; message: string }[];
  /** A heading for the prompts. */
  promptsAre: string;
}

/** Suggests questions that the pages answer. */
export type Suggest = () => Promise<Suggestions>;

/** The reply to somebody who addressed Parley without a question (`greeting`), or where it is switched off (`off`). */
export const greetingText = async (
  stores: Pick<Stores, 'documents'>,
  settings: Settings,
  kind: 'greeting' | 'off',
  suggest: Suggest,
): Promise<string> => {
  if (kind === 'off') return texts.switchedOff;
  const { greeting, next, prompts, promptsAre } = await welcome(stores, settings, suggest);
  return [greeting, next ?? '', `${promptsAre}: ${prompts[0]?.message ?? ''}`].filter(Boolean).join('\n');
};

/** Builds the welcome from the number of pages and the settings. Its prompts are questions that public pages answer. */
export const welcome = async (
  { documents }: Pick<Stores, 'documents'>,
  settings: Settings,
  suggest: Suggest,
): Promise<Welcome> => {
  const [{ documents: count }, { questions, sample }] = await Promise.all([documents.count(), suggest()]);
  const next =
    count === 0
      ? 'I know no pages yet. Whoever runs me adds some with `parley ingest FOLDER-OR-URL`.'
      : settings.PARLEY_MODEL === undefined
        ? 'No model is set, so I answer by quoting the best passages. Set PARLEY_MODEL for written answers.'
        : undefined;
  return {
    greeting:
      count === 0
        ? 'I answer questions from your team’s own pages, with the sources beside each answer.'
        : sample
          ? `I answer questions from pages. So far I know the sample handbook of a company that does not exist (${count} pages); \`parley ingest FOLDER-OR-URL\` adds yours.`
          : `I answer questions from your team’s own pages (${count} so far), with the sources beside each answer. What I do not find there, I say I do not know.`,
    ...(next && { next }),
    prompts: [
      ...questions.slice(0, MAX_PROMPTS).map((question) => ({ title: cut(question, 60), message: question })),
      { title: 'What can you do?', message: 'What can you help me with?' },
    ],
    promptsAre: sample ? 'From the sample handbook' : 'For example',
  };
};
const MAX_PROMPTS = 3;
