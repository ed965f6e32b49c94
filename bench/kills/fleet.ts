import type { ChildProcess } from 'node:child_process';
import { freePort } from '../../bots/chat/testing/free-port.ts';
import { FAKE_CLIENT } from '../../bots/slack/fake/install.ts';
import { startParley } from '../../cli/testing/start-parley.ts';

/** A process that is started again whenever it dies, as a supervisor does. */
export interface Member {
  name: string;
  /** Where its web server listens, of a front. */
  url?: string;
  /** `starting` from its spawn on. */
  state: 'down' | 'starting' | 'up';
  /** Starts in a row that came to nothing, without a kill. */
  failedStarts: number;
  /** Milliseconds from each kill to the moment when it was ready again. */
  back: number[];
  /** Lines of all of its lives' logs. */
  log: string[];
}

/** Two fronts (web and Slack) and two workers over one Postgres. */
export interface Fleet {
  members: readonly Member[];
  /** kill -9; the process is started again at once. False when it is not there to be killed. */
  kill(name: string): boolean;
  /** Resolves when every process is ready. */
  ready(): Promise<void>;
  /** Ends the supervision and all processes. */
  close(): Promise<void>;
}

const ROLES = [
  { name: 'front 1', only: 'web,slack', says: /Parley is in Slack/ },
  { name: 'front 2', only: 'web,slack', says: /Parley is in Slack/ },
  { name: 'worker 1', only: 'worker', says: /works on jobs/ },
  { name: 'worker 2', only: 'worker', says: /works on jobs/ },
];

/** @param settings what all of them share: Postgres, the model, Slack's address */
export const startFleet = async (
  settings: Readonly<Record<string, string | undefined>>,
  { cwd }: { cwd: string },
): Promise<Fleet> => {
  const children = new Map<string, ChildProcess>();
  const killed = new Set<string>();
  let closed = false;

  const supervise = async (member: Member, role: (typeof ROLES)[number], own: Record<string, string>) => {
    while (!closed) {
      const killedAt = performance.now();
      member.state = 'starting';
      killed.delete(member.name);
      const over = Promise.withResolvers<void>();
      try {
        await startParley(
          role.only,
          { ...settings, ...own },
          {
            cwd,
            says: role.says,
            onSpawn(child) {
              children.set(member.name, child);
              child.once('exit', () => over.resolve());
              child.stderr?.on(
                'data',
                (text: Buffer) => void member.log.push(...text.toString().trimEnd().split('\n')),
              );
            },
          },
        );
        member.state = 'up';
        member.back.push(performance.now() - killedAt);
        member.failedStarts = 0;
      } catch {
        // Killed while it started, or it failed by itself: then its log says why.
        if (!killed.delete(member.name)) member.failedStarts += 1;
      }
      await over.promise;
      member.state = 'down';
    }
  };

  const members: Member[] = [];
  const supervised: Promise<void>[] = [];
  for (const role of ROLES) {
    const port = role.only.includes('web') ? await freePort() : undefined;
    const member: Member = {
      name: role.name,
      ...(port !== undefined && { url: `http://127.0.0.1:${port}` }),
      state: 'down',
      failedStarts: 0,
      back: [],
      log: [],
    };
    members.push(member);
    const own = {
      // Nobody changes the code meanwhile: what a start costs is mostly the reading of it.
      NODE_COMPILE_CACHE: `${cwd}/compiled`,
      PARLEY_DATA: `${cwd}/${role.name.replace(' ', '-')}`,
      PORT: String(port ?? 0),
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_APP_TOKEN: FAKE_CLIENT.appToken,
    };
    supervised.push(supervise(member, role, own));
  }
  return {
    members,
    kill(name) {
      const sent = children.get(name)?.kill('SIGKILL') ?? false;
      if (sent) killed.add(name);
      return sent;
    },
    async ready() {
      while (members.some(({ state }) => state !== 'up')) {
        const failing = members.find(({ failedStarts }) => failedStarts > 5);
        if (failing) throw new Error(`${failing.name} does not start: ${failing.log.slice(-20).join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      closed = true;
      for (const child of children.values()) child.kill('SIGKILL');
      await Promise.all(supervised);
    },
  };
};
