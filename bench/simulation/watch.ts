import { inspect } from 'node:util';
import type { AgentQuestion } from '../../agent/index.ts';
import type { FakeMessage } from '../../bots/discord/fake/world.ts';
import type { Scope } from '../../core/document.ts';
import type { Log } from '../../core/log.ts';
import { secretsIn } from './pages.ts';
import { discordText, isReplyTo, STOP_BUTTON } from './platforms/fake-discord.ts';
import { BOT, slackText } from './platforms/fake-slack.ts';
import { conversationBegan, type Question, questionsNamed } from './questions.ts';
import type { Simulation } from './simulation.ts';
import type { Owner } from './virtual-time.ts';
import { type Place, people, places, seenAlone, userOf } from './world.ts';

/** The secrets in a text that these readers may not see, nor might have seen since `since`. */
export const leaksIn = ({ pages }: Simulation, text: string, readers: readonly Scope[], since: number): string[] =>
  secretsIn(text).flatMap(({ secret, id, version }) => {
    const seen = pages
      .since(id, since)
      .some((state) => state.version === version && state.scopes.some((scope) => readers.includes(scope)));
    return seen ? [] : [secret];
  });

/**
 * The secrets in a text whose page nobody among the readers could see at any time since then, in whatever version. What a page
 * said before it was written anew stays in the answers that quote it.
 */
export const goneIn = ({ pages }: Simulation, text: string, readers: readonly Scope[], since: number): string[] =>
  secretsIn(text).flatMap(({ secret, id }) => {
    const seen = pages
      .since(id, since)
      .some((state) => state.text !== undefined && state.scopes.some((scope) => readers.includes(scope)));
    return seen ? [] : [secret];
  });

/** What everybody may see who reads what is said to this question. */
export const readersOf = ({ place, person }: Question): readonly Scope[] =>
  place.open ? place.readers : seenAlone(person);

/** The agent is asked with no more scopes than the readers of the answer have. */
export const watchQuestion = (simulation: Simulation, { text, scopes }: AgentQuestion): void => {
  const question = simulation.questions.get(questionsNamed(text).at(-1) ?? '');
  if (!question) return;
  const more = scopes.filter((scope) => !readersOf(question).includes(scope));
  if (more.length > 0) simulation.violated('scopes', `${question.name} is asked with ${more.join(', ')}`);
};

/** A model is shown nothing that the readers of its answer may not see. */
export const watchPrompt = (simulation: Simulation, prompt: string): void => {
  const question = simulation.questions.get(questionsNamed(prompt).at(-1) ?? '');
  if (!question) {
    simulation.violated('simulator', `a prompt names no question: ${prompt.slice(0, 200)}`);
    return;
  }
  const since = conversationBegan(simulation.questions.values(), question);
  const leaks = leaksIn(simulation, prompt, readersOf(question), since);
  if (leaks.length > 0) simulation.violated('prompt-leak', `the prompt of ${question.name} holds ${leaks.join(', ')}`);
};

/** A log that is read by operators: no page's words are in it. Its own failures are noted for whoever reads the journal. */
export const watchLog = (simulation: Simulation, owner: Owner): Log => {
  const line =
    (level: string) =>
    (first: unknown, ...rest: unknown[]): void => {
      if (!owner.alive) return;
      const said = [first, ...rest]
        .map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 6 })))
        .join(' ');
      simulation.journal.note(`${owner.name} log ${level}`, said.replace(/\s+/g, ' ').slice(0, 600));
      const secrets = secretsIn(said);
      if (secrets.length > 0)
        simulation.violated('log-leak', `the log holds ${secrets[0]?.secret}: ${said.slice(0, 300)}`);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') } as unknown as Log;
};

const checked = new WeakMap<object, string>();

/** Every message that Parley has posted, wherever it stands, shows nothing that its readers may not see. */
export const watchPlatforms = (simulation: Simulation): void => {
  const { slack, discord, questions } = simulation;
  const look = (
    message: object,
    text: string,
    place: Place | undefined,
    alone: string | undefined,
    threadId: string,
  ) => {
    if (checked.get(message) === text) return;
    checked.set(message, text);
    if (!place) return simulation.violated('place', `a message stands where nobody asked: ${text.slice(0, 200)}`);
    const person = people.find((one) => one.platform === place.platform && userOf(one) === alone);
    const readers = person ? [...seenAlone(person), ...place.readers] : place.readers;
    const since = Math.min(
      conversationBegan(questions.values(), { place, threadId }),
      // A direct message that tells somebody of a question asked elsewhere.
      ...[...questions.values()]
        .filter((one) => !place.open && place.people.includes(one.person.name))
        .map(({ askedAt }) => askedAt),
    );
    const leaks = leaksIn(simulation, text, readers, since);
    if (leaks.length > 0) simulation.violated('message-leak', `in ${place.name} stands ${leaks.join(', ')}`);
  };
  for (const message of slack.world.messages.values()) {
    if (message.user !== BOT) continue;
    const place = places.find(({ channel }) => channel === message.channel);
    look(message, slackText(message), place, message.ephemeralTo, message.threadTs ?? message.ts);
  }
  for (const message of discord.world.messages.values()) {
    if (message.authorId !== discord.world.botId) continue;
    const channel = discord.world.channels.get(message.channelId);
    const place = places.find((one) => one.channel === (channel?.parentId ?? message.channelId));
    const text = discordText(message);
    if (checked.get(message) === text) continue;
    if (!text.includes(STOP_BUTTON)) noteEnd(simulation, message);
    // Below a message that is gone no thread can begin, so that its reply stands in the channel.
    const answered = [...questions.values()].find((question) => isReplyTo(message, question));
    look(message, text, place, message.ephemeralTo, answered?.threadId ?? message.channelId);
  }
};

const noteEnd = ({ questions, time }: Simulation, message: FakeMessage): void => {
  for (const question of questions.values()) if (isReplyTo(message, question)) question.endedAt ??= time.steady();
};

/** A process hears of a message of Discord's, or reads it in its channel. */
export const wasRead = ({ questions, time }: Simulation, messageId: string): void => {
  for (const question of questions.values())
    if (question.messageId === messageId) {
      question.toldAt = time.steady();
      question.heardAt ??= question.toldAt;
    }
};

/** A process has accepted a question of Discord's, or dealt with its edit or deletion. */
export const wasDealtWith = ({ questions }: Simulation, key: string): void => {
  for (const question of questions.values())
    if (question.key === key) {
      question.acknowledged = true;
      question.dealtWith?.();
    }
};
