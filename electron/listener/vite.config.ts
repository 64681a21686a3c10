import { defineConfig } from 'vite'

/** Bundles the listener thread, which both hosts start from this file. Not minified, for readable stack traces. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  envDir: false,
  build: {
    ssr: 'index.ts',
    outDir: '../../dist/listener',
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
})
