import { defineConfig } from 'vite'

/**
 * Bundles everything into a single file except the two libraries with native code. Not minified, to keep stack traces readable.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  envDir: false,
  build: {
    ssr: 'index.ts',
    outDir: '../../dist/serve',
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['keytar', '@ngrok/ngrok'] },
})
