import type { Strategy } from '../strategies/index.ts';
import { toMermaid } from './mermaid.ts';
import type { Wiring } from './read-graph.ts';

/** The content of `docs/drawings.md`. */
export const drawingsPage = (wirings: readonly (Wiring & { drawing: string })[]): string =>
  [
    '# Drawings of the strategies',
    '',
    'Each strategy is a compiled LangGraph state graph ([what they do](strategies.md)). A dashed arrow is one that a predicate over the state chooses. `npm run draw` makes this page from the graphs themselves; a test compares the two.',
    '',
    ...wirings.flatMap((wiring) => [
      `## ${wiring.strategy.name}`,
      '',
      aboutOf(wiring.strategy),
      '',
      `![The graph of ${wiring.strategy.name}](${wiring.drawing})`,
      '',
      '<details><summary>Mermaid</summary>',
      '',
      '```mermaid',
      toMermaid(wiring),
      '```',
      '',
      '</details>',
      '',
    ]),
  ].join('\n');

const aboutOf = ({ title, about, paper }: Strategy): string =>
  [`**${title}.** ${about}`, paper && `Paper: ${paper}.`].filter(Boolean).join('\n\n');
