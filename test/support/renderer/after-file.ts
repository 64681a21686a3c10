import * as React from 'react'
import { afterAll, expect, vi } from 'vitest'

const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as {
  readonly actQueue: unknown
}

// All page tests of a process share its globals, so this clears them after each file. Modules and storage are then fresh for the
// next file.
afterAll(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  if (typeof document === 'undefined') return
  sessionStorage.clear()
  localStorage.clear()
  location.hash = ''
  // React Aria treats a click without a pointer as a screen reader's and then moves the focus later. A key press ends that mode.
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  // An overlapping act() never ends, and the next file would render nothing.
  expect(internals.actQueue, 'Await every act() and every close().').toBe(null)
})
