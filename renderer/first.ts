// The first script of the page. With `require-trusted-types-for 'script'`, the browser passes every string that would become
// markup to the policy named `default`. The policy allows only the empty string, which React Aria assigns to `innerHTML` to clear
// its announcer.
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

// Zod would otherwise try `new Function`, which the content security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
