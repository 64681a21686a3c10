import { defineConfig } from 'vite'

/** One CommonJS file: a sandboxed preload can neither be a module nor require its siblings. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  envDir: false,
  build: {
    outDir: '../../dist/preload',
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: 'node24',
    minify: false,
    lib: { entry: 'index.ts', formats: ['cjs'], fileName: () => 'index.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
})
