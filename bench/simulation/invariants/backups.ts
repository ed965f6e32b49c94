import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { Simulation } from '../simulation.ts';

/** What a backup that begins now must hold. */
export interface BackupWanted {
  /** Steady milliseconds. */
  began: number;
  /** The names of the questions that were acknowledged by then. */
  questions: readonly string[];
  /** The pages whose change was not complete then: a new one may be there or not. */
  changing: readonly string[];
}

/** A backup made while Parley runs holds each page in a state of that time, and every question that was acknowledged before. */
export const checkBackup = async (
  simulation: Simulation,
  file: string,
  { began, questions, changing }: BackupWanted,
): Promise<void> => {
  const { pages, story } = simulation;
  const copy = openEmbedded(file);
  try {
    const everyScope = await copy.documents.scopes();
    for (const id of pages.ids) {
      const states = pages.since(id, began).map(({ text }) => text);
      const possible = changing.includes(id) ? [...states, undefined] : states;
      const text = (await copy.documents.document(id, everyScope))?.text;
      const passage = (await copy.documents.passages([`${id}#0`], everyScope))[0]?.text;
      if (!possible.includes(text) || passage !== text)
        simulation.violated('backup', `${id} is in the backup as ${text}, with the passage ${passage}`);
    }
    for (const name of questions) {
      const question = simulation.questions.get(name);
      if (!question || question.removed) continue;
      // Their erasure may have begun since.
      if (story.actions.some((action) => action.do === 'erase' && action.person === question.person.name)) continue;
      const { platform } = question.place;
      const kept =
        platform === 'web'
          ? await copy.conversations.turnByEvent(question.eventId)
          : ((await copy.keyValues.get(`${platform}-open`, question.key)) ??
            (await copy.keyValues.get(`${platform}-done`, question.key)));
      if (kept === undefined) simulation.violated('backup', `${name} was acknowledged, and is not in the backup`);
    }
  } finally {
    await copy.close();
  }
};
