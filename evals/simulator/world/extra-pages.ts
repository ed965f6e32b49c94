import { fill } from '../language/fill.ts';
import { relation } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import { type Value, valueInWords } from '../language/values.ts';
import { fillerSentence, guideSentence, guideTitle } from './filler.ts';
import { dayOf, type Page, withFiller } from './pages.ts';
import { hash, permutation, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { archivedStatement, objectOf, siteUrl } from './statements.ts';
import { contradicting, yearThen } from './values.ts';
import type { World } from './world.ts';

/** The types of things with archived pages, and the relations whose outdated values those pages state. */
const archivedFacts: [EntityType, string[]][] = [
  ['company', ['chief-executive', 'employees']],
  ['city', ['mayor', 'population']],
  ['club', ['coach']],
];
/** The relations that old drafts state wrongly. */
const draftFacts: [EntityType, string][] = [
  ['company', 'founded'],
  ['film', 'released'],
  ['person', 'born-on'],
];

/** Values that old copies of pages give as if they still held; no year stands beside them, so only the copy's date tells. */
const copiedFacts: [EntityType, string][] = [
  ['product', 'price'],
  ['university', 'students'],
  ['club', 'founded'],
];
/** Copies of one page, all with the same old value: a reader who goes by the number of pages is wrong. */
export const COPIES = 2;

/** Pages besides the one of each thing: archived pages, wrong drafts, house rules. All are computed from an index. */
export interface ExtraPages {
  archived: number;
  drafts: number;
  /** Pages of which a hard world has old copies. */
  copied: number;
  archivedPage(i: number): Page;
  draftPage(i: number): Page;
  guidePage(i: number, passages: number): Page;
  /** One of the `copied` times `COPIES` old copies. */
  copyPage(i: number): Page;
  /** The thing and the relation that the i-th copied page is about. */
  copyAbout(i: number): { ref: Ref; relation: string; old: Value };
  /** The thing and the relations that the i-th archived page is about. */
  archivedAbout(i: number): { ref: Ref; relations: string[] };
  /** The thing and the relation that the i-th draft gets wrong. */
  draftAbout(i: number): { ref: Ref; relation: string; wrong: Value };
  /** The archived page about a thing, if it has one. */
  archivedOf(ref: Ref): number | undefined;
}

/** The extra pages of a world. */
export const openExtraPages = (world: World): ExtraPages => {
  const { seed } = world;
  const spread = <T extends [EntityType, unknown]>(kinds: readonly T[], salt: number, wanted: number) => {
    const orders = kinds.map(([type], k) => permutation(hash(seed, salt, k), world.count(type)));
    const total = Math.min(wanted, kinds.length * Math.min(...kinds.map(([type]) => world.count(type))));
    const about = (i: number): { ref: Ref; kind: T } => {
      const k = i % kinds.length;
      const kind = kinds[k]!;
      return { kind, ref: { type: kind[0], index: orders[k]!.at(Math.floor(i / kinds.length)) } };
    };
    const of = (ref: Ref): number | undefined => {
      const k = kinds.findIndex(([type]) => type === ref.type);
      if (k < 0) return undefined;
      const i = orders[k]!.inverse(ref.index) * kinds.length + k;
      return i < total ? i : undefined;
    };
    return { total, about, of };
  };
  const archive = spread(archivedFacts, 81, Math.max(3, Math.floor(world.size * 0.03)));
  const drafts = spread(draftFacts, 82, Math.max(3, Math.floor(world.size * 0.02)));
  const copies = spread(copiedFacts, 91, Math.max(4, Math.floor(world.size * 0.02)));
  const copyAbout = (i: number) => {
    const { ref, kind } = copies.about(i);
    return { ref, relation: kind[1], old: contradicting(objectOf(world, kind[1], ref) as Value, hash(seed, 92, i)) };
  };
  const draftAbout = (i: number) => {
    const { ref, kind } = drafts.about(i);
    return { ref, relation: kind[1], wrong: contradicting(objectOf(world, kind[1], ref) as Value, hash(seed, 83, i)) };
  };

  return {
    archived: archive.total,
    drafts: drafts.total,
    copied: copies.total,
    archivedAbout: (i) => {
      const { ref, kind } = archive.about(i);
      return { ref, relations: kind[1] };
    },
    archivedOf: archive.of,
    draftAbout,
    copyAbout,
    archivedPage: (i) => {
      const { ref, kind } = archive.about(i);
      const year = yearThen(seed, ref);
      const facts = kind[1].map((id) => archivedStatement(world, id, ref));
      return {
        id: `archive-${i}`,
        title: `${world.title(ref)}, archived page of ${year}`,
        url: `${siteUrl}/archive/${i}`,
        updatedAt: dayOf(hash(seed, 84, i), year + 1),
        passages: [{ heading: '', text: withFiller(facts, hash(seed, 85, i)) }],
      };
    },
    draftPage: (i) => {
      const { ref, relation: id, wrong } = draftAbout(i);
      const h = hash(seed, 86, i);
      const wording = pick(relation(id).states, h);
      const fact = fill(wording, { s: world.mention(ref), o: valueInWords(wrong) });
      return {
        id: `draft-${i}`,
        title: `Draft notes on ${world.title(ref)}`,
        url: `${siteUrl}/draft/${i}`,
        updatedAt: dayOf(h, 2014),
        passages: [{ heading: '', text: withFiller([fact], hash(h, 1)) }],
      };
    },
    copyPage: (i) => {
      const { ref, relation: id, old } = copyAbout(Math.floor(i / COPIES));
      const [h, copy] = [hash(seed, 93, i), (i % COPIES) + 1];
      const fact = fill(pick(relation(id).states, h), { s: world.mention(ref), o: valueInWords(old) });
      return {
        id: `copy-${i}`,
        title: `${world.title(ref)}, copy ${copy}`,
        url: `${siteUrl}/copy/${i}`,
        updatedAt: dayOf(h, 2012 + copy),
        passages: [{ heading: '', text: withFiller([fact], hash(h, 1)) }],
      };
    },
    guidePage: (i, passages) => {
      const changed = world.revision > 0 && hash(seed, 87, i) % 16 === 0;
      const h = hash(seed, 88, i, changed ? world.revision : 0);
      return {
        id: `guide-${i}`,
        title: guideTitle(hash(seed, 88, i), i),
        url: `${siteUrl}/guide/${i}`,
        updatedAt: dayOf(h, changed ? 2026 : 2024),
        passages: Array.from({ length: passages }, (_, p) => ({
          heading: p === 0 ? '' : pick(['Steps', 'Questions', 'History'], p - 1),
          text: Array.from({ length: 5 }, (_, s) =>
            s % 2 === 0 ? guideSentence(hash(h, p, s)) : fillerSentence(hash(h, p, s)),
          ).join(' '),
        })),
      };
    },
  };
};
