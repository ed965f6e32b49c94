import { seenAnswers } from '../../../bots/conversation/seen-answers.ts';
import type { Turn } from '../../../core/conversation.ts';
import { EVERYONE } from '../../../core/document.ts';
import type { DocumentStore } from '../../../stores/index.ts';
import { revisionId } from '../../../stores/index.ts';
import { discordText, isReplyTo, STOP_BUTTON } from '../platforms/fake-discord.ts';
import { slackText } from '../platforms/fake-slack.ts';
import type { Question } from '../questions.ts';
import type { Simulation } from '../simulation.ts';
import type { Story } from '../story.ts';
import { LATE_MS } from '../wire.ts';
import { userOf } from '../world.ts';

/** So long a deletion may wait for a sweep when it failed at first. */
const SWEPT_MS = 30_000;
/** By then a reply was looked at again: a minute after its answer. */
const LOOKED_MS = 120_000;
/** Said in an answer's thread when a page that it cites changed; no reply. */
const NOTICE = 'since this answer was given';

/**
 * Every question that was acknowledged has exactly one reply, which is its answer (or says why there is none); a deleted one
 * has none; and what the records hold of it is what its readers were shown.
 */
export const checkReplies = async (simulation: Simulation): Promise<void> => {
  for (const question of simulation.questions.values()) {
    if (question.place.platform === 'web') await checkPage(simulation, question);
    else if (question.place.platform === 'discord') await checkDiscord(simulation, question);
  }
  await checkSlackThreads(simulation);
  await checkOutbox(simulation);
};

/** True where this service may carry out what its caller has given up. */
const isLate = ({ actions }: Story, on: 'store' | 'slack'): boolean =>
  actions.some((action) => action.do === 'fault' && action.on === on && action.kind === 'late');

/**
 * The erasures that may have taken this question: what was asked by their end, since they take their time where processes are
 * down. Where the store carries out late what was given up, also what was asked shortly after: a deletion of all that is
 * theirs cannot tell it apart, and one that spared what is newer would leave what a clock that is ahead has dated.
 */
const erasuresOf = ({ story, erasures }: Simulation, { person, askedAt }: Question) => {
  const lateMs = isLate(story, 'store') ? LATE_MS : 0;
  return erasures.filter(({ personId, done }) => personId === person.id && askedAt <= done + lateMs);
};

const isErased = (simulation: Simulation, question: Question): boolean => erasuresOf(simulation, question).length > 0;

/**
 * A process that is still answering when its asker is erased removes the reply. Where processes die or Discord fails, nothing may
 * be left that tells which reply was theirs.
 */
const isDroppedForSure = (simulation: Simulation, question: Question): boolean => {
  const { endedAt, toldAt, name } = question;
  const may = simulation.story.actions.some(
    (action) =>
      ['crash', 'restart', 'poison'].includes(action.do) ||
      ((action.do === 'fault' || action.do === 'outage') && action.on === 'discord'),
  );
  return (
    !may &&
    endedAt !== undefined &&
    // What Parley is told of only after the erasure is asked anew.
    simulation.erasures.some(({ at, done, questions }) => questions.includes(name) && toldAt < at && done < endedAt)
  );
};

/** Discord cannot list a bot's direct messages, and an erasure forgets that there were some: who writes then is heard or not. */
const isUnknownDirect = ({ erasures }: Simulation, { place, person, acknowledged, askedAt }: Question): boolean =>
  !acknowledged && !place.open && erasures.some(({ personId, at }) => personId === person.id && at <= askedAt);

/**
 * A deleted question's reply may stand where Parley could not know: its process died on the deletion, or whoever asked was
 * erased before the deletion was dealt with, so that nothing tells which reply was theirs.
 */
const mayStand = (simulation: Simulation, question: Question): boolean => {
  const { removed, withdrawnAt = Number.POSITIVE_INFINITY, uncertain } = question;
  return !removed || uncertain || erasuresOf(simulation, question).some(({ at }) => withdrawnAt + SWEPT_MS >= at);
};

/** The turn of the question's last wording. */
const lastTurn = async ({ stored }: Simulation, { key, edits, eventId }: Question): Promise<Turn | undefined> => {
  for (let revision = edits; revision > 0; revision -= 1) {
    const turn = await stored.records.conversations.turnByEvent(revisionId({ key, revision }));
    if (turn) return turn;
  }
  return stored.records.conversations.turnByEvent(eventId);
};

/**
 * Replies that Slack may have posted late beside the one that stands, and that nobody may look for any more: an erasure takes
 * away the record by which Parley would look at the reply again, since it names the question.
 */
const lateTwins = (simulation: Simulation, asked: readonly Question[]): number =>
  isLate(simulation.story, 'slack')
    ? asked.filter((question) => erasuresOf(simulation, question).some(({ at }) => at <= question.askedAt + LOOKED_MS))
        .length
    : 0;

const checkPage = async (simulation: Simulation, question: Question): Promise<void> => {
  const { name, page, askedAt } = question;
  if (isErased(simulation, question)) return;
  if (!page?.final) return simulation.violated('one-reply', `${name} at the page was shown no end`);
  if (page.turnIds.size > 1) simulation.violated('one-reply', `${name} became ${page.turnIds.size} turns`);
  const turn = await lastTurn(simulation, question);
  // An end that could not be stored is made anew for whoever comes back: no process is left that could store it.
  const mayRun = page.final.code === 'STORE_UNAVAILABLE' || (page.final.unstored && !page.final.by?.alive);
  if (turn?.status === 'running' && !mayRun)
    simulation.violated('one-reply', `${name} was shown an end and is kept as running`);
  // An answer is shown without what its pages say that were withdrawn at the time, also when they are back by now.
  const seen = turn?.answer && (await seenAnswers(alwaysVisible(simulation, askedAt), [EVERYONE]).answer(turn.answer));
  const kept = turn && turn.status !== 'running';
  if (page.final.type === 'answer' && kept && ![turn.answer?.text, seen?.text].includes(page.final.text))
    simulation.violated('same-answer', `${name} was shown another answer than is kept`);
};

/** Shows the pages that their readers could see all the time since then. */
const alwaysVisible = ({ pages }: Simulation, since: number): Pick<DocumentStore, 'visible'> => ({
  visible: async (ids, scopes) =>
    new Set(
      ids.filter((id) =>
        pages
          .since(id, since)
          .every((state) => state.text !== undefined && state.scopes.some((scope) => scopes.includes(scope))),
      ),
    ),
});

const checkDiscord = async (simulation: Simulation, question: Question): Promise<void> => {
  const { discord } = simulation;
  const { name, place, threadId, removed } = question;
  const channel = place.open ? threadId : place.channel;
  const written = discord.in(channel).filter((message) => !discordText(message).includes(NOTICE));
  const own = written.filter((message) => isReplyTo(message, question));
  const told = [...discord.world.messages.values()].filter(
    ({ channelId, authorId }) =>
      authorId === discord.world.botId &&
      discord.world.channels.get(channelId)?.recipients?.includes(userOf(question.person)) &&
      channelId !== channel,
  );
  if (own.length > 1)
    return simulation.violated(
      'one-reply',
      `${name} at Discord has ${own.length} replies: ${own.map(discordText).join(' | ')}`,
    );
  if (removed) {
    if (own.length > 0 && !mayStand(simulation, question))
      simulation.violated('deleted', `${name} was deleted, and its reply stands`);
    return;
  }
  if (own.length > 0 && isDroppedForSure(simulation, question))
    return simulation.violated('erasure', `${name}: a reply stands that ended after whoever asked was erased`);
  // An error, and that nothing was found, is told to the asker alone by a direct message.
  if (
    own.length === 0 &&
    told.length === 0 &&
    !isErased(simulation, question) &&
    !isUnknownDirect(simulation, question)
  )
    return simulation.violated('one-reply', `${name} at Discord has no reply`);
  const [reply] = own;
  if (!reply) return;
  if (discordText(reply).includes(STOP_BUTTON) && !isErased(simulation, question))
    return simulation.violated('one-reply', `${name}: a reply never ended: ${discordText(reply).slice(0, 300)}`);
  await checkEnded(simulation, question, discordText(reply));
};

/** Replies of one thread are counted together: several questions may have been asked in it. */
const checkSlackThreads = async (simulation: Simulation): Promise<void> => {
  const { slack, questions } = simulation;
  const threads = Map.groupBy(
    [...questions.values()].filter(({ place }) => place.platform === 'slack'),
    ({ place, threadId }) => `${place.channel}/${threadId}`,
  );
  for (const [thread, asked] of threads) {
    const [first] = asked;
    if (!first) continue;
    const { place, threadId } = first;
    const names = asked.map(({ name }) => name).join(', ');
    const written = slack.inThread(place.channel, threadId).filter((message) => !slackText(message).includes(NOTICE));
    const stand = asked.filter(({ removed }) => !removed);
    const most = asked.filter((question) => mayStand(simulation, question)).length + lateTwins(simulation, asked);
    if (written.length > most)
      return simulation.violated(
        most === 0 ? 'deleted' : 'one-reply',
        `${names} in ${thread}: ${written.length} replies for ${most} questions: ${written.map(slackText).join(' | ').slice(0, 600)}`,
      );
    // What concerns the asker alone is whispered, and may come twice: Slack cannot be asked whether it was.
    const whispers = new Set(
      asked.filter(({ person }) => slack.whispered(place.channel, userOf(person), threadId).length > 0),
    );
    const least = stand.filter((question) => !whispers.has(question) && !isErased(simulation, question)).length;
    if (written.length + whispers.size < least)
      return simulation.violated(
        'one-reply',
        `${names} in ${thread}: ${written.length} replies for ${least} questions`,
      );
    if (asked.length === 1 && written[0] && asked[0]) await checkEnded(simulation, asked[0], slackText(written[0]));
    const running = written.filter(({ stream }) => stream?.state === 'running');
    // An erasure leaves nothing that tells which stream was theirs; Slack ends it after five minutes.
    const left = asked.filter((question) => isErased(simulation, question)).length;
    if (running.length > left) return simulation.violated('one-reply', `${names}: a reply never ended`);
  }
};

/** A reply shows the end of its question: the answer that is kept, or why there is none. */
const checkEnded = async (simulation: Simulation, question: Question, shown: string): Promise<void> => {
  if (question.stopped || question.uncertain || question.removed || isErased(simulation, question)) return;
  const turn = await lastTurn(simulation, question);
  // That a question could not even be stored is said, and leaves no turn; an answer, with its thumbs, has one.
  if (!turn && !shown.includes('up:')) return;
  if (!turn || turn.status === 'running')
    return simulation.violated(
      'one-reply',
      `${question.name} has a reply, and its turn is ${turn?.status ?? 'not there'}`,
    );
  if (turn.status === 'cancelled')
    return simulation.violated('one-reply', `${question.name} ended as stopped, and nobody stopped it`);
  if (turn.status !== 'done' || !turn.answer) return;
  const cited = turn.answer.citations[0]?.quote.match(/qk\w+z/)?.[0];
  if (cited && !shown.includes(cited))
    simulation.violated(
      'same-answer',
      `${question.name} shows another answer than is kept (${cited}): ${shown.slice(0, 300)}`,
    );
};

/** Nothing of the outbox is left waiting, and nothing of it was lost: an acknowledged question is there as answered. */
const checkOutbox = async (simulation: Simulation): Promise<void> => {
  const { keyValues } = simulation.stored.records;
  for (const question of simulation.questions.values()) {
    const { place, key, acknowledged, name, removed } = question;
    if (place.platform === 'web' || !acknowledged || isErased(simulation, question)) continue;
    if (await keyValues.get(`${place.platform}-open`, key))
      simulation.violated('outbox', `${name} waits for ever in the outbox`);
    // A deletion that was told of first leaves nothing to keep.
    else if (!removed && !(await keyValues.get(`${place.platform}-done`, key)))
      simulation.violated('outbox', `${name} was acknowledged and is not in the outbox`);
  }
};
