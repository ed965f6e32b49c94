#!/usr/bin/env -S node --max-semi-space-size=16
// The command `parley` of the package. It is written so that any Node can read it: an old one says what is needed, in
// place of an error about syntax. The flag stands also in package.json's scripts: short-lived rows fill the young
// generation during an ingest, and a smaller one keeps 100 MB less in memory at the same speed.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 18)) {
  // biome-ignore lint/style/useTemplate: an old Node must parse this file
  console.error('Parley needs Node 22.18 or later; this is ' + process.versions.node + '.');
  process.exitCode = 1;
} else {
  require('./run-command.cjs');
}
