import { commons, comparisons, intersections, premises, rankings, samenesses } from './compound.ts';
import { fill } from './fill.ts';
import { calculations, counts, measures } from './measures.ts';
import { writeName } from './names.ts';
import type { Query, Term } from './query.ts';
import { relation } from './relations.ts';

/** A term in words; its premises go with it. */
const writeTerm = (term: Term): string => {
  const premise = term.kind === 'step' ? undefined : term.premises?.[0];
  const said = premise
    ? `, ${premises.find((form) => form.relation === premise.relation)!.words.replace('{o}', writeTerm(premise.object))},`
    : '';
  if (term.kind === 'step') return `#${term.n}`;
  if (term.kind === 'name') return writeName(term.name) + said;
  return relation(term.relation).phrases[0]!.replace('{s}', writeTerm(term.of)).replace('{g}', 'sibling') + said;
};

/** `A, B, C or D`. */
export const writeList = (items: readonly string[]): string => `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

/** A question in plain words, as `readQuestion` reads it back; `variant` picks among wordings. */
export const writeQuestion = (query: Query, variant = 0): string => {
  const wording = (wordings: readonly string[]): string => {
    const plain = wordings.filter((template) => !template.includes("{s}'s"));
    return plain[variant % plain.length]!;
  };
  const ask = (wordings: readonly string[], slots: Parameters<typeof fill>[1]): string =>
    fill(wording(wordings), slots).replace(',?', '?');
  switch (query.kind) {
    case 'value': {
      const { relation: id, of, at } = query.term;
      const { asks, asksAt } = relation(id);
      const slots = { s: writeTerm(of), g: 'sibling', at: String(at ?? '') };
      return at === undefined ? ask(asks, slots) : ask(asksAt!, slots);
    }
    case 'compare': {
      const { path, wants } = query;
      const via = path.length > 1 ? path[0] : undefined;
      const found = comparisons.find((it) => it.relation === path.at(-1) && it.via === via && it.wants === wants);
      return ask(found!.asks, { a: writeTerm(query.a), b: writeTerm(query.b) });
    }
    case 'rank': {
      const found = rankings.find((it) => it.relation === query.relation && it.wants === query.wants);
      return ask(found!.asks, { l: writeList(query.of.map(writeTerm)) });
    }
    case 'same':
    case 'common': {
      const forms = query.kind === 'same' ? samenesses : commons;
      const found = forms.find((it) => it.relation === query.relation)!;
      return ask(found.asks, { a: writeTerm(query.a), b: writeTerm(query.b) });
    }
    case 'both': {
      const found = intersections.find((it) => it.relations.join() === query.relations.join())!;
      return ask(found.asks, { a: writeTerm(query.a), b: writeTerm(query.b) });
    }
    case 'count':
      return ask(counts.find((it) => it.relation === query.relation)!.asks, { o: writeTerm(query.of) });
    case 'cell':
      return ask(measures.find((it) => it.id === query.measure)!.asks, { s: writeTerm(query.of), at: query.at });
    case 'calculate':
      return ask(calculations[query.how], {
        s: writeTerm(query.of),
        n: measures.find((it) => it.id === query.measure)!.noun,
        from: query.from,
        to: query.to,
        m: String(query.bound),
      });
  }
};
