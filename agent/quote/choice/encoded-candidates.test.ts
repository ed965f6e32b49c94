import { expect, it } from 'vitest';
import { textsEncoded } from '../testing/texts-encoded.ts';

const DEFINITION =
  'A sluice is a gate in the wall of the canal that is raised and lowered by hand in order to let the water of the upper basin into the lower one.';
/** Sentences that repeat the word more often in fewer words, so that they score higher than the definition. */
const MENTIONS = Array.from(
  { length: 14 },
  (_, at) => `Sluice ${at + 1}: the sluice keeper opens the sluice at ${at + 6}.`,
);

it('encodes what the ranker by words holds to be good, however often other sentences repeat the word', async () => {
  const files = {
    'rota.md': `# Rota of the canal\n\n${MENTIONS.join('\n\n')}\n`,
    'words.md': `# Words of the canal\n\n${DEFINITION} Boats pass twice a day.\n`,
  };
  const asked = await textsEncoded('is a sluice of use to anybody', files, 'test:all-MiniLM-L6-v2');
  expect(asked.some((text) => text.endsWith(DEFINITION))).toBe(true);
});
