import { forgetMe } from '../../bots/chat/forget.ts';
import { plainText } from '../../bots/slack/incoming-message.ts';
import { isParleyError } from '../../core/errors.ts';
import { forget } from '../../ingest/forget.ts';
import { indexDocuments } from '../../retrieval/index.ts';
import { backupDataFile } from '../../stores/embedded/backup.ts';
import { deliver, tellOnceAtDiscord, write } from './asking.ts';
import { checkBackup } from './invariants/backups.ts';
import { changeOf, textOf } from './pages.ts';
import { BOT } from './platforms/fake-slack.ts';
import type { Question } from './questions.ts';
import { pend, type Simulation, type Slot } from './simulation.ts';
import { anyRunning, inProcess, kill, start, stop, untilDone } from './slots.ts';
import type { Action } from './story.ts';
import { pageScopes, personNamed, placeNamed } from './world.ts';

type Of<Do extends Action['do']> = Extract<Action, { do: Do }>;

/** Lets an action happen; what follows from it goes on while the next ones happen. */
export const act = (simulation: Simulation, action: Action): void => {
  simulation.journal.note(`-- ${action.do}`, action);
  const acts: { [Do in Action['do']]: (action: Of<Do>) => void } = {
    ask: (it) => ask(simulation, it),
    repeat: ({ q }) => withQuestion(simulation, q, (question) => deliver(simulation, question)),
    edit: (it) => edit(simulation, it),
    remove: ({ q }) => remove(simulation, q),
    stop: ({ q }) => stopAnswering(simulation, q),
    rate: (it) => rate(simulation, it),
    crash: (it) => crash(simulation, it),
    restart: (it) => restart(simulation, it),
    pause: (it) => pause(simulation, it),
    poison: ({ q, deaths }) => void simulation.poison.set(q, deaths),
    fault: ({ process, at: _, do: __, ...fault }) => slotOf(simulation, process).wire?.add(fault),
    write: (it) => writePage(simulation, it),
    forget: ({ page }) => forgetPage(simulation, page),
    erase: (it) => erase(simulation, it),
    outage: ({ on, kind, ms }) => void simulation.outages.push({ on, kind, until: simulation.time.steady() + ms }),
    backup: ({ at }) => pend(simulation, backUp(simulation, at)),
    disconnect: (it) => disconnect(simulation, it),
    jump: (it) => jump(simulation, it),
  };
  (acts[action.do] as (action: Action) => void)(action);
};

const slotOf = ({ slots }: Simulation, process: number): Slot => slots[process % slots.length] as Slot;

const withQuestion = (simulation: Simulation, name: string, work: (question: Question) => Promise<unknown>): void => {
  const question = simulation.questions.get(name);
  if (question && !question.removed) pend(simulation, work(question));
};

const wording = (name: string, edits: number, town: string): string =>
  `What does the harbour plan of ${town} name as its pier word? (${name}${edits > 0 ? `e${edits}` : ''})`;

const ask = (simulation: Simulation, { q, person, place, town, reply }: Of<'ask'>): void => {
  const earlier = reply === undefined ? undefined : simulation.questions.get(reply);
  const base = { name: q, person: personNamed(person), place: placeNamed(place), text: wording(q, 0, town) };
  // A thread at Discord is there once Parley has made it.
  const thread =
    earlier && (base.place.platform !== 'discord' || simulation.discord.world.channels.has(earlier.threadId))
      ? earlier.threadId
      : undefined;
  const question: Question = {
    ...base,
    ...write(simulation, base, thread),
    askedAt: simulation.time.steady(),
    edits: 0,
    acknowledged: false,
    toldAt: simulation.time.steady(),
    removed: false,
    stopped: false,
    uncertain: false,
  };
  simulation.questions.set(q, question);
  pend(simulation, deliver(simulation, question));
};

/** What a platform tells once, to one process: if that dies on it, nobody knows. */
const tellOnce = async (
  simulation: Simulation,
  question: Question,
  what: string,
  tell: (slot: Slot) => Promise<void>,
) => {
  const slot = anyRunning(simulation, question.name, what);
  try {
    if (!slot) throw new Error('nobody listens');
    await tell(slot);
  } catch (error) {
    simulation.journal.note(`${question.name}: ${what} was not heard`, String(error));
    question.uncertain = true;
  }
};

const edit = (simulation: Simulation, { q, town }: Of<'edit'>): void =>
  withQuestion(simulation, q, async (question) => {
    const { place, key, messageId } = question;
    if (place.platform === 'web') return;
    question.edits += 1;
    question.text = wording(q, question.edits, town);
    const { platform } = place;
    const said = platform === 'slack' && place.open ? plainText(`<@${BOT}> ${question.text}`, BOT) : question.text;
    if (place.platform === 'slack') {
      const message = simulation.slack.world.message(place.channel, messageId);
      if (message) message.text = question.text;
    }
    // Before it was acknowledged, the message is told of with its new words.
    if (!question.acknowledged) question.uncertain = true;
    if (place.platform === 'discord' && simulation.story.once) {
      const message = simulation.discord.world.messages.get(messageId);
      if (message) {
        message.content = message.content.replace(/What does.*$/, question.text);
        message.editedAt = simulation.discord.world.now();
      }
      if (!(await tellOnceAtDiscord(simulation, question, 'update'))) question.uncertain = true;
      return;
    }
    await tellOnce(simulation, question, `edit ${question.edits}`, (slot) =>
      inProcess(simulation, slot, (running) => deliveriesOf(running, platform).revise(key, said)),
    );
  });

const deliveriesOf = (running: NonNullable<Slot['running']>, platform: 'slack' | 'discord') =>
  running[platform].deliveries;

const remove = (simulation: Simulation, q: string): void =>
  withQuestion(simulation, q, async (question) => {
    const { place, key, messageId } = question;
    if (place.platform === 'web') return;
    question.removed = true;
    if (!question.acknowledged) question.uncertain = true;
    const message = simulation.discord.world.messages.get(messageId);
    simulation.slack.world.messages.delete(simulation.slack.world.key(place.channel, messageId));
    simulation.discord.world.messages.delete(messageId);
    const { platform } = place;
    if (platform === 'discord' && simulation.story.once) {
      if (!(await tellOnceAtDiscord(simulation, question, 'delete', message))) question.uncertain = true;
      question.withdrawnAt = simulation.time.steady();
      return;
    }
    await tellOnce(simulation, question, 'deletion', (slot) =>
      inProcess(simulation, slot, (running) => deliveriesOf(running, platform).withdraw(key)),
    );
    question.withdrawnAt = simulation.time.steady();
  });

const stopAnswering = (simulation: Simulation, q: string): void =>
  withQuestion(simulation, q, async (question) => {
    const { place, key } = question;
    if (place.platform === 'web') return;
    const { platform } = place;
    question.stopped = true;
    await tellOnce(simulation, question, 'stop', (slot) =>
      inProcess(simulation, slot, (running) => deliveriesOf(running, platform).stop(key)),
    );
  });

const rate = (simulation: Simulation, { q, rating }: Of<'rate'>): void =>
  withQuestion(simulation, q, async ({ eventId, person }) => {
    const turn = await simulation.stored.records.conversations.turnByEvent(eventId);
    const slot = anyRunning(simulation, q, 'rating');
    if (turn?.status !== 'done' || !slot) return;
    const comment = `That is what I think of (${q}).`;
    const at = new Date(simulation.time.now()).toISOString();
    // A thumb that a failure swallows is pressed again, or not: nothing depends on it.
    await inProcess(simulation, slot, ({ conversations }) =>
      conversations.feedback({ turnId: turn.id, askerId: person.id, rating, comment, at }),
    ).catch((error: unknown) => simulation.journal.note(`the thumb at ${q}`, String(error)));
  });

const crash = (simulation: Simulation, { process, calls, call, when, landing, back }: Of<'crash'>): void => {
  const slot = slotOf(simulation, process);
  const death = () => {
    kill(simulation, slot, landing);
    pend(
      simulation,
      simulation.time.sleep(back).then(() => start(simulation, slot)),
    );
  };
  slot.wire?.dieAt({ calls, when, happens: death, ...(call !== undefined && { name: call }) });
};

const pause = (simulation: Simulation, { process, ms, call, calls = 1, when = 'before' }: Of<'pause'>): void => {
  const { owner, wire } = slotOf(simulation, process);
  const standStill = () => {
    if (owner) owner.pausedUntil = Math.max(owner.pausedUntil, simulation.time.steady() + ms);
  };
  if (call === undefined) standStill();
  else wire?.pauseAt({ calls, name: call, when, happens: standStill });
};

const restart = (simulation: Simulation, { process, back }: Of<'restart'>): void => {
  const slot = slotOf(simulation, process);
  pend(
    simulation,
    (async () => {
      await stop(simulation, slot);
      await simulation.time.sleep(back);
      await start(simulation, slot);
    })(),
  );
};

const jump = (simulation: Simulation, { process, ms }: Of<'jump'>): void => {
  if (process === undefined) {
    simulation.time.jump(ms);
    return;
  }
  const slot = slotOf(simulation, process);
  slot.skewMs += ms;
  if (slot.owner) slot.owner.skewMs = slot.skewMs;
};

const backUp = async (simulation: Simulation, at: number): Promise<void> => {
  const { files, time, questions, pages } = simulation;
  const acknowledged = [...questions.values()].filter((question) => question.acknowledged);
  const wanted = {
    began: time.steady(),
    questions: acknowledged.map(({ name }) => name),
    changing: pages.ids.filter((id) => pages.changing(id)),
  };
  const file = `${files.records}.${at}.backup`;
  await backupDataFile(files.records, file);
  await checkBackup(simulation, file, wanted);
};

const disconnect = (simulation: Simulation, { process, ms, resumes }: Of<'disconnect'>): void => {
  const slot = slotOf(simulation, process);
  const { running } = slot;
  if (!running || slot.gap) return;
  const gap: NonNullable<Slot['gap']> = { missed: [] };
  slot.gap = gap;
  pend(
    simulation,
    simulation.time.sleep(ms).then(() => {
      // Another process runs there now, with a connection of its own.
      if (slot.gap !== gap) return;
      slot.gap = undefined;
      if (slot.running !== running) return;
      if (resumes) for (const tell of gap.missed) tell(running);
      else simulation.time.as(running.owner, () => running.discord.gateway?.beginSession());
    }),
  );
};

/** Pages change one after the other, as a sync changes them. */
const changes = new WeakMap<Simulation, Promise<void>>();
const inOrder = (simulation: Simulation, work: () => Promise<void>): void => {
  const next = (changes.get(simulation) ?? Promise.resolve()).then(work);
  changes.set(
    simulation,
    next.catch(() => {}),
  );
  pend(simulation, next);
};

const writePage = (simulation: Simulation, { page, scopes, town }: Of<'write'>): void =>
  inOrder(simulation, async () => {
    const version = (simulation.pages.current(page)?.version ?? 0) + 1;
    const state = { version, scopes: pageScopes[scopes] ?? [], text: textOf(page, town, version) };
    const end = simulation.pages.begin(page, state);
    const change = changeOf(page, town, state);
    const { id, contentHash } = change.document;
    await untilDone(simulation, `writing ${page}`, async ({ stores }) => {
      // As a sync does: a page that the documents hold as it is now is not written again.
      const stamp = (await stores.documents.stampsOf([id])).get(id);
      if (stamp?.contentHash !== contentHash) await indexDocuments({ stores }, [change]);
    });
    end();
  });

const forgetPage = (simulation: Simulation, page: string): void =>
  inOrder(simulation, async () => {
    const current = simulation.pages.current(page);
    if (current?.text === undefined) return;
    const end = simulation.pages.begin(page, { version: current.version, scopes: [], text: undefined });
    await untilDone(simulation, `forgetting ${page}`, async ({ stores }) => {
      await forget(stores, page).catch((error: unknown) => {
        // An earlier try removed it, and its answer got lost.
        if (!isParleyError(error, 'UNKNOWN_ID')) throw error;
      });
    });
    end();
  });

const erase = (simulation: Simulation, { person, how }: Of<'erase'>): void => {
  const { id } = personNamed(person);
  const theirs = [...simulation.questions.values()].filter((one) => one.person.id === id);
  const questions = theirs.filter(({ acknowledged }) => acknowledged);
  const at = simulation.time.steady();
  pend(
    simulation,
    untilDone(simulation, `erasing ${person}`, async ({ stores }) => {
      if (how === 'chat') await forgetMe(stores, id);
      else await forget(stores, `person:${id}`);
    }).then(() => {
      simulation.erasures.push({
        personId: id,
        at,
        done: simulation.time.steady(),
        questions: questions.map(({ name }) => name),
      });
    }),
  );
};
