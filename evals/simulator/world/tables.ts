import { hash } from './random.ts';
import type { Ref } from './ref.ts';
import type { World } from './world.ts';

/** A table as pages show it. */
export interface DataTable {
  caption: string;
  columns: string[];
  rows: string[][];
}

const firstYear = 2019;
const lastYear = 2024;
const projectYears = 3;
const squad = 5;

/** The years (or players) of a measure's table, one for each row. */
export const periodsOf = (world: World, measure: string, ref: Ref): string[] => {
  if (measure === 'goals') return playersOf(world, ref).map((player) => world.title(player));
  const first = measure === 'spending' ? lastYear - projectYears + 1 : firstYear;
  return Array.from({ length: lastYear - first + 1 }, (_, i) => String(first + i));
};

/** The players of a club: five persons in a row of a seeded order, so that a person plays for one club at most. */
export const playersOf = (world: World, club: Ref): Ref[] => {
  const people = world.count('person');
  const n = Math.min(squad, Math.floor(people / world.count('club')));
  return Array.from({ length: n }, (_, i) => ({ type: 'person', index: club.index * n + i }));
};

/** The number in a cell: a measure's value in the i-th period. */
export const cellOf = (world: World, measure: string, ref: Ref, i: number): number => {
  const at = (salt: number, year: number): number => hash(world.seed, 51 + salt, ref.index, year);
  switch (measure) {
    case 'revenue': {
      let revenue = 40 + (at(0, 0) % 900);
      for (let year = 1; year <= i; year++) revenue += Math.floor((revenue * ((at(0, year) % 41) - 15)) / 100);
      return revenue;
    }
    case 'profit':
      return Math.floor((cellOf(world, 'revenue', ref, i) * (2 + (at(1, i) % 19))) / 100);
    case 'wins':
      return 4 + (at(2, i) % 20);
    case 'draws':
      return at(3, i) % 10;
    case 'points':
      return 3 * cellOf(world, 'wins', ref, i) + cellOf(world, 'draws', ref, i);
    case 'goals':
      return at(4, i) % 31;
    case 'planned':
      return 50 + 10 * (at(5, i) % 40);
    default:
      return 30 + (at(6, i) % 420);
  }
};

/** The tables on the page of a thing. */
export const tablesOf = (world: World, ref: Ref): DataTable[] => {
  const name = world.name(ref);
  const row = (measure: string, i: number): string => String(cellOf(world, measure, ref, i));
  const rows = (measure: string, cells: (i: number) => string[]): string[][] =>
    periodsOf(world, measure, ref).map((period, i) => [period, ...cells(i)]);
  if (ref.type === 'company')
    return [
      {
        caption: `Financial results of ${name}`,
        columns: ['Year', 'Revenue (million euros)', 'Profit (million euros)'],
        rows: rows('revenue', (i) => [row('revenue', i), row('profit', i)]),
      },
      ...listTable(world, ref, PRODUCTS, `Products made by ${name}`),
    ];
  if (ref.type === 'club')
    return [
      {
        caption: `Season results of ${name}`,
        columns: ['Season', 'Won', 'Drawn', 'Lost', 'Points'],
        rows: rows('points', (i) => {
          const [won, drawn] = [cellOf(world, 'wins', ref, i), cellOf(world, 'draws', ref, i)];
          return [won, drawn, 34 - won - drawn, 3 * won + drawn].map(String);
        }),
      },
      {
        caption: `Squad of ${name}`,
        columns: ['Player', 'Goals'],
        rows: rows('goals', (i) => [row('goals', i)]),
      },
    ];
  if (ref.type === 'project')
    return [
      {
        caption: `Budget of ${name}`,
        columns: ['Year', 'Planned (thousand euros)', 'Spent (thousand euros)'],
        rows: rows('spending', (i) => [row('planned', i), row('spending', i)]),
      },
    ];
  if (ref.type === 'person')
    return [
      ...listTable(world, ref, FILMS, `Films directed by ${name}`),
      ...listTable(world, ref, BOOKS, `Books written by ${name}`),
    ];
  return [];
};

/** A list of things, each in a row of its name and one thing said of it. */
interface ThingList {
  type: 'film' | 'book' | 'product';
  /** The relation from each thing to what the table is about. */
  relation: string;
  columns: [name: string, second: string];
  /** What the second column says of a thing. */
  second(world: World, thing: Ref): string;
}

const figure = (name: string) => (world: World, thing: Ref) => String(world.value(name, thing).value);
const PRODUCTS: ThingList = {
  type: 'product',
  relation: 'maker',
  columns: ['Product', 'Launched'],
  second: figure('launched'),
};
const FILMS: ThingList = {
  type: 'film',
  relation: 'director',
  columns: ['Film', 'Year'],
  second: figure('released'),
};
const BOOKS: ThingList = {
  type: 'book',
  relation: 'author',
  columns: ['Book', 'Publisher'],
  second: (world, thing) => world.name(world.object('publisher', thing)!),
};

/** The table of all things of a list that lead here; none when there are none. */
const listTable = (
  world: World,
  ref: Ref,
  { type, relation, columns, second }: ThingList,
  caption: string,
): DataTable[] => {
  if (!world.hasSubjects(relation, type, ref.index)) return [];
  const things = world.subjects(relation, type, ref.index).filter((thing) => world.exists(thing));
  if (things.length === 0) return [];
  return [{ caption, columns, rows: things.map((thing) => [world.title(thing), second(world, thing)]) }];
};

/** A table in Markdown under its caption. */
export const tableInMarkdown = ({ caption, columns, rows }: DataTable): string => {
  let text = `${caption}\n\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}\n`;
  for (const row of rows) text += `| ${row.join(' | ')} |\n`;
  return text.slice(0, -1);
};
