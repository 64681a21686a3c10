import type { Page } from 'playwright-core'

/** Returns everything that a page stores or shows, as text by where it was found. */
export async function dumpPage(page: Page): Promise<Record<string, string>> {
  const dump = await page.evaluate(() => {
    interface Fiber {
      readonly memoizedProps?: { readonly client?: Caches } | null
      readonly child?: Fiber | null
    }
    interface Cached {
      readonly state: unknown
      readonly queryKey?: unknown
    }
    interface Caches {
      getQueryCache(): { getAll(): readonly Cached[] }
      getMutationCache(): { getAll(): readonly Cached[] }
    }
    const root = document.getElementById('app') ?? document.body
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'))
    let fiber: Fiber | null | undefined = Object.entries(root).find(([name]) => name === key)?.[1]
    while (fiber && !fiber.memoizedProps?.client) fiber = fiber.child
    const client = fiber?.memoizedProps?.client
    const text = (things: readonly Cached[] | undefined) =>
      JSON.stringify(
        things?.map(({ state, queryKey }) => [queryKey, state]),
        (_name, value) => (value instanceof Error ? { ...value, message: value.message } : value),
      )
    return {
      page: document.documentElement.outerHTML,
      fields: JSON.stringify(
        [...document.querySelectorAll('input, textarea')].map((field) => 'value' in field && field.value),
      ),
      queries: text(client?.getQueryCache().getAll()) ?? '',
      mutations: text(client?.getMutationCache().getAll()) ?? '',
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      history: JSON.stringify(history.state),
      address: location.href,
      title: document.title,
    }
  })
  return { ...dump, cookies: JSON.stringify(await page.context().cookies()) }
}
