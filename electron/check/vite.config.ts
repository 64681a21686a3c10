import { defineConfig } from 'vite'

/** Bundles the receiver check into a single file for plain Node, so that it can run with a receiver's tests. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  envDir: false,
  build: {
    ssr: 'cli.ts',
    outDir: '../../dist/check',
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'receiver-check.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true },
})
