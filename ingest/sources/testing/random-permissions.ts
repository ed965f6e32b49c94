import { seededRandom } from '../../../core/seeded-random.ts';
import { type FakeConnector, openWork, type WorldPage } from './connector.contract.ts';
import type { StartFake } from './fakes.ts';

const PEOPLE = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
const GROUPS = ['g1', 'g2', 'g3', 'g4'];
const PAGES = Array.from({ length: 12 }, (_, at) => String(at + 1));

/** The world of permissions as plain data, beside the fake that serves it. */
interface World {
  pages: Map<string, WorldPage>;
  groups: Map<string, string[]>;
  space: { groups: string[]; people: string[] };
}

/** The reference: who sees a page, by what kind of permissions its service has (`FakeConnector.permissions`). */
const sees = (world: World, kind: FakeConnector['permissions'], person: string, id: string | undefined): boolean => {
  const { pages, groups, space } = world;
  const admits = (rule: { people?: readonly string[]; groups?: readonly string[] }) =>
    Boolean(rule.people?.includes(person) || rule.groups?.some((group) => groups.get(group)?.includes(person)));
  const page = id === undefined || kind === 'place' ? undefined : pages.get(id);
  if (!page) return admits(space);
  const own = page.people?.length || page.groups?.length ? admits(page) : undefined;
  if (kind === 'own') return own ?? sees(world, kind, person, page.parent);
  if (kind === 'level' && own !== undefined) return own && admits(space);
  return (own ?? true) && sees(world, kind, person, page.parent);
};

/** One random change of who may see what, in the world and in the fake. */
const change = (world: World, fake: FakeConnector, random: (below: number) => number): void => {
  const some = (from: readonly string[]) => from.filter(() => random(3) === 0);
  const id = PAGES[random(PAGES.length)] ?? '1';
  const page = world.pages.get(id);
  const group = GROUPS[random(GROUPS.length)] ?? 'g1';
  const kind = random(6);
  if (kind === 0) world.space = { groups: some(GROUPS), people: some(PEOPLE) };
  else if (kind === 1) world.groups.delete(group);
  else if (kind === 2) world.groups.set(group, some(PEOPLE));
  else if (kind === 3 && page) {
    // Below a page with a smaller number, so that no page is below itself.
    const parent = random(2) === 0 || Number(id) === 1 ? undefined : String(1 + random(Number(id) - 1));
    world.pages.set(id, { ...page, parent });
  } else if (page) world.pages.set(id, { ...page, people: some(PEOPLE), groups: kind === 5 ? [] : some(GROUPS) });
  fake.openTo(world.space);
  for (const name of GROUPS) {
    const members = world.groups.get(name);
    if (members) fake.putGroup(name, members);
    else fake.deleteGroup(name);
  }
  const changed = world.pages.get(id);
  if (changed) fake.putPage(id, changed);
};

/**
 * Changes permissions at random, syncs, and compares who sees what with the reference, for every person and page.
 * @returns how many differences there were, and how many texts were read again for nothing
 */
export const comparePermissions = async (
  start: StartFake,
  { changes, each, seed }: { changes: number; each: number; seed: number },
) => {
  const next = seededRandom(seed);
  const random = (below: number) => Math.floor(next() * below);
  const fake = await start(50);
  const work = openWork(fake);
  const html = '<p>Helmets are worn in the whole hall, without exception.</p>';
  const world: World = {
    pages: new Map(PAGES.map((id) => [id, { title: `Page ${id}`, html }])),
    groups: new Map(GROUPS.map((id) => [id, PEOPLE])),
    space: { groups: GROUPS, people: [] },
  };
  let differences = 0;
  let compared = 0;
  let shown = 0;
  try {
    for (const [id, page] of world.pages) fake.putPage(id, page);
    for (const [id, members] of world.groups) fake.putGroup(id, members);
    fake.openTo(world.space);
    await work.ingest([fake.input], { source: 'there' });
    let textsReadAgain = 0;
    fake.api.asked.length = 0;
    for (let done = 0; done < changes; done += each) {
      for (let at = 0; at < each; at++) change(world, fake, random);
      const { failed } = await work.sync(['there']);
      if (failed.length > 0) throw new Error(failed[0]?.message);
      for (const person of PEOPLE) {
        const seen = new Set(await work.sees(person, PAGES));
        for (const id of PAGES) {
          compared++;
          if (seen.has(id)) shown++;
          if (seen.has(id) !== sees(world, fake.permissions, person, id)) differences++;
        }
      }
      if (!fake.textsInLists) textsReadAgain += fake.api.asked.filter(({ path }) => fake.isText(path)).length;
      fake.api.asked.length = 0;
    }
    return { differences, compared, shown, textsReadAgain };
  } finally {
    await work.close();
    await fake.close();
  }
};
