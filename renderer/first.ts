// The first script of the page. Under `require-trusted-types-for 'script'` every text that would become markup goes through
// the policy named `default`. React Aria empties its announcer with `innerHTML = ''`; nothing else may write markup here.
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory }
trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text === '') return ''
    throw new TypeError('Text never becomes markup in this page.')
  },
})

// Zod comes with the screens that parse. It looks here first; else it would try `new Function`, which the content security
// policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
