// Imported first by the package's entries: an old Node is told what is needed, in place of an error from further inside.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18))
  throw new Error(`Parley needs Node 22.18 or later; this is ${process.versions.node}.`);
