import { asParleyError } from '../../core/errors.ts';
import { broken, type Finding, ok } from '../../runtime/doctor/finding.ts';
import { assertCanListen } from '../operations/listening.ts';
import type { BotSettings } from '../settings.ts';

/** How long a program at the port may take to answer. */
const ANSWER_MS = 3000;

/** Checks that the web chat's port can be opened, or is open because Parley runs. */
export const checkWeb = async ({ PORT: port, PARLEY_HOST: host }: BotSettings): Promise<Finding> => {
  try {
    await assertCanListen({ port, host, setting: 'PORT' });
    return ok('web', port === 0 ? 'the chat takes any free port' : `the chat can open port ${port}`);
  } catch (error) {
    if (await isParley(port, host)) return ok('web', `Parley runs at port ${port}`);
    const { messageForOperators, remedy } = asParleyError(error);
    return broken('web', messageForOperators, remedy);
  }
};

/** True if what listens at a port tells how ready it is as Parley does. */
const isParley = async (port: number, host: string | undefined): Promise<boolean> => {
  const name = !host || host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return typeof ((await response.json()) as { ready?: unknown }).ready === 'boolean';
  } catch {
    return false;
  }
};
