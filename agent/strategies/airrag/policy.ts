import type { ActionName } from './options.ts';
import { pendingQueries, type SearchTree, stepsAt, type TreeNode } from './tree.ts';

/**
 * Which of the untried actions a rollout takes at a node. Queries that wait are answered first; a path whose queries are
 * answered is summed up; one with a query unanswered, or answered only in part, asks again in other words.
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

/** True when SAY and DA stand at the root untried: they are expanded side by side. */
export const startsInParallel = (tree: SearchTree, node: TreeNode): boolean =>
  node.action === 'root' && node.untried.includes('say') && node.untried.includes('da') && tree.rollouts === 0;
