import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Builds the page as static files with relative URLs, hashed names, and no inline scripts or styles, so that both hosts can serve
 * it.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), onlyEnglish(), styleHashes()],
  resolve: {
    alias: {
      // The browser build of this package decodes entities by writing HTML, which the content security policy blocks.
      'decode-named-character-reference': createRequire(import.meta.url).resolve(
        'decode-named-character-reference',
      ),
    },
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    license: { fileName: '.vite/licenses.json' },
    target: ['chrome130', 'firefox130', 'safari18'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Large chunks are acceptable, because they are loaded from this computer.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      treeshake: {
        // Our modules have no side effects, so that unused exports can be dropped.
        moduleSideEffects: [
          { test: /\/renderer\/(app|frame|nouns|places|ui)\/.*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        // `first.ts` runs before everything else. Code that every page needs is in one file, because many small files would be a
        // sixth larger in total. Code that several pages share is in one file too. Otherwise, the Inspector would load 89
        // scripts, most of them small.
        codeSplitting: {
          groups: [
            { name: 'first', test: /\/renderer\/first\.ts$/, priority: 2 },
            { name: 'entry', tags: ['$initial'], priority: 1 },
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
})

/** Ships only the English messages of React Aria, which come in thirty languages, because the page is in English. */
function onlyEnglish(): Plugin {
  const translation =
    /(react-aria|react-stately|react-aria-components)\/dist\/private\/.*intl\/.*[a-z]{2}-[A-Z]{2}\.mjs$/
  return {
    name: 'only-english',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!importer || !/[a-z]{2}-[A-Z]{2}\.mjs$/.test(source) || source.endsWith('en-US.mjs')) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      if (!resolved || !translation.test(resolved.id)) return null
      return resolved.id.replace(/[a-z]{2}-[A-Z]{2}\.mjs$/, 'en-US.mjs')
    },
  }
}

/**
 * Writes the hash of React Aria's only `<style>` element to `csp.json`, so that the content security policy can allow it. The
 * build fails if the library's source changes.
 */
function styleHashes(): Plugin {
  return {
    name: 'style-hashes',
    generateBundle() {
      const source = JSON.stringify({ styleHashes: [reactAriaStyleHash()] }, null, 2)
      this.emitFile({ type: 'asset', fileName: 'csp.json', source: `${source}\n` })
    },
  }
}

function reactAriaStyleHash(): string {
  const main = createRequire(import.meta.url).resolve('react-aria/package.json')
  const code = readFileSync(join(dirname(main), 'dist/private/interactions/usePress.mjs'), 'utf8')
  const attribute = /PRESSABLE_ATTRIBUTE = '([\w-]+)'/.exec(code)?.[1]
  const template = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(code)?.[1]
  if (!attribute || !template)
    throw new Error('The style that React Aria injects was not found in usePress.mjs.')
  const css = template.replace(/\$\{[^}]*PRESSABLE_ATTRIBUTE\}/, attribute).trim()
  if (css.includes('$'))
    throw new Error('The style that React Aria injects is built in a way this build does not know.')
  return `sha256-${createHash('sha256').update(css).digest('base64')}`
}
