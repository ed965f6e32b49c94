import type { MatchReason } from './retriever.ts';

/** Formats the reasons of a hit for users, one text per reason. */
export const whyFound = (via: readonly MatchReason[]): string[] => via.map(reason);

const reason = (via: MatchReason): string => {
  switch (via.kind) {
    case 'terms':
      return via.terms.length > 0 ? `words: ${via.terms.join(' ')}` : 'words';
    case 'vector':
      return `meaning (${via.cosine.toFixed(2)})`;
    case 'title':
      return `its title, ${via.title}`;
    case 'link':
      return `a link from ${via.from}${via.through ? `, ${via.through}` : ''}`;
    case 'entity':
      return `${via.through}, as in ${via.from}`;
    case 'path':
      return [
        `a path: ${via.entities.join(' > ')}`,
        ...(via.passages ? [`from ${via.passages.join(' over ')}`] : []),
        ...(via.facts ?? []).map((fact) => `“${fact}”`),
      ].join(', ');
    case 'date':
      return `its date, ${via.updatedAt.slice(0, 10)}`;
    case 'coverage':
      return `its words beside the question's (${via.share.toFixed(2)})`;
    case 'rerank':
      return `the reranker (${via.score.toFixed(2)}, from place ${via.before})`;
  }
};
