import { defineConfig } from 'vite'

/**
 * Bundles the command for plain Node. Not minified, to keep stack traces readable. The MCP server is in a separate file, because
 * loading its library doubles the start time.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  envDir: false,
  build: {
    ssr: 'cli.ts',
    outDir: '../../dist/command',
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: 'node22',
    minify: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: 'notehook.mjs', chunkFileNames: '[name].mjs' },
    },
  },
  ssr: { noExternal: true },
})
