// The package's entry points import this first, so that an old Node fails with a clear message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18))
  throw new Error(`Parley needs Node 22.18 or later; this is ${process.versions.node}.`);
