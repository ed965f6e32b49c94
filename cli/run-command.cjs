// Apart from parley.cjs, because an old Node cannot read `import()`.
import('../dist/cli/main.js');
