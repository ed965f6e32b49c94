import type { Command } from 'commander';
import type { BotSettings } from '../bots/settings.ts';
import { isParleyError, ParleyError } from '../core/errors.ts';
import { isPlatformName, PLATFORM_NAMES } from '../core/platform-names.ts';
import type { Parley } from '../runtime/parley.ts';
import { closeServices, type Service } from './close-services.ts';
import { offerLocalEncoder, prepareLocalEncoder } from './local-encoder.ts';
import { print, printError } from './output.ts';
import { commandOf } from './parley-command.ts';

/** The web chat, the chat platforms, and the worker that processes jobs. */
const services = ['web', ...PLATFORM_NAMES, 'worker'] as const;
type ServiceName = (typeof services)[number];

export const register = (program: Command): void => {
  program
    .command('start')
    .description('Runs the web chat, the worker that syncs sources, and Slack and Discord where they are set up.')
    .option('--only <services>', `some of ${services.join(',')}`, namedServices)
    .option('--without <services>', 'everything that is set up but these', namedServices)
    .action(({ only, without = [] }: { only?: ServiceName[]; without?: ServiceName[] }) => start(only, without));
};

const namedServices = (value: string): ServiceName[] => {
  const named = value.split(',').map((name) => name.trim());
  const unknown = named.filter((name) => !services.includes(name as ServiceName));
  if (unknown.length > 0) {
    throw new ParleyError('BAD_USAGE', {
      message: `Parley has no service ${unknown.join(', ')}.`,
      remedy: `Use some of ${services.join(', ')}.`,
    });
  }
  return named as ServiceName[];
};

/** Time limit for closing the stores, because a server that does not answer must not keep the process alive. */
const CLOSE_STORES_MS = 1000;
/** How long the process may continue after everything is closed, such as for the last line of the log. */
const LINGER_MS = 500;

/** @param only the services to start; all configured ones if undefined */
const start = async (only: readonly ServiceName[] | undefined, without: readonly ServiceName[]): Promise<void> => {
  const [
    { openParley },
    { rememberPolicy },
    { readBotSettings },
    { createConversations },
    { limitsBesideWorkers, limitsOf },
    { chatHistories },
    { createCases },
    { createMetrics },
    { noteFewConnections },
    { PLATFORMS },
    { observers, webhookObserver },
    { createPlatformOpening },
    { agentOnThreads, THREADS_BESIDE_MODEL, areThreadsBesideModel },
  ] = await Promise.all([
    import('../runtime/open.ts'),
    import('../runtime/access/report.ts'),
    import('../bots/settings.ts'),
    import('../bots/conversation/conversations.ts'),
    import('../bots/conversation/limits.ts'),
    import('../bots/histories.ts'),
    import('../runtime/cases/cases.ts'),
    import('../bots/operations/metrics.ts'),
    import('../bots/operations/few-connections.ts'),
    import('../bots/platforms.ts'),
    import('../bots/operations/observers.ts'),
    import('../bots/operations/open-platforms.ts'),
    import('../runtime/threads/threaded-agent.ts'),
  ]);
  const given = readBotSettings();
  const chosen = (only ?? services).filter((service) => !without.includes(service));
  // A platform without its settings is skipped, or an error if `--only` names it.
  const isReady = (name: ServiceName): boolean => !isPlatformName(name) || PLATFORMS[name].isSetUp(given);
  const missing = only?.filter((name) => !isReady(name)) ?? [];
  if (missing.length > 0) {
    throw new ParleyError('BAD_SETTING', {
      message: `${missing.join(', ')} cannot start without settings.`,
      remedy: `See .env.example and docs/${missing[0]}.md; \`parley doctor\` checks them.`,
    });
  }
  await assertPortFree(given, chosen);
  if (areThreadsBesideModel(given)) printError(THREADS_BESIDE_MODEL);
  await prepareLocalEncoder(given);
  const settings = await offerLocalEncoder(given);
  const opened = await openParley({
    settings,
    checkpoints: true,
    sourceKinds: (parts) => chatHistories({ ...parts, settings }),
  });
  const threaded = agentOnThreads({ ...opened, settings });
  const parley: BotParley = { ...opened, settings, agent: threaded.agent };
  const closing = new AbortController();
  const running: Service[] = [];
  const metrics = createMetrics();
  try {
    await rememberPolicy(parley.stores, parley.accessPolicy);
    await ingestSamplesIfEmpty(parley);
    const { readOtherwiseLine } = await import('../runtime/read-otherwise.ts');
    const older = await readOtherwiseLine(parley.stores, parleyCommand);
    if (older) print(older);
    const answering = await openAnswering(parley, chosen, metrics);
    running.push({ name: 'questions', close: answering.close });
    metrics.queue(parley.stores.jobs);
    if (parley.stores.connections) metrics.connections(parley.stores.connections);
    const { records, vectors } = parley.stores.places;
    if (settings.PARLEY_EMBEDDINGS && records === 'Postgres' && vectors === 'the data file')
      parley.log.warn(
        'Postgres has no usable extension for vectors: they are in the data file, which other machines do not see. Install pgvector 0.8 or newer there and let its administrator run CREATE EXTENSION vector, or set CHROMA_URL',
      );
    running.push({ name: 'connections', close: noteFewConnections(parley.stores, parley.log).close });
    const conversations = createConversations({
      agent: answering.agent,
      store: parley.stores.conversations,
      documents: parley.stores.documents,
      cases: createCases(parley.stores),
      log: parley.log,
      closing: closing.signal,
      observer: observers(metrics, webhookObserver(parley.webhooks)),
      ...(answering.byWorkers ? limitsBesideWorkers(settings) : limitsOf(settings)),
    });
    // Handles signals from here on, even while an unreachable platform is still being opened.
    const stopped = untilStopped();
    const platforms = createPlatformOpening({ ...parley.stores, log: parley.log, closing: closing.signal });
    const open = async () => {
      const ready = chosen.filter(isReady);
      const parts: ServiceParts = { parley, conversations, metrics, away: platforms.away };
      const linkTo = await answerLinks(parley);
      // Opens platforms concurrently, so that an unreachable one does not delay the other services.
      const reached = ready.filter(isPlatformName).map(async (name) => {
        const { title, start: startPlatform } = PLATFORMS[name];
        const service = await platforms.open(name, async () => {
          const started = await startPlatform({ parley, conversations, settings, log: parley.log, linkTo });
          print(`Parley is in ${title}`);
          return started;
        });
        if (service) running.push({ name, close: service.close });
      });
      const local = async () => {
        for (const name of ready.filter((service) => !isPlatformName(service))) {
          const { close } = await openService[name](parts);
          running.push({ name, close });
        }
        await openMetrics();
      };
      await Promise.all([local(), ...reached]);
      await stopped;
    };
    const openMetrics = async () => {
      if (!chosen.includes('web') && settings.PARLEY_METRICS_PORT !== undefined) {
        const { startOperations } = await import('../bots/operations/server.ts');
        const { PARLEY_METRICS_PORT: port, PARLEY_HOST: host } = settings;
        const { close } = await startOperations({ ...parley, metrics, away: platforms.away, port, host });
        running.push({ name: 'metrics', close });
      }
    };
    await Promise.race([open(), stopped]);
  } finally {
    closing.abort();
    await closeServices(running, parley.log);
    const held = [
      { name: 'threads', close: threaded.close },
      { name: 'stores', close: () => parley.close() },
    ];
    await closeServices(held, parley.log, CLOSE_STORES_MS);
    // A platform's client that tries to reconnect would keep the process alive.
    setTimeout(() => process.exit(), LINGER_MS).unref();
  }
};

type Metrics = import('../bots/operations/metrics.ts').Metrics;
type Conversations = import('../bots/conversation/events.ts').Conversations;

/** Parley with the chat platforms' settings. */
type BotParley = Parley & { settings: BotSettings };

interface ServiceParts {
  parley: BotParley;
  conversations: Conversations;
  metrics: Metrics;
  /** Chat platforms that cannot be reached at the moment. */
  away(): string[];
}

const openService: Record<'web' | 'worker', (parts: ServiceParts) => Promise<{ close(): Promise<void> }>> = {
  web: async ({ parley, conversations, metrics, away }) => {
    const { firstAdminPath, startWeb } = await import('../bots/web/start.ts');
    // Imports the evals when somebody opens their page, because answering does not need them.
    const runs = async () => (await import('../evals/trends/runs.ts')).openEvalRuns();
    const evalRuns = {
      list: async () => (await runs()).list(),
      compare: async (before: string, after: string) => (await runs()).compare(before, after),
    };
    const web = await startWeb({
      parley,
      conversations,
      port: parley.settings.PORT,
      log: parley.log,
      metrics,
      away,
      evalRuns,
      examine: async () => {
        const [{ examine }, { chatChecks }] = await Promise.all([
          import('../runtime/doctor/index.ts'),
          import('../bots/checks.ts'),
        ]);
        return examine(() => parley.settings, chatChecks);
      },
    });
    print(`Parley is at ${web.url}`);
    const { noteWebAddress } = await import('../runtime/web-address.ts');
    await noteWebAddress(parley.stores.keyValues, web.url);
    const path = await firstAdminPath(parley);
    if (path) print(`The first admin signs in once, within a day, at ${web.url}${path}`);
    return web;
  },
  worker: async ({ parley, metrics }) => {
    const { startWorker } = await import('../runtime/worker.ts');
    const worker = startWorker(parley, { observer: metrics });
    print('Parley works on jobs in the background, such as reading sources again');
    return worker;
  },
};

/**
 * Selects the agent for this process's questions: its own if it is a worker too, otherwise one that delegates to workers. While
 * there are no workers, this process answers the delegated questions itself.
 */
const openAnswering = async (
  parley: BotParley,
  chosen: readonly ServiceName[],
  observer: Metrics,
): Promise<{ agent: Parley['agent']; byWorkers: boolean; close(): Promise<void> }> => {
  if (chosen.includes('worker')) return { agent: parley.agent, byWorkers: false, close: async () => {} };
  const [{ createDistantAgent }, { questionHandler }, { runJobs }, { watchWorkers }] = await Promise.all([
    import('../runtime/jobs/distant-agent.ts'),
    import('../runtime/jobs/questions.ts'),
    import('../runtime/jobs/run-jobs.ts'),
    import('../runtime/jobs/presence.ts'),
  ]);
  const { agent, stores, log, settings } = parley;
  const workers = watchWorkers(stores.keyValues, log);
  const handlers = [questionHandler({ agent, stores, atOnce: settings.PARLEY_AT_ONCE, may: () => !workers.some() })];
  const own = runJobs({ queue: stores.jobs, handlers, log, observer });
  return {
    agent: createDistantAgent({ agent, stores, log }),
    byWorkers: true,
    async close() {
      workers.close();
      await own.close();
    },
  };
};

/** Returns a function for signed links to answers in the web chat; undefined if PARLEY_PUBLIC_URL is not set. */
const answerLinks = async ({ settings, stores }: Parley): Promise<((turnId: string) => string) | undefined> => {
  const base = settings.PARLEY_PUBLIC_URL?.replace(/\/+$/, '');
  if (base === undefined) return undefined;
  const { openAnswerLinks } = await import('../bots/web/answer-links.ts');
  const links = await openAnswerLinks(stores.keyValues);
  return (turnId) => `${base}${links.pathTo(turnId)}`;
};

const parleyCommand = commandOf(import.meta.dirname);

/** Ingests the sample handbook at the first start, so that new users can ask something. */
const ingestSamplesIfEmpty = async (parley: Parley): Promise<void> => {
  if ((await parley.stores.documents.count()).documents > 0) return;
  printError('There are no pages yet: reading the sample handbook, which takes a few seconds.');
  const { sampleHandbook, SAMPLE_SOURCE } = await import('../samples/index.ts');
  const ingestSample = ({ ingest }: Parley) => ingest([sampleHandbook], { source: SAMPLE_SOURCE });
  const report = await ingestSample(parley).catch(async (error: unknown) => {
    if (!isParleyError(error, 'ENCODER_UNAVAILABLE')) throw error;
    printError(`${error.oneLine} Until then, and \`parley reindex\` after it, the handbook is searched by words.`);
    const { openParley } = await import('../runtime/open.ts');
    const byWords = await openParley({
      settings: { ...parley.settings, PARLEY_EMBEDDINGS: undefined },
      log: parley.log,
    });
    return ingestSample(byWords).finally(() => byWords.close());
  });
  print(
    `Ingested the sample handbook (${report.documents} pages). \`${parleyCommand} ingest YOUR-FOLDER\` adds yours, ` +
      `\`${parleyCommand} forget parley-sample\` removes it.`,
  );
};

/** Checks the port of the web chat, or of the metrics without it, before anything is opened or ingested. */
const assertPortFree = async (settings: BotSettings, chosen: readonly ServiceName[]): Promise<void> => {
  const { PORT, PARLEY_METRICS_PORT, PARLEY_HOST: host } = settings;
  const { assertCanListen } = await import('../bots/operations/listening.ts');
  if (chosen.includes('web')) await assertCanListen({ port: PORT, host, setting: 'PORT' });
  else if (PARLEY_METRICS_PORT !== undefined)
    await assertCanListen({ port: PARLEY_METRICS_PORT, host, setting: 'PARLEY_METRICS_PORT' });
};

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
