import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The page as static files: relative addresses, hashed names, no inline script or style, so that both hosts can serve it. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), onlyEnglish(), styleHashes()],
  resolve: {
    alias: {
      // For browsers it offers a build that reads entities by writing HTML, which the policy of the page refuses.
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
    // The scripts come from this machine; what a start reads is bounded by the bench, gzipped.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      treeshake: {
        // A door exports what several places use, and each place loads only what it imports through it.
        moduleSideEffects: [{ test: /\/renderer\/(app|features|ui)\/.*\.tsx?$/, sideEffects: false }],
      },
      output: {
        // `first.ts` runs before anything else. What every start needs is one file: many small ones are a sixth larger. So is what
        // several places share: a start at the inspector would otherwise ask for 89 scripts, most of them small.
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

/** React Aria carries its few sentences in thirty languages. The page is in English, so it ships that one. */
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
 * React Aria writes one `<style>` into the page. The policy of the page allows it by its hash, which is computed here from
 * the library's source and left in `csp.json` for the hosts. When the library changes shape the build fails, not the page.
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
