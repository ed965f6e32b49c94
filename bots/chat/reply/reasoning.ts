import type { Answer } from '../../../core/answer.ts';
import { type Drawing, drawingSchema } from '../../../core/drawing.ts';
import { cut } from './cut.ts';
import { safeMarkdown } from './safe-markdown.ts';

const MARKS = { pending: '○', running: '◐', done: '●', failed: '✕' } as const;

const lines: { [Kind in Drawing['drawing']]: (drawing: Extract<Drawing, { drawing: Kind }>) => string[] } = {
  plan: ({ steps }) =>
    steps.map(({ title, status, answer }, i) => `${MARKS[status]} ${i + 1}. ${title}${answer ? ` — ${answer}` : ''}`),
  tree: ({ nodes }) =>
    nodes.filter((node) => node.chosen).map(({ kind, label }) => `${kind ? `${kind}: ` : ''}${label}`),
  graph: ({ nodes }) =>
    nodes.map(({ label, status, detail }) => `${MARKS[status ?? 'done']} ${label}${detail ? ` — ${detail}` : ''}`),
  paths: ({ paths }) =>
    paths.map(({ nodes, steps }) =>
      nodes
        .map((node, i) => {
          const step = steps[i - 1];
          return i === 0 || !step
            ? node
            : `${step.forward ? '→' : '←'} ${step.predicate} ${step.forward ? '→' : '←'} ${node}`;
        })
        .join(' '),
    ),
};
const TITLES = { plan: 'Plan', tree: 'Way through the search', graph: 'Questions asked', paths: 'Paths' } as const;

/**
 * Summarises how an answer was found, in Markdown: drawings (plan, tree, graph, paths), searches, quotes and costs. Text from
 * pages is made safe as in an answer.
 * @param limit maximum length in characters
 */
export const reasoningOf = (answer: Answer, limit = 2900): string => {
  const drawn = new Map<string, Drawing>();
  for (const event of answer.trace) {
    const drawing = event.kind === 'state' ? drawingSchema.safeParse(event.data) : undefined;
    if (drawing?.success) drawn.set(event.name, drawing.data);
  }
  const lookups = answer.trace.filter((event) => event.kind === 'tool').map(({ label, name }) => label ?? name);
  const counted = [...new Set(lookups)].map((name) => {
    const times = lookups.filter((other) => other === name).length;
    return times > 1 ? `${name} ×${times}` : name;
  });
  const drawings = [...drawn.values()].map((drawing) => {
    const body = lines[drawing.drawing] as (value: Drawing) => string[];
    return `**${TITLES[drawing.drawing]}**\n${body(drawing)
      .slice(0, 12)
      .map((line) => cut(line.replace(/\s+/g, ' '), 200))
      .join('\n')}`;
  });
  const { usage } = answer;
  const cost = `${usage.calls} model ${usage.calls === 1 ? 'call' : 'calls'}, ${usage.inputTokens + usage.outputTokens} tokens, ${usage.seconds.toFixed(1)} s`;
  const text = [
    `**Strategy** ${answer.strategy}${answer.mode === 'quote' ? ' (quoting only)' : ''} · confidence ${Math.round(answer.confidence * 100)} %`,
    ...drawings,
    ...(counted.length > 0 ? [`**Looked up** ${counted.join(', ')}`] : []),
    ...(answer.citations.length > 0
      ? [
          `**Rests on**\n${answer.citations
            .slice(0, 8)
            .map(({ n, quote }) => `[${n}] “${cut(quote.replace(/\s+/g, ' '), 160)}”`)
            .join('\n')}`,
        ]
      : []),
    `**Cost** ${cost}`,
  ].join('\n\n');
  return cut(safeMarkdown(text, new Set()), limit);
};
