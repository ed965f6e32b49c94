import { ofFilmsAndBooks } from './relations/films-and-books.ts';
import { ofOrganisations } from './relations/organisations.ts';
import { ofPeople } from './relations/people.ts';
import { ofPlaces } from './relations/places.ts';
import { ofWork } from './relations/work.ts';
import type { Relation } from './schema.ts';

/** Every relation of the world. */
export const relations: readonly Relation[] = [
  ...ofPeople,
  ...ofFilmsAndBooks,
  ...ofOrganisations,
  ...ofPlaces,
  ...ofWork,
];

const byId = new Map(relations.map((relation) => [relation.id, relation]));

/** A relation by its id. */
export const relation = (id: string): Relation => byId.get(id)!;
