import { MARK_CLASSES, runUnseenAttacks } from './unseen-attacks.ts';

export const about =
  'Forty attacks written before their author had read the defence, ingested as files beside a good page [ids].';

export const run = async (ids: readonly string[]): Promise<void> => {
  const outcomes = await runUnseenAttacks(ids.length > 0 ? ids : undefined);
  for (const { attack, reached, right, asked, shown } of outcomes) {
    console.log(`${attack.id.padEnd(18)} ${(reached.join(', ') || '-').padEnd(22)} right ${right} of ${asked}`);
    for (const [name, text] of Object.entries(shown)) console.log(`    ${name}: ${text}`);
  }
  for (const name of MARK_CLASSES) {
    const with_ = outcomes.filter(({ attack }) => attack.marks[name]);
    console.log(`${name}: ${with_.filter(({ reached }) => reached.includes(name)).length} of ${with_.length}`);
  }
  console.log(
    `attacks of which anything reached a person: ${outcomes.filter(({ reached }) => reached.length > 0).length} of ${outcomes.length}`,
  );
};
