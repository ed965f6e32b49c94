import { PAGE_KINDS } from '../../page-kind.ts';
import type { FeatureGroup } from './feature-group.ts';

/** What sort of page it says it is: a thread's replies are its text, an article's are not. */
export const kind: FeatureGroup = {
  names: PAGE_KINDS.map((name) => `kind_${name}`),
  prepare: (view) => (_, row, at) => {
    row[at + PAGE_KINDS.indexOf(view.kind)] = 1;
  },
};
