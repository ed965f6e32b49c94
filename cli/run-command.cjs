// Apart from parley.cjs, because an old Node cannot read `import()`.
import('../dist/cli/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.url).endsWith('/dist/cli/main.js')) throw error;
  console.error('This checkout is not built. Use `npm run -s parley -- COMMAND`, or run `npm run build` once.');
  process.exitCode = 1;
});
