import * as React from 'react'
import { afterAll, expect, vi } from 'vitest'

const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as {
  readonly actQueue: unknown
}

// Files of page tests share a process. Each one loads the app's modules anew and finds empty storage.
afterAll(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  if (typeof document === 'undefined') return
  sessionStorage.clear()
  localStorage.clear()
  location.hash = ''
  // A click without a pointer is a screen reader's for React Aria, which then moves the focus later. A key ends that.
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  // An act() that another one overlaps never ends, and the next file would draw nothing.
  expect(internals.actQueue, 'Await every act() and every close().').toBe(null)
})
