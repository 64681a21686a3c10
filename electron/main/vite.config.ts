import { defineConfig } from 'vite'

/**
 * Bundles everything into a single file except Electron and the two libraries with native code. Not minified, because readable
 * stack traces are worth more than the disk space.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: '../../resources/runtime',
  envDir: false,
  build: {
    ssr: 'index.ts',
    outDir: '../../dist/main',
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['electron', 'keytar', '@ngrok/ngrok'] },
})
