import { PAGE_KINDS } from '../../page-kind.ts';
import type { FeatureGroup } from './feature-group.ts';

/** The declared kind of the page: a thread's replies are its text, comments on an article are not. */
export const kind: FeatureGroup = {
  names: PAGE_KINDS.map((name) => `kind_${name}`),
  prepare: (view) => (_, row, at) => {
    row[at + PAGE_KINDS.indexOf(view.kind)] = 1;
  },
};
