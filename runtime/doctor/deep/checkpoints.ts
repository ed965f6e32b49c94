import { silentLog } from '../../../core/log.ts';
import type { Settings } from '../../../core/settings.ts';
import { counted } from '../../../core/text/counted.ts';
import type { Stores } from '../../../stores/index.ts';
import { broken, type Finding, ok } from '../finding.ts';

/** Checkpoints count as left over an hour after their turn ended. Workers remove them every ten minutes. */
const LEFT_AFTER_MS = 3600_000;

/** Checks for checkpoints of turns that ended long ago. Only Postgres has checkpoints. */
export const checkCheckpoints = async (
  { conversations, connections }: Pick<Stores, 'conversations' | 'connections'>,
  { PARLEY_NAMESPACE: namespace }: Settings,
): Promise<Finding[]> => {
  if (!connections) return [];
  const what = 'checkpoints';
  const { postgresCheckpoints } = await import('../../jobs/postgres-checkpoints.ts');
  const checkpoints = postgresCheckpoints(connections, namespace, silentLog);
  const before = new Date(Date.now() - LEFT_AFTER_MS).toISOString();
  let left = 0;
  await checkpoints.removeFinished(async (turnId) => {
    const turn = await conversations.turn(turnId);
    if (!turn || (turn.status !== 'running' && (turn.answeredAt ?? turn.askedAt) < before)) left += 1;
    return false;
  });
  if (left === 0) return [ok(what, 'none is left of a question that ended')];
  return [
    broken(
      what,
      `${counted(left, 'question')} that ended left checkpoints.`,
      'A running worker removes them every ten minutes: run `parley start`.',
    ),
  ];
};
