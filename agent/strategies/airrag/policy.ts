import type { ActionName } from './options.ts';
import { pendingQueries, type SearchTree, stepsAt, type TreeNode } from './tree.ts';

/**
 * Picks the untried action that a rollout takes at a node. Pending queries are answered first. A path whose queries are
 * all answered is summed up. Otherwise the path transforms its query.
 */
export const nextAction = (tree: SearchTree, node: TreeNode): ActionName | undefined => {
  const may = (action: ActionName) => node.untried.includes(action);
  const first = (...actions: ActionName[]) => actions.find(may);
  switch (node.action) {
    case 'root':
      return first('say', 'ra', 'da');
    case 'ra': {
      if (pendingQueries(tree, node.id).length > 0 && may('ra')) return 'ra';
      const steps = stepsAt(tree, node.id);
      return steps.every(({ solved }) => solved) ? first('sa', 'qt') : first('qt', 'sa');
    }
    default:
      return first('ra', 'sa', 'qt');
  }
};

/** True at the start, while SAY and DA are both untried at the root: they then run in parallel. */
export const startsInParallel = (tree: SearchTree, node: TreeNode): boolean =>
  node.action === 'root' && node.untried.includes('say') && node.untried.includes('da') && tree.rollouts === 0;
