// The first script of the page. With `require-trusted-types-for 'script'`, every string that would become markup passes through the policy
// named `default`. React Aria clears its announcer with `innerHTML = ''`. All other markup is rejected.
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
