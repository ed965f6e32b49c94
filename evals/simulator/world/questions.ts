import type { Draft, DraftQuestion } from './draft.ts';
import { type ExtraPages, openExtraPages } from './extra-pages.ts';
import { nearMiss, ranked, stale } from './questions-hard.ts';
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
} satisfies Record<string, DraftQuestion>;

/** Kinds that a hard world asks too: many pages at once, almost an answer, newer against more. */
const hardMakers = { ranked, 'near-miss': nearMiss, stale } satisfies Record<string, DraftQuestion>;
/** Turns of each hard kind to one of every other. */
const HARD_TURNS = 3;

export type QuestionKind = keyof typeof makers | keyof typeof hardMakers;
/** Every kind of question, in the order in which they take turns. */
export const questionKinds = Object.keys(makers) as QuestionKind[];
const kindsOfHardWorld = [
  ...questionKinds,
  ...Array.from({ length: HARD_TURNS }, () => Object.keys(hardMakers) as QuestionKind[]).flat(),
];

/** The day on which a revision's questions are asked; every page is older. */
const worldToday = (revision = 0): string => (revision > 0 ? '2026-06-30' : '2025-06-30');

const attempts = 400;

/**
 * Questions about a world, the kinds taking turns; the same options give the same questions on any machine, and the first
 * n of a longer list are the shorter list. A kind for which a tiny world holds no question is passed over.
 */
export function* worldQuestions({
  count: wanted,
  ...options
}: WorldOptions & { count: number }): Generator<WorldQuestion> {
  const world = openWorld(options);
  const extras = openExtraPages(world);
  const turns = world.hard ? kindsOfHardWorld : questionKinds;
  const drawn = new Map<QuestionKind, number>();
  let given = 0;
  let barren = 0;
  for (let turn = 0; given < wanted && barren < turns.length * 4; turn++) {
    const kind = turns[turn % turns.length]!;
    const nth = drawn.get(kind) ?? 0;
    drawn.set(kind, nth + 1);
    const question = draw(world, extras, kind, nth);
    barren = question ? 0 : barren + 1;
    if (!question) continue;
    given++;
    yield question;
  }
}

const draw = (world: World, extras: ExtraPages, kind: QuestionKind, nth: number): WorldQuestion | undefined => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const draft = { ...makers, ...hardMakers }[kind](world, extras, hash(hashText(world.seed, kind), nth, attempt));
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
