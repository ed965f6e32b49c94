import type { Settings } from '../../core/settings.ts';
import type { Stores } from '../../stores/index.ts';
import { texts } from './texts.ts';

/** What a newcomer is shown, before anything is set up as well as after. */
export interface Welcome {
  greeting: string;
  /** The one thing to do next; undefined when all is set up. */
  next?: string;
  prompts: { title: string; message: string }[];
}

/** The greeting for somebody who addressed Parley without a question, or where it is switched off. */
export const greetingText = async (
  stores: Pick<Stores, 'documents'>,
  settings: Settings,
  kind: 'greeting' | 'off',
): Promise<string> => {
  if (kind === 'off') return texts.switchedOff;
  const { greeting, next, prompts } = await welcome(stores, settings);
  return [greeting, next ?? '', `For example: ${prompts[0]?.message ?? ''}`].filter(Boolean).join('\n');
};

/** Looks at what is there and says the next step. Titles of public pages alone become prompts. */
export const welcome = async ({ documents }: Pick<Stores, 'documents'>, settings: Settings): Promise<Welcome> => {
  const { documents: count } = await documents.count();
  const titles: string[] = [];
  for await (const { title, id } of documents.stamps()) {
    if (titles.length >= 3) break;
    const visible = await documents.document(id, ['everyone']);
    if (visible && title.length >= 4 && title.length <= 60) titles.push(title);
  }
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
        : `I answer questions from your team’s own pages (${count} so far), with the sources beside each answer. What I do not find there, I say I do not know.`,
    ...(next && { next }),
    prompts: [
      ...titles.map((title) => ({ title: title.slice(0, 60), message: `What does “${title}” say?` })),
      { title: 'What can you do?', message: 'What can you help me with?' },
    ],
  };
};
