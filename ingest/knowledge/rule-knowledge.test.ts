import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../chunk/chunk.ts';
import { extractMarkdownText } from '../extract/markdown/markdown.ts';
import { ruleKnowledge } from './rule-knowledge.ts';

const facts = (markdown: string, title = 'Offices') => {
  const page = extractMarkdownText(markdown);
  const document = {
    id: 'd',
    sourceId: 's',
    title,
    text: page.markdown,
    scopes: ['everyone'],
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: 'h',
  };
  const { passages, tables } = chunkDocument(document, { tables: page.tables });
  const knowledge = ruleKnowledge({ document, passages, tables });
  return {
    ...knowledge,
    passages,
    lines: knowledge.triples.map((t) => `${t.subjectName} | ${t.predicate} | ${t.objectName}`),
  };
};

describe('facts of a table', () => {
  it('are a value a column of the thing that the row is about, with the passage that states them', () => {
    const { lines, triples, passages } = facts(
      '| City | Site lead | People |\n|---|---|---|\n| Bergen | Torunn Eide | 61 |\n| Porto | Joana Teixeira | 38 |\n| Halifax | — | 29 |\n',
    );
    expect(lines).toEqual([
      'Bergen | Site lead | Torunn Eide',
      'Bergen | People | 61',
      'Porto | Site lead | Joana Teixeira',
      'Porto | People | 38',
      'Halifax | People | 29',
    ]);
    const table = passages.find(({ kind }) => kind === 'table')!;
    expect(triples.every((triple) => triple.passageIds.includes(table.id))).toBe(true);
  });

  it('are about the column that tells rows apart, not about one that repeats', () => {
    const { lines } = facts('| Team | Person |\n|---|---|\n| Heron | Ana |\n| Heron | Bo |\n| Dipper | Cy |\n');
    expect(lines).toEqual(['Ana | Team | Heron', 'Bo | Team | Heron', 'Cy | Team | Dipper']);
  });

  it('are left out where no column names the rows, and where a cell is prose', () => {
    const prose = 'A long explanation that goes on and on. '.repeat(4);
    expect(facts(`| Step | What to do |\n|---|---|\n| One | ${prose} |\n| Two | ${prose} |\n`).lines).toEqual([]);
    expect(facts('| A | B |\n|---|---|\n| x | x |\n| x | x |\n').lines).toEqual([]);
  });
});

describe('facts of property lines', () => {
  it('belong to the heading above them', () => {
    const { lines } = facts(
      '# Porto\n\n- **Opened:** 2016\n- **Site lead**: [Joana Teixeira](x.md).\n- Building: The Cannery\n',
    );
    expect(lines).toEqual([
      'Porto | Opened | 2016',
      'Porto | Site lead | Joana Teixeira',
      'Porto | Building | The Cannery',
    ]);
  });

  it('are not made of running text, times or a lone line', () => {
    expect(facts('We meet at 10: 30 sharp.\n\nNote: bring a pen.\nRemember: be kind.\n\n- Only: one\n').lines).toEqual(
      [],
    );
  });
});

it('leaves out what explains, histories, lists of changes and code, and keeps the spelling of identifiers', () => {
  const { lines } = facts(
    '# Settings\n\n| Name | Type | Description |\n|---|---|---|\n| max_connections | integer | how many at once |\n| work_mem | size | memory of a sort |\n\n' +
      '| Version | Changes |\n|---|---|\n| v1.2.0 | Faster |\n| v1.3.0 | Smaller |\n\n' +
      '## Release 2\n\n- Bugfix: no crash\n- Bugfix: no leak\n- Feature: colours\n\n```yaml\n- owner: nobody\n- team: none\n```\n',
  );
  expect(lines).toEqual(['max_connections | Type | integer', 'work_mem | Type | size']);
});

describe('facts of reference manuals', () => {
  it('are not about a heading that names a kind of part, nor about a numbered slide', () => {
    const list = '|  |  |\n|---|---|\n| mask | GInetAddressMask |\n| length | eight bytes |\n';
    expect(facts(`# Sockets\n\n## Parameters\n\n${list}`, 'Sockets').lines).toEqual([]);
    expect(facts(`# Sockets\n\n## 10. Masks\n\n${list}`, 'Sockets').lines).toEqual([]);
    expect(facts('# Talk\n\n## Slide 28\n\n- Name: Yuni\n- Class: PBIO\n', 'Talk').lines).toEqual([]);
    expect(
      facts('# FAQ\n\n## Where does it run?\n\n- **armel**: old machines\n- **s390x**: large ones\n', 'FAQ').lines,
    ).toEqual([]);
    expect(facts(`# Sockets\n\n${list}`, 'Sockets').lines).toEqual([
      'Sockets | mask | GInetAddressMask',
      'Sockets | length | eight bytes',
    ]);
  });

  it('are not made of explanations, of code, or of an index', () => {
    expect(
      facts(
        '|  |  |\n|---|---|\n| Owner | Maren Lie |\n| Lead | a person who signs |\n| size() const | inline |\n' +
          '| Purpose of it | to keep the rows of one day apart from those of all others |\n',
      ).lines,
    ).toEqual(['Offices | Owner | Maren Lie']);
    expect(facts('|  |  |\n|---|---|\n| file | a.h |\n| file | b.h |\n| Lead | Maren |\n').lines).toEqual([
      'Offices | Lead | Maren',
    ]);
    const index = Array.from({ length: 40 }, (_, i) => `| word${i} | Data.List |\n`).join('');
    expect(facts(`|  |  |\n|---|---|\n${index}`).lines).toEqual([]);
  });

  it('are not made of parts that many things have, such as parameters with their types', () => {
    expect(
      facts('| Parameter | In | Type |\n|---|---|---|\n| limit | query | integer |\n| page | query | integer |\n')
        .lines,
    ).toEqual([]);
    expect(facts('| Field | Depth |\n|---|---|\n| North | 3 m |\n| South | 4 m |\n').lines).toHaveLength(2);
  });

  it('need a header that names the column', () => {
    expect(
      facts('| Enumerator | Enumerator |\n|---|---|\n| Aligned | eight bytes |\n| Upper | a view |\n').lines,
    ).toEqual([]);
    expect(
      facts('| copy() | Base::Any | inline |\n|---|---|---|\n| rows | Base::One | x |\n| size | Base::Two | y |\n')
        .lines,
    ).not.toContain('rows | Base::Any | Base::One');
  });
});

it('takes AS for a legal form of a company, not of a command', () => {
  const { lines } = facts('CREATE TABLE AS makes a table of a query. The pumps come from Fjordteknikk AS in Bergen.');
  expect(lines).toEqual(['Fjordteknikk AS | is also called (without its legal form) | Fjordteknikk']);
});

it('writes no entity without a triple, and no triple without its entities', () => {
  const { entities, triples } = facts('| City | Lead |\n|---|---|\n| Bergen | Torunn |\n| Porto | Joana |\n');
  const used = new Set(triples.flatMap(({ subject, object }) => [subject, object]));
  expect(new Set(entities.map(({ id }) => id))).toEqual(used);
});

describe("facts of the text in a table's passage", () => {
  it('are read around the rows, and not in them', () => {
    const { lines, passages } = facts(
      '# Partners\n\nWe buy from Volvo AB.\n\n| Partner | Seat |\n| --- | --- |\n| Tidal Data Institute (TDI) | Bergen |\n\nThe Institute of Marine Research (IMR) tests our buoys.',
    );
    expect(passages.map(({ kind }) => kind)).toEqual(['table']);
    const names = lines.filter((line) => /also called|AB \|/.test(line));
    expect(names).toEqual([
      expect.stringMatching(/^Volvo AB \| .+ \| Volvo$/),
      expect.stringMatching(/^Institute of Marine Research \| .+ \| IMR$/),
    ]);
  });
});
