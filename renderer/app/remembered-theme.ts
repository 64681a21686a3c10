/** Where the page keeps the theme between two openings, so that it does not flash before the settings are read. */
const key = 'theme'

/** The theme of the last time, on the page at once. */
export function applyRememberedTheme(): void {
  try {
    const theme = localStorage.getItem(key)
    if (theme) document.documentElement.dataset.theme = theme
  } catch {
    // A page that may not store anything begins with the theme of the system.
  }
}

export function rememberTheme(theme: string): void {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // As above.
  }
}
