/** Hands a text to the browser, to be saved as a file where the user says. The desktop's window keeps no file by itself. */
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
