import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'start.md': `# Running Tallow

Tallow opens with three windows. Run Tallow from the menu, and close the windows that you do not need when it runs.

The windows of Tallow keep their size. In the register windows, you can run a report with one click.
`,
  'features.md': `# Features

## Platforms

The list of supported systems is short: Linux, FreeBSD and Windows 10 or later.

## Reports

Tallow comes with thirty reports. A report is run from the Reports menu.

## Formats

The flat format is obsolete and will go with the next release. The nested format is the default.
`,
});

describe('whether something runs on a system', () => {
  it.each(['does tallow run on windows?', 'is windows 10 supported'])(
    '%s is not answered by the windows of a program',
    async (text) => {
      const answer = await ask(text);
      expect(answer.text).toContain('Linux, FreeBSD and Windows 10 or later');
      expect(answer.text).not.toContain('register windows');
    },
  );

  it('is not answered for a thing without a name', async () => {
    expect((await ask('does it run on windows?')).verdict).toBe('unknown');
  });

  it('leaves the windows of a program to other questions', async () => {
    expect((await ask('how many windows does tallow open with?')).text).toContain('opens with three windows');
  });

  it('does not take one system for another', async () => {
    const answer = await ask('is tallow supported on Solaris?');
    expect(answer.verdict).toBe('unknown');
  });
});

describe('whether something is deprecated', () => {
  it('is answered by the sentence that calls it obsolete', async () => {
    expect((await ask('is the flat format deprecated?')).text).toContain('The flat format is obsolete');
  });
});
