import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { chunkDocument } from '../chunk/chunk.ts';
import { aliasFacts } from './aliases.ts';
import { ruleKnowledge } from './rule-knowledge.ts';

const document = (text: string) => ({
  id: 'd',
  sourceId: 's',
  title: 'Partners',
  text,
  scopes: ['everyone'],
  fetchedAt: '2026-01-01T00:00:00Z',
  contentHash: 'h',
});
const indexed = (text: string) => ({ document: document(text), ...chunkDocument(document(text)) });
const aliases = (text: string) =>
  aliasFacts(indexed(text).passages).map(({ subject, object }) => `${subject} = ${object}`);

describe('aliases', () => {
  it('are short forms in brackets whose letters are the initials before them', () => {
    expect(
      aliases('We report to the World Health Organization (WHO) and the Institute of Marine Research (IMR).'),
    ).toEqual(['World Health Organization = WHO', 'Institute of Marine Research = IMR']);
    expect(aliases('Ana Lopez (CEO) met the Board of Trade (EU).')).toEqual([]);
  });

  it('are names that the text says are the same', () => {
    expect(
      aliases('Norrfilm, also known as the Film Works, moved. Saltmarsh, formerly Nordmark Sensors, stayed.'),
    ).toEqual(['Norrfilm = Film Works', 'Saltmarsh = Nordmark Sensors']);
  });

  it('are companies without their legal form', () => {
    expect(aliases('Lagoon Analytics Ltd. builds models with Fjordteknikk AS.')).toEqual([
      'Lagoon Analytics Ltd = Lagoon Analytics',
      'Fjordteknikk AS = Fjordteknikk',
    ]);
    expect(aliases('We buy from Volvo AB, Wacker AG, and Airbus SE.')).toHaveLength(3);
  });

  it('are not made of the initials of authors', () => {
    expect(aliases('Laden F, Ishibe N, Hankinson SE, Wolff MS, Gertig DM (2002) Biphenyls and risk.')).toEqual([]);
    expect(aliases('Fenton SE (2006) Endocrine compounds.')).toEqual([]);
  });
});

it('an alias links the other name to the entity, with its reason and passage, and goes with its page', async () => {
  const stores = openEmbedded(':memory:');
  const page = indexed('We report to the World Health Organization (WHO).');
  await stores.apply({ put: [{ ...page, knowledge: ruleKnowledge(page) }] });
  const [found] = await stores.graph.findEntities('WHO', 3, ['everyone']);
  const [reason] = await stores.graph.triplesOf(['world health organization'], 3, ['everyone']);
  expect(reason).toMatchObject({
    predicate: expect.stringContaining('short form'),
    objectName: 'WHO',
    passageIds: ['d#0'],
  });
  expect([found!.entity.id, ...(found!.entity.aliases ?? [])].join(' ')).toMatch(/who|world health/);
  await stores.apply({ delete: ['d'] });
  expect(await stores.graph.count()).toMatchObject({ triples: 0, entities: 0 });
  await stores.close();
});
