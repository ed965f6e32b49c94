import { tool } from '@langchain/core/tools';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LiveTool } from '../../tools/live-sources.ts';
import { offeredTools } from './offered-tools.ts';

const liveTool = (name: string, description = 'Does something.'): LiveTool => ({
  server: 's',
  title: `s: ${name}`,
  tool: tool(async () => '', { name, description, schema: z.object({ id: z.string() }) }),
});
const many = (n: number, description?: string) =>
  Array.from({ length: n }, (_, at) => liveTool(`thing${at}`, description));
const offer = (liveTools: LiveTool[], question: string) => {
  const traced: unknown[] = [];
  const offered = offeredTools({ liveTools, trace: (event) => traced.push(event) }, question);
  return { names: offered.map(({ tool: { name } }) => name), traced };
};

describe('the live tools that a model is offered', () => {
  it('are all, in their order, if they are few', () => {
    const { names, traced } = offer([liveTool('b'), liveTool('a')], 'Is there an incident?');
    expect(names).toEqual(['b', 'a']);
    expect(traced).toEqual([]);
  });

  it('are those that share words with the question if there are many', () => {
    const tools = [
      ...many(150),
      liveTool('sharePrice'),
      ...many(150),
      liveTool('current_incidents', 'Open incidents of the status page.'),
    ];
    const { names, traced } = offer(tools, 'Are there incidents, and at which price do shares trade?');
    expect(names).toHaveLength(40);
    expect(names).toEqual(expect.arrayContaining(['sharePrice', 'current_incidents']));
    expect(names.indexOf('sharePrice')).toBeLessThan(names.indexOf('current_incidents'));
    expect(traced).toEqual([{ kind: 'note', name: 'live-tools-left-out', data: { offered: 40, of: 302 } }]);
  });

  it('count a rare word more than one that most tools have', () => {
    const tools = [...many(60, 'Reads the status of a build.'), liveTool('rota', 'Who is on call.')];
    expect(offer(tools, 'What is the build status of who is on call?').names).toContain('rota');
  });

  it('take no more than their share of the budget, and pass over one that is too large', () => {
    const large = liveTool('manual', 'incident '.repeat(5_000));
    const { names } = offer([large, ...many(30, 'x'.repeat(1_000)), liveTool('incident')], 'Which incident is open?');
    expect(names).not.toContain('manual');
    expect(names).toContain('incident');
    expect(names.length).toBeLessThan(30);
    expect(names.length).toBeGreaterThan(15);
  });
});
