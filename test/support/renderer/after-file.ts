import { afterAll, vi } from 'vitest'

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
})
