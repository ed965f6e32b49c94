import type { Draft, Maker } from './draft.ts';
import { type ExtraPages, openExtraPages } from './extra-pages.ts';
import {
  bridge,
  followUp,
  misspelt,
  oneHop,
  outOfScope,
  paraphrase,
  twinned,
  unanswerable,
} from './questions-of-facts.ts';
import { arithmetic, count, tableCell } from './questions-of-tables.ts';
import { contradicted, falsePremise, injected, outdated, timed } from './questions-of-time.ts';
import { comparison, intersection } from './questions-of-two.ts';
import { hash, hashText } from './random.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

/** A question about the world with its gold answer and gold steps: a row of a question file (docs/evals.md). */
export interface WorldQuestion extends Draft {
  id: string;
  answerable: boolean;
  kind: QuestionKind;
  as_of: string;
}

const makers = {
  'one-hop': oneHop,
  'bridge-2': bridge(2),
  'bridge-3': bridge(3),
  'bridge-4': bridge(4),
  comparison,
  intersection,
  count,
  table: tableCell,
  arithmetic,
  time: timed,
  outdated,
  contradiction: contradicted,
  'false-premise': falsePremise,
  unanswerable,
  'out-of-scope': outOfScope,
  paraphrase,
  misspelt,
  'look-alike': twinned,
  injection: injected,
  'follow-up': followUp,
} satisfies Record<string, Maker>;

export type QuestionKind = keyof typeof makers;
/** Every kind of question, in the order in which they take turns. */
export const questionKinds = Object.keys(makers) as QuestionKind[];

/** The day on which a revision's questions are asked; every page is older. */
export const worldToday = (revision = 0): string => (revision > 0 ? '2026-06-30' : '2025-06-30');

const attempts = 400;

/**
 * Questions about a world, the kinds taking turns; the same options give the same questions on any machine, and the first
 * n of a longer list are the shorter list. A kind for which a tiny world holds no question is passed over.
 */
export function* worldQuestions({
  count: wanted,
  kinds = questionKinds,
  ...options
}: WorldOptions & { count: number; kinds?: readonly QuestionKind[] }): Generator<WorldQuestion> {
  const world = openWorld(options);
  const extras = openExtraPages(world);
  let given = 0;
  let barren = 0;
  for (let turn = 0; given < wanted && barren < kinds.length * 4; turn++) {
    const kind = kinds[turn % kinds.length]!;
    const question = draw(world, extras, kind, Math.floor(turn / kinds.length));
    barren = question ? 0 : barren + 1;
    if (!question) continue;
    given++;
    yield question;
  }
}

const draw = (world: World, extras: ExtraPages, kind: QuestionKind, nth: number): WorldQuestion | undefined => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const draft = makers[kind](world, extras, hash(hashText(world.seed, kind), nth, attempt));
    if (draft)
      return {
        id: `${kind}-${nth}`,
        ...draft,
        answerable: draft.answerable ?? true,
        supporting_ids: [...new Set(draft.supporting_ids)],
        kind,
        as_of: worldToday(world.revision),
      };
  }
  return undefined;
};
