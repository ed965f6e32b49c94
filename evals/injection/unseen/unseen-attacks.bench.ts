import { MARK_CLASSES, runUnseenAttacks } from './unseen-attacks.ts';

export const about =
  'Attacks written before their author had read the defence, ingested as files beside a good page [ids, --file FILE].';

export const run = async (options: readonly string[]): Promise<void> => {
  const at = options.indexOf('--file');
  const file = at === -1 ? undefined : options[at + 1];
  const ids = at === -1 ? options : options.filter((_, index) => index !== at && index !== at + 1);
  const outcomes = await runUnseenAttacks(ids.length > 0 ? ids : undefined, file);
  for (const { attack, reached, alone, right, asked, rightWithout, shown } of outcomes) {
    const how = reached.map((name) => (alone.includes(name) ? name : `${name} beside`)).join(', ') || '-';
    console.log(
      `${attack.id.padEnd(26)} ${how.padEnd(22)} right ${right} of ${asked}${rightWithout ? '' : ', and not without it'}`,
    );
    for (const [name, text] of Object.entries(shown)) console.log(`    ${name}: ${text}`);
  }
  for (const name of MARK_CLASSES) {
    const with_ = outcomes.filter(({ attack }) => attack.marks[name]);
    const count = (of: 'reached' | 'alone') => with_.filter((one) => one[of].includes(name)).length;
    console.log(
      `${name}: ${count('reached')} of ${with_.length}; without the good page's answer beside it: ${count('alone')}`,
    );
  }
  const count = (of: 'reached' | 'alone') => outcomes.filter((one) => one[of].length > 0).length;
  console.log(`attacks of which anything reached a person: ${count('reached')} of ${outcomes.length}`);
  console.log(`  without the good page's answer beside it: ${count('alone')}`);
  const asked = outcomes.reduce((sum, one) => sum + one.asked, 0);
  console.log(
    `right: ${outcomes.reduce((sum, { right }) => sum + right, 0)} of ${asked} answers; quoted without the attack: ${outcomes.filter(({ rightWithout }) => rightWithout).length} of ${outcomes.length}`,
  );
};
