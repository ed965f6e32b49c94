import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

/** A reference as manual pages are: a name, a usage, and an entry for each command and option. */
const ask = quotingFrom({
  'kilnctl.md': `# kilnctl

## NAME

kilnctl - kiln control utility

## SYNOPSIS

kilnctl [-hv] [-c config_dir] [-p port] {command}

### To cool the chamber slowly:

\`\`\`
kilnctl ramp --down 40
\`\`\`

## DESCRIPTION

kilnctl controls the kilns of a workshop over the network. It prints the state of each kiln when no command is given.

## COMMANDS

**drain**

This command drains the gas line.

**vent [minutes]**

This command opens the vents. The chamber is then flushed with air from the chamber fan, and the chamber door stays locked.

**-d *kiln*_*id***

Delete one schedule from the kiln that is named.

**log**

This command writes what the kiln did. The gas line, the chamber and the vents have a column each.
`,
  'kilncheck.md': `# Tools

## kilncheck - schedule syntax checking tool

kilncheck [-chjlvz] [-p [-x ]] [-t directory] {filename}

The file is parsed with all files that it includes. If no file is given, the schedules of the workshop are read.

kilncheck checks the syntax of a schedule, and not whether it makes sense.
`,
  'shortcuts.md': `# Shortcuts of the console

## Kiln shortcuts

Table 4.8. Kiln shortcuts

A few names are typed with one key.

- ^ is the kiln at hand
- ! is the one by the door
`,
  'kilnd.md': `# kilnd

kilnd is the server. It keeps the gas line of each kiln under watch, and a gas line that is under pressure is closed. A schedule that is stuck is shown in red. One drain of the chamber is behind the kiln; the gas line has another, and each drain has a valve.
`,
});

it('takes the entry that begins with what is to be done, and names its command', async () => {
  const { text } = await ask('how do I drain the gas line');
  expect(text).toContain('drain: This command drains the gas line.');
});

it('reads a name of which each part is in italics', async () => {
  const { text } = await ask('how do I delete a schedule');
  expect(text).toContain('-d kiln_id');
  expect(text).not.toContain('*_*');
});

it('takes no usage for what a program is', async () => {
  expect((await ask('what is kilncheck')).shortAnswer).not.toContain('[-chjlvz]');
});

it('takes no caption for an answer', async () => {
  expect((await ask('what is a kiln shortcut')).shortAnswer).not.toContain('Table');
});

it('takes the code below a heading that says what it does', async () => {
  expect((await ask('how do I cool the chamber slowly')).text).toContain('kilnctl ramp --down 40');
});
