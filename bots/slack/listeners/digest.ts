import { ownersOf, removeOwner, setOwners } from '../../chat/digest/index.ts';
import { chosenSources, sourceOptions, sourceValue } from '../../chat/source-options.ts';
import { actions } from '../blocks.ts';
import { answerForm } from '../digest-view.ts';
import { page, views } from '../views.ts';
import { askerOf, type ListenerParts, type Means, NOT_ADMIN, teamOf } from './means.ts';

const SETTLED = 'That question is settled, or not yours to answer.';

/** Who owns a source, and what an owner does with its open questions. */
export const digestListeners = ({ app, workspaces, stores, desk }: ListenerParts, means: Means): void => {
  app.view(views.owners, async ({ ack, body, view }) => {
    const { workspace } = JSON.parse(view.private_metadata) as { workspace: string };
    const team = teamOf(body);
    if (!(await means.isAdmin(team, body.user.id)))
      return ack({ response_action: 'update', view: page('Owners', NOT_ADMIN) });
    const values = view.state.values;
    const scopes = await means.scopesFor(team, body.user.id, undefined);
    const chosen = values.source?.value?.selected_option?.value ?? '';
    const [source] = chosenSources(await sourceOptions(stores, scopes), [chosen]).sources ?? [];
    if (!source) return ack({ response_action: 'errors', errors: { source: 'There is no such source any more.' } });
    const people = (values.people?.value?.selected_users ?? []).map((user) => `slack:${team}/${user}`);
    const pace = values.pace?.value?.selected_option?.value === 'day' ? 'day' : 'week';
    await setOwners(stores.keyValues, { source, workspace, people, pace });
    const words =
      people.length === 0
        ? `Nobody hears of what “${source}” leaves open any more.`
        : `From now on ${people.length === 1 ? 'its owner hears' : `${people.length} owners hear`} ${pace === 'day' ? 'every day' : 'every Monday'} what “${source}” leaves open.`;
    await ack({ response_action: 'update', view: page('Owners', words) });
  });

  app.action(actions.answer, async ({ ack, body, action, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const question = await desk.find(String(action.value), askerOf(body));
    if (!question) return means.whisper(body.response_url, SETTLED);
    await client.views.open({ trigger_id: body.trigger_id, view: answerForm(question) });
  });

  app.view(views.answer, async ({ ack, body, view }) => {
    const { row } = JSON.parse(view.private_metadata) as { row: string };
    const words = view.state.values.answer?.value?.value ?? '';
    const question = await desk.find(row, askerOf(body));
    if (!question) return ack({ response_action: 'update', view: page('Answer', SETTLED) });
    const { people } = await workspaces.of(teamOf(body));
    try {
      await desk.answer(question, { person: askerOf(body), name: (await people.person(body.user.id)).name }, words);
      await ack({ response_action: 'update', view: page('Answer', 'Sent, and kept as what would have been right.') });
    } catch (error) {
      await ack({ response_action: 'errors', errors: { answer: means.inWords(error).slice(0, 1900) } });
    }
  });

  app.action(actions.settle, async ({ ack, body, action }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const question = await desk.find(String(action.value), askerOf(body));
    if (question) await desk.settle(question.row);
    await means.whisper(body.response_url, question ? 'Settled.' : SETTLED);
  });

  app.action(actions.resign, async ({ ack, body, action }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const { source, workspace } = JSON.parse(String(action.value)) as { source: string; workspace: string };
    for (const owner of await ownersOf(stores.keyValues))
      if (owner.person === askerOf(body) && owner.workspace === workspace && sourceValue(owner.source) === source)
        await removeOwner(stores.keyValues, owner);
    await means.whisper(body.response_url, 'You get no more of these.');
  });
};
