import { defineConfig } from 'vite'

/**
 * One file with everything in it but Electron and the two libraries whose native part cannot be bundled. Not minified: it is read on
 * the user's machine, where readable stack traces are worth more than the space.
 */
export default defineConfig({
  root: import.meta.dirname,
  // The pictures of the tray, which Electron reads from files.
  publicDir: '../../resources/tray',
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
