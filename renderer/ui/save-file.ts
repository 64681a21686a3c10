/** Hands a text to the browser, or to the window's own host, to be saved as a file where the user says. */
export function saveFile({
  fileName,
  mediaType,
  text,
}: {
  readonly fileName: string
  readonly mediaType: string
  readonly text: string
}): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Not at once: the saving begins after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
