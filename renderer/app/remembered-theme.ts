/** The theme is stored here too, so that the page does not flash before the settings are loaded. */
const key = 'theme'

/** Applies the stored theme at once. */
export function applyRememberedTheme(): void {
  try {
    const theme = localStorage.getItem(key)
    if (theme) document.documentElement.dataset.theme = theme
  } catch {
    // Without storage, the page starts with the theme of the system.
  }
}

export function rememberTheme(theme: string): void {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // As above.
  }
}
