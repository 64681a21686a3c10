import { basename } from 'node:path'
import type { UserConfig } from 'vite'

/**
 * Build configuration for a thread's script. Both hosts start the thread from the script's file. Not minified, to keep stack
 * traces readable.
 */
export const threadBuild = (root: string): UserConfig => ({
  root,
  publicDir: false,
  envDir: false,
  build: {
    ssr: 'index.ts',
    outDir: `../../dist/${basename(root)}`,
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: 'node22',
    minify: false,
    rolldownOptions: { output: { format: 'es', entryFileNames: 'index.js', codeSplitting: false } },
  },
  ssr: { noExternal: true },
})
