import { defineConfig } from 'vite'

/** Bundles a single CommonJS file, because a sandboxed preload script cannot be a module or require other files. */
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
