/**
 * `npm run prompts` lists the fixed tokens of each model call: its instructions and its schema, for a large and a small
 * model, estimated by agent/model/tokens.ts.
 */
import { readdirSync } from 'node:fs';
import { compactInstructions, compactSchema } from '../model/compact.ts';
import { LIKELY_RULE, withoutLikely } from '../model/likely.ts';
import type { Task } from '../model/task.ts';
import { estimatePrompt, estimateTokens } from '../model/tokens.ts';

type AnyTask = Task<Record<string, unknown>, unknown>;
const isTask = (value: unknown): value is AnyTask =>
  typeof value === 'object' && value !== null && 'prompt' in value && 'outputTokens' in value;

/** An input whose every field is empty, so that only the fixed text remains. */
const EMPTY = new Proxy<Record<string, unknown>>(
  {},
  { get: (_, name) => (LISTS.has(String(name)) ? [] : String(name) === 'n' ? 1 : '') },
);
const LISTS = new Set(
  'references sources steps conditions history facts tried thoughts path candidates answers triples functions demonstrations passages questions'.split(
    ' ',
  ),
);

const folder = new URL('..', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /(?:^|\/)tasks\/[^/]+\.ts$/.test(file) && !/\.test\.ts$|list-prompts\.ts$/.test(file))
  .sort();
const rows: string[][] = [];
for (const file of files) {
  for (const task of Object.values((await import(new URL(file, folder).href)) as object).filter(isTask)) {
    const messages = task.prompt(EMPTY);
    const likely = task.mayBeLikely ? estimateTokens(LIKELY_RULE) : 0;
    const tokensOf = (json: object | undefined) => (json ? estimateTokens(JSON.stringify(json)) : 0);
    const small = messages.map((message) => ({ ...message, content: compactInstructions(message.content) }));
    rows.push([
      task.name,
      String(estimatePrompt(messages) + likely),
      String(tokensOf(task.json)),
      // A small model gets no rule for likely answers.
      String(estimatePrompt(small)),
      String(tokensOf(task.json && compactSchema(withoutLikely(task.json)))),
      String(task.outputTokens.max),
    ]);
  }
}
const HEAD = ['task', 'instructions', 'schema', 'instructions, small model', 'schema, small model', 'output at most'];
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = [
  HEAD,
  HEAD.map((_, at) => (at === 0 ? '---' : '--:')),
  ...rows.sort(([a = ''], [b = '']) => a.localeCompare(b)),
];
process.stdout.write(`${table.map(line).join('\n')}\n`);
