import type { EventData } from '#shared/rpc/events.ts'

/** Opens a session file that the user chose outside the page, and navigates to it. */
export async function openSession({
  name,
  bytes: size,
  changedAt: lastModified,
  text,
}: EventData<'app.session-opened'>): Promise<void> {
  // Imported on demand, because reading a file needs the schemas of its deliveries.
  const { openFile } = await import('./open-file.ts')
  const file = await openFile({ name, size, lastModified, text: async () => text })
  if (file !== null) location.hash = `#/inspector?session=${encodeURIComponent(JSON.stringify({ file }))}`
}
