import { defineConfig } from 'vite'

/** Bundles the check of receivers into one file that runs in plain Node, such as beside the tests of a receiver. */
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
