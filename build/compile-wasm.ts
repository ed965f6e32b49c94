import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import wabt from 'wabt';

// npm run build-wasm: compiles each NAME.wat into NAME.wasm.ts beside it, as text that the module can be made of anywhere.
const root = path.dirname(import.meta.dirname);

/** A WebAssembly text file as a module in base64. */
export const compileWat = async (file: string): Promise<string> => {
  const module = (await wabt()).parseWat(path.basename(file), readFileSync(file, 'utf8'), { simd: true });
  try {
    return Buffer.from(module.toBinary({}).buffer).toString('base64');
  } finally {
    module.destroy();
  }
};

if (import.meta.main)
  for (const file of globSync('**/*.wat', { cwd: root, exclude: ['node_modules/**'] })) {
    const base64 = await compileWat(path.join(root, file));
    const lines = base64.match(/.{1,100}/g)!.map((line) => `  '${line}'`);
    writeFileSync(
      path.join(root, file.replace(/\.wat$/, '.wasm.ts')),
      `/** ${path.basename(file)}, compiled by \`npm run build-wasm\`: base64. */\nexport default [\n${lines.join(',\n')},\n].join('');\n`,
    );
  }
